import type en from "../../en/help/tour";
import type { Texts } from "../../texts";

const tour: Texts<typeof en> = {
  find: {
    title: "Finden",
    text: "Tippen Sie / und ein paar Buchstaben, um alles zu durchsuchen. Strg+K führt überallhin, mit Namen: Seiten, Elemente, Befehle.",
  },
  read: {
    title: "Lesen",
    text: "Das Menü ordnet alles nach Art. Öffnen Sie ein Element: Sie sehen Text, Diagramm und wo es verwendet wird. Die Auswahl oben wechselt die Sprache der Inhalte.",
  },
  keep: {
    title: "Wiederkommen",
    text: "Der Stern neben einem Namen macht ihn zum Favoriten. Favoriten und was Sie zuletzt angesehen haben stehen auf der Startseite, in jedem Browser.",
  },
  change: {
    title: "Ändern",
    text: "„Neu“ über einem Baum oder einer Liste legt ein Element an. Klicken Sie in einem Element in einen Text, schreiben Sie, und speichern Sie. Was Sie nicht gespeichert haben, behält dieser Browser.",
  },
  release: {
    title: "Freigeben und entscheiden",
    text: "Der Reiter Freigabe schickt Ihren Entwurf an die, die entscheiden; Leser sehen ihn, wenn er freigegeben ist. Was andere von Ihnen entschieden haben möchten, steht unter „Meine Aufgaben“.",
  },
  help: {
    title: "Hilfe bekommen",
    text: "Das Fragezeichen oben, oder die Taste ?, erklärt jede Ansicht. Dort beginnen Sie auch diese Führung noch einmal.",
  },
};
export default tour;
