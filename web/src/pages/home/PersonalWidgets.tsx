// What is close to this user: favourites, elements viewed last, drafts, and saved filters.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { orFail, useTypes } from "@/api/hooks";
import { ask, ELEMENTS, listAt } from "@/api/requests";
import type { PreferredElement } from "@/api/types.gen";
import { useFacets } from "@/app/facets";
import { useFavourites, useMyDrafts, useRecentlyViewed } from "@/app/personal";
import { useCulture } from "@/app/preferences";
import { ElementLink, keepCulture } from "@/parts/ElementLink";
import { StateBadge } from "@/parts/StateBadge";
import { TypeDot } from "@/parts/TypeDot";
import type { SavedFilter } from "../list/saved";
import { wholeFilter } from "../list/wholeFilter";
import classes from "./Home.module.css";
import { Widget } from "./Widget";

const SHOWN = 8;
const ROWS = 5;

export function FavouriteWidget() {
  const { t } = useTranslation("home");
  return <Named title={t("favourites")} elements={useFavourites()} empty={t("noFavourites")} />;
}

export function ViewedWidget() {
  const { t } = useTranslation("home");
  return <Named title={t("viewed")} elements={useRecentlyViewed().slice(0, SHOWN)} empty={t("noViewed")} />;
}

function Named({ title, elements, empty }: { title: string; elements: PreferredElement[]; empty: string }) {
  return (
    <Widget title={title}>
      {elements.length === 0 && <Nothing>{empty}</Nothing>}
      <Names elements={elements} link={(each) => <PreferredLink to={each} />} />
    </Widget>
  );
}

/** The name comes with the preference. */
function PreferredLink({ to }: { to: PreferredElement }) {
  const name = useTypes().roles.name;
  return <ElementLink to={{ ...to, type: "", attributes: { [name]: to.name } }} />;
}

export function DraftWidget() {
  const { t } = useTranslation("home");
  const facets = useFacets().flatMap((each) => (each.count > 0 ? [each.name] : []));
  const { data, isPending } = useMyDrafts(facets);
  return (
    <Widget title={t("drafts")} isPending={isPending}>
      {data?.length === 0 && <Nothing>{t("noDrafts")}</Nothing>}
      <Names
        elements={data ?? []}
        link={(each) => (
          <>
            <ElementLink to={each} />
            {each.state && (
              <span className={classes.badge}>
                <StateBadge state={each.state} />
              </span>
            )}
          </>
        )}
      />
    </Widget>
  );
}

/** How many elements a saved filter finds, and the first of them. */
export function FilterWidget({ filter: { name, facet, state } }: { filter: SavedFilter }) {
  const { t } = useTranslation("home");
  const types = useTypes();
  const culture = useCulture();
  const { data, isPending } = useQuery({
    queryKey: ["data", "filter-widget", facet, state, culture],
    queryFn: () =>
      ask(ELEMENTS, {
        path: listAt(facet, "list"),
        query: {
          $filter: wholeFilter(state, types, facet),
          $orderby: state.order,
          $count: true,
          $pageSize: ROWS,
          $culture: culture,
          $select: types.labels(facet),
          $resources: ["attributes"],
        },
      }),
    ...orFail,
  });
  const { total = 0, data: found } = data ?? {};
  return (
    <Widget title={name} isPending={isPending}>
      <Link
        className="fs-link"
        to="/facets/$facet/$view"
        params={{ facet, view: "list" }}
        search={(before) => ({ ...keepCulture(before), ...state })}
      >
        {t("filterFinds", { count: total ?? 0 })}
      </Link>
      <Names elements={found?.elements ?? []} link={(each) => <ElementLink to={each} />} />
    </Widget>
  );
}

interface NamesProperties<T> {
  elements: readonly T[];
  link: (element: T) => ReactNode;
}

function Names<T extends { id: string; type: string }>({ elements, link }: NamesProperties<T>) {
  return (
    <ul className={classes.names}>
      {elements.map((each) => (
        <li key={each.id}>
          <TypeDot type={each.type} />
          {link(each)}
        </li>
      ))}
    </ul>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
