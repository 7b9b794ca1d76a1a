import type en from "../en/changes";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Was sich geändert hat",
  show: "Was gezeigt wird",
  allChanges: "Alle Änderungen",
  releases: "Freigaben",
  from: "Vom Ende des",
  to: "Bis zum Ende des",
  where: "Wo",
  everything: "Überall",
  below: "Mit allem darunter:",
  counts: "{{added}} hinzugefügt, {{removed}} entfernt, {{changed}} geändert.",
  reading: "Wird gelesen …",
  markdown: "Versionshinweise als Markdown",
  broken: "Die Antwort brach vor ihrem Ende ab.",
  nothing: "Nichts hat sich geändert",
  noReleases: "Nichts wurde freigegeben",
  nothingHelp: "Wählen Sie andere Tage, um mehr zu sehen.",
  elements: "Geänderte Elemente",
  more: "Mehr zeigen ({{count}})",
  unnamed: "ohne Namen",
  renamed: "umbenannt",
  moved: "verschoben",
  permissions: "Berechtigungen",
  open: "Öffnen:",
  number: "Version",
  state: "Status",
  parent: "Steht unter",
  children: "Darunter",
};
export default texts;
