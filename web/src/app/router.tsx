// Every state of the page has an address. The culture of content goes along from page to page.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from "@tanstack/react-router";
import { Loading } from "@/parts/Loading";
import { NoPage } from "@/parts/NoPage";
import { PageFailure } from "@/parts/PageFailure";
import { askForView } from "./Ahead";
import { chunk } from "./chunk";
import { isEmbedded } from "./framing";
import { PAGES } from "./pages";
import { basepath } from "./place";
import { Shell } from "./Shell";
import type { ViewSearch } from "./view-search";

type Search = Record<string, unknown>;

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const number = (value: unknown) => (Number.isInteger(Number(value)) && value !== "" ? Number(value) : undefined);

interface InTime {
  /** The moment as of which the page shows the storage; undefined: now. */
  asOf?: string;
}
/** Pages with a past keep the moment that is shown; all others are about today. */
const inTime = { middlewares: [retainSearchParams<InTime>(["asOf"])] };
const momentOf = (search: Search): InTime => ({ asOf: text(search.asOf) });

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NoPage,
  validateSearch: (search: Search): { culture?: number; embed?: string } => ({
    culture: number(search.culture),
    embed: isEmbedded ? "true" : undefined,
  }),
  search: { middlewares: [retainSearchParams(["culture", "embed"])] },
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(() => chunk(() => import("@/pages/home/HomePage"))),
});

const facet = createRoute({
  getParentRoute: () => root,
  path: "/facets/$facet",
  validateSearch: momentOf,
  search: inTime,
  loader: ({ params }) => void askForView(params.facet),
  component: lazyRouteComponent(() => chunk(() => import("@/pages/facet/FacetStart"))),
});

const view = createRoute({
  getParentRoute: () => root,
  path: "/facets/$facet/$view",
  search: inTime,
  validateSearch: (search: Search): ViewSearch & InTime => ({
    ...momentOf(search),
    selected: text(search.selected),
    filter: text(search.filter),
    order: text(search.order),
    columns: text(search.columns),
    states: text(search.states),
    types: text(search.types),
    missing: number(search.missing),
    tab: text(search.tab),
    beside: number(search.beside),
    shape: text(search.shape),
    layout: text(search.layout),
    show: text(search.show),
    mine: text(search.mine),
    from: text(search.from),
    to: text(search.to),
  }),
  loader: ({ params }) => void askForView(params.facet, params.view),
  component: lazyRouteComponent(() => chunk(() => import("@/pages/facet/FacetPage"))),
});

export interface ElementSearch extends InTime {
  tab?: string;
  beside?: number;
  /** A culture into which elements are translated, one after the other. */
  missing?: number;
  shape?: string;
  layout?: string;
  /** How a process is read: walked through, or as a table. */
  show?: string;
  /** "true": only steps in which the user has a part. */
  mine?: string;
  /** The path of a field to go to. */
  field?: string;
  /** Two versions that are compared. */
  from?: string;
  to?: string;
}

const element = createRoute({
  getParentRoute: () => root,
  path: "/elements/$facet/$id",
  search: inTime,
  validateSearch: (search: Search): ElementSearch => ({
    ...momentOf(search),
    tab: text(search.tab),
    beside: number(search.beside),
    missing: number(search.missing),
    shape: text(search.shape),
    layout: text(search.layout),
    show: text(search.show),
    mine: text(search.mine),
    field: text(search.field),
    from: text(search.from),
    to: text(search.to),
  }),
  component: lazyRouteComponent(() => chunk(() => import("@/pages/element/ElementPage"))),
});

const search = createRoute({
  getParentRoute: () => root,
  path: "/search",
  search: inTime,
  validateSearch: (given: Search): { q?: string; facet?: string } & InTime => ({
    ...momentOf(given),
    q: text(given.q),
    facet: text(given.facet),
  }),
  component: lazyRouteComponent(() => chunk(() => import("@/pages/search/SearchPage"))),
});

const others = PAGES.flatMap((page) =>
  [page.path, ...(page.hasParts ? [`${page.path}/$part`] : [])].map((path) =>
    createRoute({
      getParentRoute: () => root,
      path: `/${path}`,
      component: lazyRouteComponent(() => chunk(page.component)),
    }),
  ),
);

export const router = createRouter({
  routeTree: root.addChildren([home, facet, view, element, search, ...others]),
  basepath,
  defaultPreload: "intent",
  defaultPendingMs: 300,
  defaultPendingComponent: () => (
    <div className="fs-page">
      <Loading />
    </div>
  ),
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NoPage,
  // Values stand in the address as people would write them.
  parseSearch: (given) => Object.fromEntries(new URLSearchParams(given)),
  stringifySearch: (given) => {
    const named = Object.entries(given).filter(([, value]) => value !== undefined && value !== "");
    const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString();
    return query && `?${query}`;
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
