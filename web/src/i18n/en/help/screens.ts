// Help for each screen. Loaded when help is opened. The keys are those of help/topics.ts.
import type { Topic } from "@/help/topic";

const screens = {
  home: {
    title: "Home",
    about: "Where you start: what waits for you, what you used last, and how the content is doing.",
    can: [
      "Open a part of the picture at the top to go there.",
      "Open your favourites, and what you viewed last.",
      "Click a number or a bar: it opens the list that it counts.",
      "“Arrange this page” shows, hides and orders what stands here.",
    ],
    edit: ["Go on with your drafts."],
  },
  tree: {
    title: "Tree",
    about: "The elements of a facet as a hierarchy. What you choose in it is shown beside it.",
    can: [
      "Open and close branches by the arrows.",
      "Choose an element to read it.",
      "“As on …” shows everything as it was on an earlier day.",
    ],
    edit: [
      "“New” creates an element below the chosen one.",
      "Drag an element to another place, or use “Move to …” in its menu.",
      "A right click on an element shows what else can be done with it.",
    ],
    keys: { "↑ ↓ ← →": "Walk, open and close", Enter: "Show the element", "Shift+F10": "Menu of the element" },
    editKeys: {
      F2: "Rename",
      Delete: "Delete",
      "Ctrl+X, Ctrl+V": "Move",
      "Ctrl+C, Ctrl+V": "Copy",
      "Ctrl+D": "Duplicate",
      "Ctrl+M": "Move to …",
    },
  },
  list: {
    title: "List",
    about: "All elements of a facet as a table, to find, compare and count them.",
    can: [
      "Type words into the filter to find them in names, or put conditions together.",
      "Click a heading to order, and choose the columns that you need.",
      "Save filter, order and columns under a name (bookmark).",
      "Download what you see as CSV.",
      "“As on …” shows everything as it was on an earlier day.",
    ],
    edit: ["Tick several elements to change, move, release or delete them together."],
    keys: { "Shift+click": "Tick all rows between two" },
  },
  element: {
    title: "Element",
    about: "Everything about one element. The tabs show its text, diagram, files, versions and what uses it.",
    can: [
      "Read it in another language: choose the language of content at the top.",
      "Mark it as a favourite by the star.",
      "Copy a link to it, or print it.",
      "“As on …” shows everything as it was on an earlier day.",
    ],
    edit: [
      "Click into a text to change it, then save.",
      "Choose a second language to translate side by side.",
      "What you have not saved is kept in this browser until you save or discard it.",
      "A released version is not changed: make a new version of it.",
    ],
    editKeys: { "Ctrl+S": "Save", "[[": "Link to an element, in a text" },
  },
  diagram: {
    title: "Diagram",
    about: "The flow of a process. The service draws it; the order of the steps decides where they stand.",
    can: [
      "Open what stands behind a step by a double click.",
      "Choose another layout.",
      "Walk through it step by step in large type, or see only the steps of your roles.",
      "See who does what, or all steps, as a table, and print it.",
      "Download it as SVG or PNG; beside its name as PDF, Word, BPMN or script.",
    ],
    edit: ["Add, connect, rename and delete steps. Each change is stored at once, and can be undone."],
    keys: { "↑ ↓ ← →": "To the next step", Enter: "Open the step", "0": "Show the whole diagram" },
    editKeys: {
      "+": "New step behind this one",
      B: "New branch",
      C: "Choose what follows",
      F2: "Rename",
      Delete: "Delete",
      "Ctrl+Z, Ctrl+Y": "Undo, redo",
    },
  },
  children: {
    title: "Below it",
    about: "The elements that stand directly below this one.",
    can: ["Click a name to open it."],
  },
  files: {
    title: "Files",
    about: "Files and pictures that belong to this version.",
    can: ["Click a picture to see it, and a name to download it."],
    edit: ["Drop files here, paste a picture, or choose files.", "Files that a text shows cannot be deleted."],
  },
  comments: {
    title: "Comments",
    about: "What people ask and say about the element and the shapes of its diagram.",
    can: [
      "Write a comment, and choose for whom it is.",
      "Reply, and resolve what is settled.",
      "Choose a shape in the diagram before to comment on it.",
    ],
  },
  usages: {
    title: "Used in",
    about: "Other elements that refer to this one. Look here before you change or delete it.",
    can: ["Click a name to open it."],
  },
  release: {
    title: "Release",
    about: "Where this version stands on its way to the readers, and who has to decide.",
    can: ["See which steps are done, by whom and when.", "See why a step cannot be taken."],
    edit: [
      "Take the next step, and write a message to those who decide.",
      "Findings lead you to the field that needs something.",
      "Your own drafts are approved by others.",
    ],
  },
  versions: {
    title: "Versions",
    about: "All versions of the element that you may see, and what changed between them.",
    can: [
      "Choose two versions to compare them: texts, relations and diagrams side by side.",
      "See who approved a version, and whether it still says what was approved.",
    ],
    edit: ["Save the signed record of an approved version: others can check it without this service."],
  },
  history: {
    title: "History",
    about: "Who changed what, and when. The newest entry comes first.",
    can: ["Scroll down for older entries.", "“As it was then” shows the element after a change."],
  },
  permissions: {
    title: "Permissions",
    about: "Who may see and change this element.",
    can: [
      "Without permissions of its own, an element follows the place where it stands.",
      "Ask why a user may or may not.",
    ],
  },
  ids: {
    title: "Technical",
    about: "The ids of this element, for programs that use the interface.",
    can: ["Copy an id to use it in a request."],
  },
  search: {
    title: "Search",
    about: "Finds words in names and texts of everything that you may see.",
    can: ["Narrow the hits to one facet.", "Scroll down for more hits."],
    keys: { "/": "Go to the search field" },
  },
  tasks: {
    title: "My tasks",
    about: "What others ask you to decide, and what you decided before.",
    can: [
      "Open the element to see what it is about.",
      "Accept, or decline with a reason.",
      "Delegate a task to another user.",
    ],
  },
  connect: {
    title: "Agents that act for you",
    about: "Programs that you have allowed to read in your name, and maybe to propose changes.",
    can: [
      "When an agent signs in: see what it asks for and where your browser goes, then allow or refuse it.",
      "End what you have allowed. The agent gets no more answers, at once.",
    ],
  },
  proposals: {
    title: "Proposals of agents",
    about: "What programs propose to change: drafts that people decide about as one.",
    can: [
      "Open a draft, or compare it with the version before.",
      "Accept the proposal: its drafts pass their review together.",
      "Decline it with a reason: its drafts go back to their author.",
    ],
  },
  reporting: {
    title: "Reporting",
    about: "Figures about the content: states, releases over time, missing translations, maturity.",
    can: ["See each figure as a chart or a table.", "Click a bar to open its list.", "Download it as CSV."],
  },
  changes: {
    title: "What changed",
    about: "What was added, removed and changed between two days, or what was released in between.",
    can: [
      "Choose two days, and a facet.",
      "Open an element to see what differs, with the words marked.",
      "Download release notes as Markdown.",
    ],
  },
  translations: {
    title: "Translations",
    about: "For translators: what was changed since it was translated, what is missing, one element after the other.",
    can: ["Choose a language and a facet.", "Choose an element to see its texts side by side."],
    edit: [
      "Translate beside the source; words that were changed in it are marked.",
      "“Still right” confirms a translation that fits as it is.",
    ],
    editKeys: { "Ctrl+Enter": "Save and next", "Ctrl+Shift+Enter": "All still right, and next" },
  },
  imports: {
    title: "Import a table",
    about:
      "A file from Excel or with comma separated values changes many elements at once: a plan first, then all of it or nothing.",
    can: ["Choose a facet and a file.", "See what each column stands for, what is wrong, and what would change."],
    edit: [
      "Correct what columns stand for, and make the plan again.",
      "Apply the plan; undo gives back what was there.",
    ],
  },
  guide: {
    title: "Guide",
    about: "The whole guide to this page.",
    can: ["Choose a section from its contents."],
  },
  administration: {
    title: "Administration",
    about: "For administrators: users, other systems, languages, the storage itself.",
    can: ["Choose what to look after. Each part has help of its own."],
  },
  users: {
    title: "Users",
    about: "Who can sign in, with which role.",
    can: [
      "Create a user, and pass on the sign-in link. It works once.",
      "Change a role, or set a user inactive.",
      "Make a link for a user who forgot the password.",
    ],
  },
  groups: {
    title: "Groups",
    about: "Users who get the same permissions and tasks.",
    can: ["Create a group. Its members are set with each user."],
  },
  roles: {
    title: "Roles",
    about: "What each role may do. Every role includes the ones before it.",
    can: ["See how many users and tokens have it."],
  },
  sets: {
    title: "Permission sets",
    about: "Rights that are given together, to users and groups.",
    can: ["Create a set, and say what it allows.", "Give it to users and groups, everywhere or at an element."],
  },
  tokens: {
    title: "Tokens",
    about: "How programs get in. Each token has a role, and an end.",
    can: ["Create a token. Its secret is shown once.", "Revoke a token that is not needed any more."],
  },
  webhooks: {
    title: "Webhooks",
    about:
      "How other systems learn of changes at once. Each message is signed, and is sent again until the receiver has taken it.",
    can: [
      "Make a webhook, and send a test. Its secret is shown once.",
      "See in the log what was sent and what was answered.",
      "Send again what was given up, or everything from a change on.",
    ],
  },
  audit: {
    title: "Audit",
    about: "Sign-ins and changes of permissions, the newest first. Entries are never changed.",
    can: ["Filter by user, kind and time."],
  },
  languages: {
    title: "Languages",
    about: "The languages of the content.",
    can: [
      "Add a language, choose the default, and say which ones are mandatory.",
      "The texts of a removed language are kept, and come back with it.",
    ],
  },
  kinds: {
    title: "Stereotypes",
    about: "Finer kinds of the types that there are.",
    can: ["Create a stereotype. Editors can choose it from then on."],
  },
  types: {
    title: "Types",
    about: "The types of elements, and what each consists of. Your storage can have types and properties of its own.",
    can: [
      "Look up which attributes and relations a type has.",
      "Make a new type: it is made like one of the standard, and then gets properties of its own.",
      "Give a type a new property: a text, a choice, a number, a date, or a reference to other elements.",
      "Say which roles may read or change a property.",
      "Remove what is not needed any more. A type goes when no element has it.",
    ],
  },
  manuals: {
    title: "Templates of manuals",
    about: "How printed manuals of this storage look.",
    can: [
      "Download the template of a format and a language, change it, and upload it. What is wrong with it is listed, and the one before stays.",
      "A Word template has placeholders in double braces for what the manual says: title, subtitle, facts, language.",
      "Reset a template: that of all languages holds again, or the default.",
    ],
  },
  synonyms: {
    title: "Synonyms",
    about: "Words that mean the same to the search of this storage.",
    can: [
      "Add a group: words that mean the same, separated by commas. The next search knows it.",
      "Change or remove a group.",
    ],
  },
  trash: {
    title: "Trash",
    about: "What was deleted, and can still be brought back.",
    can: ["Restore an element, with what was below it."],
  },
  storage: {
    title: "Storage and languages",
    about: "What is set for this storage. Operators of the service change it.",
    can: ["Look up its languages, region and time zone, and the addresses for programs."],
  },
  tenants: {
    title: "Storages",
    about: "The storages that this administration looks after.",
    can: ["Create a storage, with a template and its first administrator."],
  },
  everywhere: {
    title: "Everywhere",
    about: "What works on every screen.",
    can: [],
    keys: { "/": "Search", "Ctrl+K": "Go anywhere, do anything", "?": "Help", Esc: "Close" },
  },
  nothing: {
    title: "No such page",
    about: "Nothing is at this address. The link may be old or incomplete.",
    can: ["Search for what you need, or go to Home."],
  },
} satisfies Record<string, Topic>;
export default screens;
