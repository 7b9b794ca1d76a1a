// Help for the screen that is shown: what it is for, what can be done here, its keys, and where to read more.
import { ActionIcon, Button, Kbd, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { BookOpen, Footprints, Library, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { useHasRole } from "@/app/person";
import { guide } from "@/app/place";
import { keepCulture } from "@/parts/ElementLink";
import classes from "./Help.module.css";
import { useScreens } from "./texts";
import type { Topic } from "./topic";
import { GUIDE, type TopicKey, topicsAt } from "./topics";

interface Properties {
  close: () => void;
  /** Starts the tour for new users. */
  showRound: () => void;
}

export default function HelpPanel({ close, showRound }: Properties) {
  const { t } = useTranslation();
  const topics = useTopics();
  const screens = useScreens();
  useClosingOnPhones(close);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  return (
    <aside
      className={`${classes.panel} fs-no-print`}
      aria-label={t("help.title")}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <div className={classes.head}>
        <Title order={2} size="h4" ref={head} tabIndex={-1}>
          {t("help.title")}
        </Title>
        <ActionIcon aria-label={t("help.close")} onClick={close}>
          <X size={18} />
        </ActionIcon>
      </div>
      <div className={classes.topics} aria-live="polite">
        {topics.map((key) => (
          <TopicText key={key} topic={screens[key]} />
        ))}
        <TopicText topic={screens.everywhere} />
      </div>
      <Button
        variant="default"
        fullWidth
        mb="xs"
        leftSection={<Footprints size={16} aria-hidden />}
        onClick={() => {
          close();
          showRound();
        }}
      >
        {t("help.showRound")}
      </Button>
      <GuideLink section={topics.map((key) => GUIDE[key]).find(Boolean)} />
      <Button
        variant="default"
        fullWidth
        mt="xs"
        leftSection={<Library size={16} aria-hidden />}
        component="a"
        href={guide}
        target="_blank"
        rel="noreferrer"
      >
        {t("help.documentation")}
      </Button>
    </aside>
  );
}

/** On a phone, help covers the page: going somewhere closes it. */
function useClosingOnPhones(close: () => void): void {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const first = useRef(path);
  useEffect(() => {
    if (path !== first.current && window.matchMedia("(max-width: 48em)").matches) close();
  }, [path, close]);
}

/** The topics of the screen that is shown. */
function useTopics(): TopicKey[] {
  const types = useTypes();
  const match = useRouterState({ select: (state) => state.matches.at(-1) });
  const params = (match?.params ?? {}) as Record<string, string | undefined>;
  const search = (match?.search ?? {}) as { tab?: string; selected?: string };
  const isView = params.facet !== undefined && params.view !== undefined;
  const views = useQuery({ ...queries.views(types.facet(params.facet ?? "")), enabled: isView }).data ?? [];
  const view = views.find((each) => each.name.toLowerCase() === params.view?.toLowerCase());
  return topicsAt({ route: match?.fullPath ?? "", params, search, isTree: view?.isHierarchical });
}

function TopicText({ topic }: { topic: Topic }) {
  const { t } = useTranslation();
  const isEditor = useHasRole("editor");
  const can = [...topic.can, ...((isEditor && topic.edit) || [])];
  return (
    <div>
      <h3>{topic.title}</h3>
      <p>{topic.about}</p>
      {can.length > 0 && <h4>{t("help.can")}</h4>}
      <ul>
        {can.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Keys title={t("help.keysHere")} keys={{ ...topic.keys, ...(isEditor ? topic.editKeys : undefined) }} />
    </div>
  );
}

function Keys({ title, keys }: { title: string; keys: Record<string, string> }): ReactNode {
  const all = Object.entries(keys);
  if (all.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <dl className={classes.keys}>
        {all.map(([key, does]) => (
          <div key={key} className={classes.key}>
            <dt>
              <Kbd size="xs">{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function GuideLink({ section }: { section?: string }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<BookOpen size={16} aria-hidden />}
      renderRoot={(given) => <Link {...given} to="/guide" search={keepCulture} hash={section} />}
    >
      {t("help.more")}
    </Button>
  );
}
