import type en from "../en/files";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  tab: "Dateien ({{count}})",
  none: "Es gibt keine Dateien",
  upload: "Dateien hochladen",
  choose: "Dateien zum Hochladen wählen",
  uploadHelp: "Oder Dateien auf das Element ziehen, oder ein Bild einfügen.",
  dropHere: "Loslassen, um die Dateien hinzuzufügen",
  readOnly: "Hier können keine Dateien hinzugefügt werden",
  readOnlyHelp: "Das Element ist in seinem Status nicht änderbar, oder Sie dürfen es nicht ändern.",
  added_one: "{{count}} Datei hinzugefügt.",
  added_other: "{{count}} Dateien hinzugefügt.",
  sendings: "Uploads",
  tooLarge: "Die Datei ist zu groß",
  waiting: "wartet",
  progress: "Wie weit {{name}} ist",
  cancel: "Upload von {{name}} abbrechen",
  giveUp: "{{name}} aus der Liste nehmen",
  open: "{{name}} öffnen",
  delete: "{{name}} löschen",
  deleteAsk: "„{{name}}“ löschen?",
  deleteHelp: "Die Datei wird sofort aus dieser Version gelöscht. Andere Versionen behalten ihre.",
  deleteConfirm: "Löschen",
  deleted: "„{{name}}“ gelöscht.",
};
export default texts;
