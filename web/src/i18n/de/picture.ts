import type en from "../en/picture";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Ihr Bild",
  yours: "Ihr Bild",
  none: "Sie haben kein Bild",
  help: "Andere Benutzer sehen es neben Ihrem Namen. Verwendet wird die Mitte des Fotos; Angaben zu Ort und Zeit werden nicht gesendet.",
  choose: "Bild wählen",
  remove: "Entfernen",
  save: "Speichern",
  saved: "Ihr Bild ist gespeichert.",
  removed: "Ihr Bild ist entfernt.",
  unreadable: "Diese Datei lässt sich nicht als Bild lesen. Wählen Sie eine PNG-, JPEG- oder WebP-Datei.",
};
export default texts;
