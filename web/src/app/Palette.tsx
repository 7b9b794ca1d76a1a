// Everything by name: pages, facets, elements, and actions that are available everywhere.
import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  Box,
  FileText,
  History,
  House,
  Languages,
  LogOut,
  Moon,
  PencilLine,
  Search,
  Star,
  SunMedium,
} from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, labelOf, useStorageInfo, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { speak } from "@/i18n";
import { keepCulture } from "@/parts/ElementLink";
import { useFacets } from "./facets";
import { PAGES } from "./pages";
import { usePerson } from "./person";
import { useFavourites, useMyDrafts, useRecentlyViewed } from "./personal";
import { cultureName, useCulture, useRememberCulture } from "./preferences";
import { useSignOut } from "./useSignOut";

const [store, spotlight] = createSpotlight();

export const openPalette = spotlight.open;

interface Action {
  id: string;
  group: string;
  label: string;
  icon: typeof House;
  act: () => void;
}

const MOST = 12;
/** So many elements are offered by name; the rest is on the page of the search. */
const HITS = 6;

/** Makes the scrolling part reachable by keys. The types of the list do not declare this property. */
const REACHED_BY_KEYS = { viewportProps: { tabIndex: 0 } };

/** The key works in fields, too: no kind of element keeps it for itself. */
const EVERYWHERE: string[] = [];

/** Letters typed while it faded in, or before it took the focus, would be lost. */
const AT_ONCE = { duration: 0 };
// Where no graphics card helps, a blurred page costs a processor 0.1 s for every letter that is typed in front of it.
const NOT_BLURRED = { blur: 0 };

export function Palette() {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut="mod + K"
      tagsToIgnore={EVERYWHERE}
      triggerOnContentEditable
      clearQueryOnClose
      transitionProps={AT_ONCE}
      overlayProps={NOT_BLURRED}
      attributes={{ content: { "aria-label": t("palette") } }}
    >
      <Spotlight.Search
        autoFocus
        aria-label={t("palettePlaceholder")}
        placeholder={t("palettePlaceholder")}
        leftSection={<Search size={18} aria-hidden />}
      />
      <FoundActions text={text} />
    </Spotlight.Root>
  );
}

/** Made only while the palette is open. */
function FoundActions({ text }: { text: string }) {
  const { t } = useTranslation();
  const actions = useActions(text);
  const wanted = text.trim().toLowerCase();
  const found = actions.filter(
    (each) => each.group === t("paletteElements") || each.label.toLowerCase().includes(wanted),
  );
  const groups = [...new Set(found.map((each) => each.group))];
  useSomethingMarked(found);
  return (
    <Spotlight.ActionsList mah={420} {...REACHED_BY_KEYS}>
      {groups.map((group) => (
        <Spotlight.ActionsGroup key={group} label={group}>
          {found
            .filter((each) => each.group === group)
            .slice(0, MOST)
            .map(({ id, label, icon: Icon, act }) => (
              <Spotlight.Action key={id} label={label} leftSection={<Icon size={16} aria-hidden />} onClick={act} />
            ))}
        </Spotlight.ActionsGroup>
      ))}
      {found.length === 0 && <Spotlight.Empty>{t("paletteNothing")}</Spotlight.Empty>}
    </Spotlight.ActionsList>
  );
}

/** Marks the first action if none is marked, as when results arrive late: Enter runs the marked one. */
function useSomethingMarked(found: readonly Action[]): void {
  const { opened, listId } = useSpotlight(store);
  useEffect(() => {
    const list = opened && found.length > 0 && document.getElementById(listId);
    if (!list || list.querySelector("[data-selected]")) return;
    list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [found, opened, listId]);
}

/** Favourites, drafts and what was viewed last, each element once. */
function usePersonalActions(): Action[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const types = useTypes();
  const culture = useCulture();
  const { opened } = useSpotlight(store);
  const isEditor = usePerson().roles.includes("editor");
  const facets = useFacets().flatMap((each) => (each.count > 0 ? [each.name] : []));
  const drafts = useMyDrafts(facets, opened && isEditor).data ?? [];
  const named = (group: string, icon: Action["icon"], facet: string, id: string, label: string | undefined) => ({
    id: `own ${id}`,
    group,
    label: label || id,
    icon,
    act: () => void navigate({ to: "/elements/$facet/$id", params: { facet, id }, search: keepCulture }),
  });
  const found = [
    ...useFavourites().map((each) =>
      named(t("favourites"), Star, each.facetName, each.id, inCulture(each.name, culture)),
    ),
    ...useRecentlyViewed().map((each) =>
      named(t("viewed"), History, each.facetName, each.id, inCulture(each.name, culture)),
    ),
    ...drafts.map((each) => named(t("drafts"), PencilLine, each.facetName, each.id, labelOf(types, each, culture))),
  ];
  return found.filter((each, at) => found.findIndex((other) => other.id === each.id) === at);
}

function useActions(text: string): Action[] {
  const { t, i18n } = useTranslation(["shell", ...PAGES.map((page) => page.path)]);
  const navigate = useNavigate();
  const culture = useCulture();
  const remember = useRememberCulture();
  const info = useStorageInfo();
  const facets = useFacets();
  const { roles } = usePerson();
  const { toggleColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const [asked] = useDebouncedValue(text.trim(), 150);
  const hits = useQuery(queries.search(asked, culture, HITS)).data?.values ?? [];
  const go = t("paletteGo");
  const perform = t("paletteDo");
  const language = i18n.language === "de" ? "en" : "de";
  const own = usePersonalActions();
  return [
    // What is typed is the name of a page first.
    ...(asked === "" ? own : []),
    {
      id: "home",
      group: go,
      label: t("home"),
      icon: House,
      act: () => void navigate({ to: "/", search: keepCulture }),
    },
    ...PAGES.filter((page) => page.role === undefined || roles.includes(page.role)).map((page) => ({
      id: page.path,
      group: go,
      label: t("title", { ns: page.path }),
      icon: page.icon,
      act: () => void navigate({ to: `/${page.path}`, search: keepCulture }),
    })),
    ...facets
      .filter((each) => each.count > 0 || asked !== "")
      .map((each) => ({
        id: `facet ${each.name}`,
        group: go,
        label: each.label,
        icon: Box,
        act: () => void navigate({ to: "/facets/$facet", params: { facet: each.name }, search: keepCulture }),
      })),
    ...(asked === "" ? [] : own),
    ...(asked === "" ? [] : hits).map((hit) => ({
      id: hit.id,
      group: t("paletteElements"),
      label: inCulture(hit.name, culture) ?? hit.id,
      icon: FileText,
      act: () =>
        void navigate({
          to: "/elements/$facet/$id",
          params: { facet: hit.facetName, id: hit.id },
          search: keepCulture,
        }),
    })),
    ...(asked === "" || hits.length < HITS
      ? []
      : [
          {
            id: "all hits",
            group: t("paletteElements"),
            label: t("paletteAll", { text: asked }),
            icon: Search,
            act: () => void navigate({ to: "/search", search: (before) => ({ ...keepCulture(before), q: asked }) }),
          },
        ]),
    ...info.dataCultures
      .filter((each) => each !== culture)
      .map((each) => ({
        id: `culture ${each}`,
        group: perform,
        label: `${t("culture")}: ${cultureName(each, i18n.language)}`,
        icon: Languages,
        act: () => {
          remember(each);
          void navigate({ to: ".", search: (before) => ({ ...before, culture: each }) });
        },
      })),
    {
      id: "language",
      group: perform,
      label: `${t("language")}: ${cultureName(language === "de" ? 1031 : 1033, i18n.language)}`,
      icon: Languages,
      act: () => void speak(language),
    },
    { id: "scheme", group: perform, label: t("theme"), icon: asked ? Moon : SunMedium, act: () => toggleColorScheme() },
    { id: "sign-out", group: perform, label: t("signOut"), icon: LogOut, act: () => signOut.mutate() },
  ];
}
