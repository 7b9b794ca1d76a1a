import type en from "../en/drafts";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  restored: "Sie haben ungespeicherte Änderungen von {{at}}. Hier werden sie gezeigt.",
  keep: "Behalten",
  discard: "Verwerfen",
  other: "Es gibt weitere ungespeicherte Änderungen von Ihnen von {{at}}.",
  show: "Stattdessen zeigen",
  discardOther: "Diese verwerfen",
  loose:
    "Dieser Browser hat keinen Platz mehr, Ihre Änderungen zu behalten. Speichern Sie, bevor Sie die Seite verlassen.",
  left: "Ihre Änderungen sind nicht gespeichert. Dieser Browser behält sie 30 Tage.",
  back: "Zurück zu ihnen",
  locked: "Sie haben ungespeicherte Änderungen von {{at}}, aber dies kann nicht mehr bearbeitet werden.",
  copy: "Als Text kopieren",
  meanwhile:
    "Jemand anderes hat geändert, was Sie gerade ändern: {{fields}}. Ihr Text bleibt; beim Speichern entscheiden Sie.",
};
export default texts;
