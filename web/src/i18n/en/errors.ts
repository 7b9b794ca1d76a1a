const texts = {
  title: "That did not work",
  unreachable: "The service does not answer.",
  unreachableHelp:
    "Check your connection. What is shown is asked for again by itself; what you wanted to change, try again.",
  offline: "You are offline.",
  silent: "The service does not answer.",
  kept: "What you type is kept. The page goes on by itself.",
  overtaken: "It has changed meanwhile",
  overtakenHelp:
    "Another user was faster. The page now shows how it is; look at it, and repeat your change if it still fits.",
  partMissing: "This part of the page is gone",
  partMissingHelp: "The service was upgraded while the page was open. Load the page again; what you typed is kept.",
  reload: "Load again",
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
  past: {
    notFound: "It was not there then",
    notFoundHelp: "It was created later, or is not visible to you. Choose a later day above, or go back to today.",
    tooLarge: "This cannot be shown as it was",
    tooLargeHelp:
      "The storage is too large to show all of it as it was. A single element can be shown; for lists and trees go back to today.",
    busy: "The past is being put together for others",
    busyHelp: "Only one moment is put together at a time. Try again shortly.",
    noMoment: "The service does not know this point in time",
    noMomentHelp: "The address is misspelled, or lies in the future. Choose a day above, or go back to today.",
  },
  noPageHelp: "The address may be misspelled, or from an older version.",
};
export default texts;
