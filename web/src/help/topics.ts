// Which help belongs to which screen. To add a screen: its topic here, and texts below its key in i18n/{en,de}/help.
import type en from "@/i18n/en/help/screens";

export type TopicKey = keyof typeof en;

/** Where the page is. */
export interface Place {
  route: string;
  params: Readonly<Record<string, string | undefined>>;
  search: { tab?: string; selected?: string };
  /** Whether a view of a facet is shown as a tree. */
  isTree?: boolean;
}

const BY_ROUTE: Readonly<Record<string, TopicKey>> = {
  "/": "home",
  "/facets/$facet": "list",
  "/facets/$facet/$view": "list",
  "/elements/$facet/$id": "element",
  "/search": "search",
  "/tasks": "tasks",
  "/reporting": "reporting",
  "/translations": "translations",
  "/imports": "imports",
  "/changes": "changes",
  "/proposals": "proposals",
  "/proposals/$part": "proposals",
  "/connect": "connect",
  "/guide": "guide",
  "/administration": "administration",
  "/administration/$part": "administration",
};

/** The tabs of an element, each with its topic. */
const BY_TAB: Readonly<Record<string, TopicKey>> = {
  read: "element",
  diagram: "diagram",
  children: "children",
  files: "files",
  comments: "comments",
  usages: "usages",
  release: "release",
  versions: "versions",
  history: "history",
  permissions: "permissions",
  ids: "ids",
};

const BY_PART: Readonly<Record<string, TopicKey>> = {
  users: "users",
  groups: "groups",
  roles: "roles",
  sets: "sets",
  tokens: "tokens",
  webhooks: "webhooks",
  audit: "audit",
  languages: "languages",
  kinds: "kinds",
  types: "types",
  synonyms: "synonyms",
  manuals: "manuals",
  trash: "trash",
  storage: "storage",
  tenants: "tenants",
};

/** The sections of the guide that say more. */
export const GUIDE: Partial<Record<TopicKey, string>> = {
  list: "filter-by-conditions",
  element: "edit-in-two-languages",
  diagram: "diagrams",
  files: "files-and-pictures",
  release: "release-and-compare",
  versions: "release-and-compare",
  reporting: "see-how-it-is-doing-and-look-after-it",
  administration: "see-how-it-is-doing-and-look-after-it",
};

/** The topic of a tab, if it has one of its own. */
export const topicOfTab = (tab: string): TopicKey | undefined => BY_TAB[tab];

/** The topic of a part of the administration, if it has one of its own. */
export const topicOfPart = (part: string): TopicKey | undefined => BY_PART[part];

/** The topic of a route alone; undefined for addresses that no page has. */
export const topicOfRoute = (route: string): TopicKey | undefined => BY_ROUTE[route];

/** The topics of a place, the closest one first: of an element beside a tree or a list, too. */
export function topicsAt({ route, params, search, isTree }: Place): TopicKey[] {
  const own = topicOfRoute(route);
  if (own === undefined) return ["nothing"];
  const tab = search.tab === undefined ? undefined : topicOfTab(search.tab);
  if (own === "element") return tab === undefined || tab === own ? [own] : [tab, own];
  if (own === "administration") return [topicOfPart(params.part ?? "") ?? own];
  if (own !== "list") return [own];
  const view: TopicKey = isTree ? "tree" : "list";
  return search.selected === undefined ? [view] : [view, tab ?? "element"];
}
