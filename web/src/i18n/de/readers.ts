import type en from "../en/readers";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Gelesen und verstanden",
  help: "Wer gefragt ist, bestätigt, das Freigegebene gelesen zu haben. Jede Freigabe fragt von Neuem.",
  asked: "Wer gefragt ist",
  askPrincipal: "Einen Benutzer, eine Gruppe oder Rolle fragen",
  askRole: "Alle mit einer Berechtigungsrolle fragen",
  askNoMore: "Nicht mehr fragen: {{name}}",
  role: "Alle ab der Rolle {{role}}",
  notReleased: "Gefragt wird, sobald eine Version freigegeben ist.",
  done: "{{done}} von {{count}} haben die gültige Version bestätigt.",
  people: "Wer bestätigt hat und wer nicht",
  waits: "noch nicht",
  confirmed: "bestätigt",
  all: "Alle {{count}} zeigen",
  proof: "Nachweis als {{format}}",
  please: "Bitte lesen Sie diese Version und bestätigen Sie es.",
  other: "Bitte lesen Sie die gültige Version; das hier ist eine andere.",
  open: "Die gültige Version öffnen",
  understood: "Ich habe dies gelesen und verstanden",
  thanks: "Danke. Es ist vermerkt.",
  toRead: "Zu lesen und zu bestätigen",
  since: "gefragt {{day}}",
};
export default texts;
