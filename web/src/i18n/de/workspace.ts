import type en from "../en/workspace";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  script: "Skript",
  scriptOf: "Skript des Prozesses",
  drawing: "Zeichnung",
  details: "Details",
  unsaved: "Noch nicht gespeichert",
  placeholder:
    "Eine Zeile je Schritt. Eine Zeile mit ? am Ende ist eine Entscheidung; rücken Sie die Antworten darunter ein.",
  completions: "Passende Namen",
  create: "„{{name}}“ anlegen",
  createAll_one: "Anlegen und speichern",
  createAll_other: "Alle {{count}} anlegen und speichern",
  pasted_one: "Ein Schritt wurde eingefügt.",
  pasted_other: "{{count}} Schritte wurden eingefügt.",
  asItWas: "Einfügen, wie es war",
  problems: "Zu beheben",
  line: "Zeile {{line}}:",
  save: "Skript speichern",
  discard: "Verwerfen",
  cannotUndo:
    "Ein anderer Benutzer hat dasselbe seitdem geändert; dieser Schritt lässt sich nicht sicher rückgängig machen.",
  checks: {
    title_one: "Ein Punkt vor einer Freigabe",
    title_other: "{{count}} Punkte vor einer Freigabe",
    role: "Keine Rolle führt ihn aus.",
    name: "Sein Name fehlt in dieser Sprache.",
  },
  withNames: "Rollen, Systeme und Dokumente zeigen",
  openThreads_one: "Eine offene Frage",
  openThreads_other: "{{count}} offene Fragen",
  nothingChosen: "Wählen Sie eine Zeile oder eine Form, um alles darüber zu sehen.",
  ownPage: "Wo „{{name}}“ verwendet wird",
  width: { script: "Breite des Skripts", details: "Breite der Details" },
  flow: {
    title: "Verbindung",
    from: "Sie kommt von",
    to: "Sie führt zu",
    loop: "Sie führt zurück.",
    lead: "Führen zu",
    insert: "Hier einen Schritt einfügen",
    step: "Neuer Schritt",
    delete: "Verbindung löschen",
  },
  clash: {
    title: "Andere Benutzer haben dieselben Zeilen geändert",
    mine: "Ihre",
    others: "Die anderen",
    nothing: "(gelöscht)",
    keep: "Meine Zeilen speichern",
    take: "Die anderen übernehmen",
  },
};
export default texts;
