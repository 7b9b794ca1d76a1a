const texts = {
  title: "Search",
  hits_one: "{{count}} hit for “{{q}}”",
  hits_other: "{{count}} hits for “{{q}}”",
  atLeast: "more than {{count}} hits for “{{q}}”",
  narrow: "These are the best hits. Further words, or a facet, find the others.",
  all: "Everywhere",
  nothing: "Nothing has these words",
  nothingHelp: "Try fewer or other words, or the beginning of one. Letter case and accents make no difference.",
  ask: "What are you looking for?",
  askHelp: "Names, descriptions and other texts in all cultures are searched.",
};
export default texts;
