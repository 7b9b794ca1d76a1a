const texts = {
  walk: "Walk through",
  responsibilities: "Responsibilities",
  steps: "Step table",
  onlyMine: "Only my steps ({{count}})",
  print: "Print",
  number: "No.",
  step: "Step",
  description: "Description",
  nothing: "There are no such steps",
  nothingHelp: "No step names who does it, or none of them is yours.",
  openProcess: "Open “{{name}}”",
  place: "Step {{number}} of {{count}}",
  yours: "Your step: {{part}}",
  back: "Back",
  again: "From the beginning",
  keys: "→ goes on, ← goes back, ↑ and ↓ choose among ways, Esc closes.",
};
export default texts;
