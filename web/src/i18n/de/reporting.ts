import type en from "../en/reporting";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Auswertungen",
  facet: "Facette",
  allFacets: "Alle Facetten",
  table: "Als Tabelle",
  downloadOf: "„{{title}}“ als CSV herunterladen",
  elements: "Elemente",
  state: "Zustand",
  month: "Monat",
  culture: "Sprache",
  states: {
    title: "Zustände",
    help: "Wie viele Elemente wo in ihrem Lebenszyklus stehen.",
    empty: "Nichts hat einen Zustand",
    emptyHelp: "Elemente mit Lebenszyklus werden hier gezählt, sobald es welche gibt.",
  },
  releases: {
    title: "Freigaben im Lauf der Zeit",
    help: "Wie viele Versionen in jedem Monat freigegeben wurden. Ist eine Facette gewählt, öffnet ein Monat, was darin freigegeben wurde und noch aktuell ist.",
    count: "Freigaben",
    span: "Wie weit zurück",
    spans: { "12": "12 Monate", "36": "36 Monate", all: "Alle" },
    empty: "Noch wurde nichts freigegeben",
    emptyHelp: "Eine Version zählt in dem Monat, in dem sie freigegeben wurde.",
  },
  missing: {
    title: "Fehlende Übersetzungen",
    help: "Elemente, denen in einer Sprache der Name oder ein Pflichttext fehlt.",
    name: "Ohne Namen",
    other: "Ein anderer Pflichttext fehlt",
    empty: "Alles ist übersetzt",
    emptyHelp: "Was in einer der Sprachen keinen Namen oder Pflichttext hat, wird hier gezählt.",
  },
  maturity: {
    title: "Reifegrad und andere Werte",
    help: "Wie viele Elemente welchen Wert haben.",
    choice: "Eigenschaft",
    empty: "Kein Element hat einen Wert",
    emptyHelp: "Sobald jemand die Eigenschaft setzt, werden ihre Werte hier gezählt.",
  },
};
export default texts;
