const texts = {
  title: "That did not work",
  unreachable: "The service does not answer.",
  unreachableHelp: "Check your connection. The page asks again by itself.",
  notFound: "There is nothing here",
  notFoundHelp: "It was deleted, was never there, or is not visible to you.",
  forbidden: "You may not do this",
  forbiddenHelp: "Your role or the permissions of this element do not allow it. An administrator can change that.",
  conflict: "It cannot be done now",
  invalid: "Something is wrong with what was entered",
  broken: "Something broke on our side",
  brokenHelp: "Try again. If it happens again, report this number to the operators of the service: {{id}}",
  again: "Try again",
  goHome: "To the start",
  noPage: "There is no such page",
  noPageHelp: "The address may be misspelled, or from an older version.",
};
export default texts;
