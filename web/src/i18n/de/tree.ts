import type en from "../en/tree";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Baum",
  empty: "Hier ist noch nichts",
  emptyHelp: "Was an der Spitze dieser Hierarchie steht, legen Architekten an.",
  choose: "Wählen Sie ein Element",
  chooseHelp:
    "Hier erscheinen seine Attribute, Beziehungen und Historie. Pfeiltasten gehen durch den Baum, Enter öffnet.",
  new: "Neu",
  newBelow: "Neu unter „{{name}}“",
  newOf: "Neu: {{type}}",
  nameIn: "Name ({{culture}})",
  create: "Anlegen",
  add: "Hinzufügen",
  created: "„{{name}}“ angelegt.",
  rename: "Umbenennen",
  renamed: "In „{{name}}“ umbenannt.",
  delete: "Löschen",
  deleteAsk: "„{{name}}“ löschen?",
  deleteHelp: "Es kommt in den Papierkorb, aus dem Administratoren es zurückholen können.",
  deleted: "„{{name}}“ gelöscht.",
  moved: "„{{name}}“ verschoben.",
  open: "Öffnen",
  actions: "Was mit „{{name}}“ tun",
  nothingBelow: "Hier kann nichts hinzugefügt werden.",
  expandAll: "Geladenes aufklappen",
  collapseAll: "Alles zuklappen",
};
export default texts;
