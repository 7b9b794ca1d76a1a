import type en from "../en/reading";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  walk: "Durchgehen",
  responsibilities: "Zuständigkeiten",
  steps: "Schritttabelle",
  onlyMine: "Nur meine Schritte ({{count}})",
  print: "Drucken",
  number: "Nr.",
  step: "Schritt",
  description: "Beschreibung",
  nothing: "Es gibt keine solchen Schritte",
  nothingHelp: "Kein Schritt nennt, wer ihn ausführt, oder keiner gehört Ihnen.",
  openProcess: "„{{name}}“ öffnen",
  place: "Schritt {{number}} von {{count}}",
  yours: "Ihr Schritt: {{part}}",
  back: "Zurück",
  again: "Von vorn",
  keys: "→ geht weiter, ← zurück, ↑ und ↓ wählen unter mehreren Wegen, Esc schließt.",
};
export default texts;
