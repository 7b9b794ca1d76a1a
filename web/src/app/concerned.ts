// Which queries show what has changed: those whose data name the element, and lists that may hold it now, or no longer.
import type { LiveChange } from "@/api/types.gen";

type Change = Pick<LiveChange, "id" | "versionId" | "facetName" | "kind">;

interface Shown {
  key: readonly unknown[];
  data: unknown;
}

/** A change of what stands in an element: it stays in its place and in its state. */
const CONTENT = new Set(["element.changed", "diagram.changed", "file.added", "file.removed"]);
const isContent = ({ kind }: Change) => CONTENT.has(kind);
/** A change around an element, which shows where it is spoken of, and in no list. */
const isAside = ({ kind }: Change) => ["comment.", "acknowledgement.", "review."].some((each) => kind.startsWith(each));

/** What shows comments, besides their element. */
const OF_COMMENTS = new Set([
  "comments",
  "acknowledgements",
  "awaited",
  "review",
  "own-reviews",
  "due-reviews",
  "history",
  "whole-history",
  "tasks-about",
]);
/** What is about an element and has nothing of its texts. */
const WITHOUT_TEXTS = new Set(["comments", "files", "permissions", "tasks-about"]);
/** What is the same for every element of its type. */
const DEFINITIONS = new Set(["info", "facets", "types", "views", "config", "type-config", "additions", "preferences"]);

/** Where in the key of a list the facets stand that it is about; missing there: all. */
const FACETS_AT: Record<string, number> = {
  list: 2,
  "list-total": 2,
  administered: 2,
  "filter-widget": 2,
  recent: 2,
  "my-drafts": 3,
  untranslated: 2,
  translations: 2,
  maturity: 2,
  values: 2,
  search: 5,
  "all-hits": 4,
  stats: 3,
  select: -1,
  first: 2,
  people: -1,
  members: -1,
  completion: -1,
  "filled-by": 2,
};
/** Lists that a change of texts alone leaves as they are. */
const COUNTS_OF = new Set<unknown>(["facet", "state", "type"]);
/** What is below an element, or at the top. */
const PLACES = new Set(["roots", "children", "element", "trash"]);
/** What may begin or end with any step that is more than a change of texts. */
const WORK = new Set([
  "awaited",
  "own-reviews",
  "due-reviews",
  "tasks",
  "open-tasks",
  "decided-tasks",
  "audit",
  "proposals",
]);
const NOTICES = "notices";
/** A text with the names of steps, roles and more, and the ids of none. */
const SCRIPT = "script";

/** Whether a query may have other data after some changes. */
export function isConcerned({ key, data }: Shown, changes: readonly Change[]): boolean {
  return changes.some((each) => isConcernedBy(key, each)) || names(key, data, changes);
}

/** Whether the notices of the user may be others. They come a moment after what they are about. */
export const mayNotify = (changes: readonly Change[]): boolean => changes.some((each) => !isContent(each));

function isConcernedBy(key: readonly unknown[], change: Change): boolean {
  const name = String(key[1]);
  if (isAside(change) || name === NOTICES) return false;
  if (name === SCRIPT) return true;
  if (name in FACETS_AT) return isOfFacet(key, change) && !(isContent(change) && isSettled(key));
  if (WORK.has(name)) return !isContent(change);
  if (PLACES.has(name)) return !isContent(change) && (name === "trash" || key[2] === change.facetName);
  return name === "usages" && change.kind !== "file.added";
}

function isOfFacet(key: readonly unknown[], { facetName }: Change): boolean {
  const facets = key[FACETS_AT[String(key[1])] ?? -1];
  return facets === undefined || [facets].flat().includes(facetName);
}

/** Whether a list neither counts nor chooses by anything that stands in texts. */
function isSettled(key: readonly unknown[]): boolean {
  if (key[1] === "stats") return Array.isArray(key[2]) && key[2].every((each) => COUNTS_OF.has(each));
  return key[1] === "list-total" && !key[5];
}

function names(key: readonly unknown[], data: unknown, changes: readonly Change[]): boolean {
  const name = String(key[1]);
  if (DEFINITIONS.has(name)) return false;
  const about = changes.filter(
    (each) =>
      !(isAside(each) && !OF_COMMENTS.has(name)) &&
      !(isContent(each) && WITHOUT_TEXTS.has(name) && !isFile(each, name)),
  );
  if (about.length === 0) return false;
  const ids = about.flatMap(({ id, versionId }) => (versionId === undefined ? [id] : [id, versionId]));
  return mentions(key, ids) || mentions(data, ids);
}

const isFile = ({ kind }: Change, name: string) => name === "files" && kind.startsWith("file.");

const ID_LENGTH = 36;

/** Whether an id stands anywhere in a value. */
function mentions(value: unknown, ids: readonly string[]): boolean {
  if (typeof value === "string") return value.length >= ID_LENGTH && ids.some((id) => value.includes(id));
  if (Array.isArray(value)) return value.some((each) => mentions(each, ids));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, each]) => mentions(name, ids) || mentions(each, ids));
}
