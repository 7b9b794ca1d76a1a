import type en from "../en/comments";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  tab: "Kommentare ({{count}})",
  none: "Es gibt keine Kommentare",
  noneHelp: "Fragen Sie, was hier unklar ist. Wer das Element öffnen kann, kann lesen und antworten.",
  write: "Das Element kommentieren",
  writeOn: "„{{name}}“ kommentieren",
  writeReply: "Ihre Antwort",
  mention: "Für wen",
  send: "Kommentieren",
  reply: "Antworten",
  resolve: "Erledigen",
  reopen: "Wieder öffnen",
  resolved: "Erledigt",
  delete: "Den Kommentar löschen",
  deleted: "Dieser Kommentar wurde gelöscht.",
  ofElement: "Zum Element",
  threadOf: "Gespräch: {{text}}",
  someone: "Eine verborgene Person",
  for: "für {{names}}",
  open_one: "{{count}} offener Kommentar am Element",
  open_other: "{{count}} offene Kommentare am Element",
};
export default texts;
