// The widgets that this user can have on Home, by key.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePreferences } from "@/api/preferences";
import { useFacets } from "@/app/facets";
import { useHasRole } from "@/app/person";
import { savedFilters } from "../list/saved";
import { filterWidget, USUAL, type UsualWidget } from "./dashboard";
import { House } from "./House";
import { MaturityWidget } from "./MaturityWidget";
import { MissingWidget } from "./MissingWidget";
import { RecentWidget, TaskWidget } from "./NewsWidgets";
import { DraftWidget, FavouriteWidget, FilterWidget, ViewedWidget } from "./PersonalWidgets";
import { ReviewWidget } from "./ReviewWidget";
import { StateWidget } from "./StateWidget";

export interface OfferedWidget {
  key: string;
  title: string;
  content: ReactNode;
}

export function useOfferedWidgets(): OfferedWidget[] {
  const { t } = useTranslation("home");
  const house = useFacets().find((each) => each.hasDiagrams)?.name;
  const isEditor = useHasRole("editor");
  const contents: Record<UsualWidget, ReactNode> = {
    house: house && <House facet={house} />,
    tasks: <TaskWidget />,
    recent: house && <RecentWidget facet={house} />,
    reviews: <ReviewWidget />,
    viewed: <ViewedWidget />,
    favourites: <FavouriteWidget />,
    // Viewers see no drafts.
    drafts: isEditor && <DraftWidget />,
    states: <StateWidget />,
    maturity: house && <MaturityWidget facet={house} />,
    missing: <MissingWidget />,
  };
  const usual = USUAL.flatMap((key) => (contents[key] ? [{ key, title: t(key), content: contents[key] }] : []));
  const filters = savedFilters(usePreferences("filter")).map((filter) => ({
    key: filterWidget(filter.at),
    title: t(filter.at.shared ? "filterOfAll" : "filterOfYours", { name: filter.name }),
    content: <FilterWidget filter={filter} />,
  }));
  return [...usual, ...filters];
}
