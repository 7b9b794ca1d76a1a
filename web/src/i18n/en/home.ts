const texts = {
  title: "Home",
  house: "Process house",
  below_one: "{{count}} below",
  below_other: "{{count}} below",
  states: "States",
  statesHelp: "Elements of the largest facets, by state",
  missing: "Missing translations",
  missingHelp: "Elements that have a name and every mandatory text",
  missingIn_one: "{{count}} element lacks something",
  missingIn_other: "{{count}} elements lack something",
  nothingMissing: "Everything is there",
  maturity: "Maturity",
  recent: "Recently released",
  noRecent: "Nothing was released lately",
  tasks: "My tasks",
};
export default texts;
