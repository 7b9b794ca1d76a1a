const texts = {
  label: "Point in time",
  choose: "As on …",
  ask: "Show everything as it was on a day:",
  asOn: "As on {{moment}}",
  readOnly: "You are looking at the past. Nothing can be changed here.",
  before: "The history begins on {{day}}; before that there was nothing.",
  revision: "{{moment}} (revision {{revision}})",
  slider: "Day, from the beginning of the history until today",
  field: "Date",
  outside: "Choose a date from {{from}} until today.",
  today: "Back to today",
  close: "Stay with today",
};
export default texts;
