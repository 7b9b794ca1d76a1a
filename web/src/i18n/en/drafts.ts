const texts = {
  restored: "You have unsaved changes from {{at}}. They are shown here.",
  keep: "Keep",
  discard: "Discard",
  other: "There are other unsaved changes of yours from {{at}}.",
  show: "Show them instead",
  discardOther: "Discard those",
  loose: "This browser has no room left to keep your changes. Save them before you leave.",
  left: "Your changes are not saved. This browser keeps them for 30 days.",
  back: "Go back to them",
  locked: "You have unsaved changes from {{at}}, but this can no longer be edited.",
  copy: "Copy as text",
  meanwhile: "Another user has changed what you are changing: {{fields}}. Your text stays; when you save, you choose.",
};
export default texts;
