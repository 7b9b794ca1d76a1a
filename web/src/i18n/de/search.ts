import type en from "../en/search";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Suche",
  hits_one: "{{count}} Treffer für „{{q}}“",
  hits_other: "{{count}} Treffer für „{{q}}“",
  atLeast: "mehr als {{count}} Treffer für „{{q}}“",
  narrow: "Das sind die besten Treffer. Weitere Wörter oder eine Facette finden die übrigen.",
  all: "Überall",
  nothing: "Nichts enthält diese Wörter",
  nothingHelp:
    "Versuchen Sie weniger oder andere Wörter oder den Anfang eines Wortes. Groß und klein, Akzente und Umlaute machen keinen Unterschied.",
  ask: "Was suchen Sie?",
  askHelp: "Durchsucht werden Namen, Beschreibungen und andere Texte in allen Sprachen.",
};
export default texts;
