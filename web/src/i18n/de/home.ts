import type en from "../en/home";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Start",
  house: "Prozesshaus",
  below_one: "{{count}} darunter",
  below_other: "{{count}} darunter",
  states: "Status",
  statesHelp: "Elemente der größten Facetten nach Status",
  missing: "Fehlende Übersetzungen",
  missingHelp: "Elemente, die einen Namen und alle Pflichttexte haben",
  missingIn_one: "{{count}} Element fehlt etwas",
  missingIn_other: "{{count}} Elementen fehlt etwas",
  nothingMissing: "Alles ist da",
  maturity: "Reifegrad",
  recent: "Zuletzt freigegeben",
  noRecent: "In letzter Zeit wurde nichts freigegeben",
  tasks: "Meine Aufgaben",
};
export default texts;
