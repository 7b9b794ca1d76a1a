import type en from "../en/errors";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Das hat nicht geklappt",
  unreachable: "Der Dienst antwortet nicht.",
  unreachableHelp:
    "Prüfen Sie Ihre Verbindung. Was angezeigt wird, fragt die Seite von selbst noch einmal; Änderungen versuchen Sie bitte noch einmal.",
  offline: "Sie sind offline.",
  silent: "Der Dienst antwortet nicht.",
  kept: "Was Sie eingeben, bleibt erhalten. Die Seite macht von selbst weiter.",
  overtaken: "Inzwischen hat es sich geändert",
  overtakenHelp:
    "Eine andere Person war schneller. Die Seite zeigt jetzt den aktuellen Stand; sehen Sie ihn an und wiederholen Sie Ihre Änderung, wenn sie noch passt.",
  partMissing: "Dieser Teil der Seite ist nicht mehr da",
  partMissingHelp:
    "Der Dienst wurde aktualisiert, während die Seite offen war. Laden Sie die Seite neu; Ihre Eingaben bleiben erhalten.",
  reload: "Neu laden",
  notFound: "Hier ist nichts",
  notFoundHelp: "Es wurde gelöscht, war nie da oder ist für Sie nicht sichtbar.",
  forbidden: "Das dürfen Sie nicht",
  forbiddenHelp:
    "Ihre Rolle oder die Berechtigungen dieses Elements erlauben es nicht. Ein Administrator kann das ändern.",
  conflict: "Das geht jetzt nicht",
  invalid: "Mit der Eingabe stimmt etwas nicht",
  broken: "Bei uns ging etwas kaputt",
  brokenHelp: "Versuchen Sie es noch einmal. Wenn es bleibt, nennen Sie dem Betreiber diese Nummer: {{id}}",
  again: "Noch einmal",
  goHome: "Zum Start",
  noPage: "Diese Seite gibt es nicht",
  past: {
    notFound: "Das gab es damals nicht",
    notFoundHelp:
      "Es wurde später angelegt, oder Sie dürfen es nicht sehen. Wählen Sie oben einen späteren Tag, oder kehren Sie zu heute zurück.",
    tooLarge: "Der damalige Stand lässt sich nicht zeigen",
    tooLargeHelp:
      "Der Bestand ist zu groß, um alles so zu zeigen, wie es war. Ein einzelnes Element lässt sich zeigen; für Listen und Bäume kehren Sie zu heute zurück.",
    busy: "Die Vergangenheit wird gerade für andere zusammengestellt",
    busyHelp: "Es wird immer nur ein Zeitpunkt zusammengestellt. Versuchen Sie es gleich noch einmal.",
    noMoment: "Diesen Zeitpunkt kennt der Dienst nicht",
    noMomentHelp:
      "Die Adresse ist falsch geschrieben oder liegt in der Zukunft. Wählen Sie oben einen Tag, oder kehren Sie zu heute zurück.",
  },
  noPageHelp: "Die Adresse ist vielleicht falsch geschrieben oder stammt aus einer älteren Fassung.",
};
export default texts;
