// Four steps that show a new user round. They stand below the page and take their room from it: nothing is covered.
import { Button, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { chunk } from "@/app/chunk";
import { useFacets } from "@/app/facets";
import { usePerson } from "@/app/person";
import { keepCulture } from "@/parts/ElementLink";
import { LEADS, type Step, type StepKey, stepsFor } from "./steps";
import type { TourState } from "./useTour";
import "./tour.css";

type Steps = Record<StepKey, Step>;

const TEXTS: Record<string, () => Promise<{ default: Steps }>> = {
  de: () => chunk(() => import("@/i18n/de/help/tour")),
  en: () => chunk(() => import("@/i18n/en/help/tour")),
};

function useTexts(): Steps {
  const { language } = useTranslation().i18n;
  const load = TEXTS[language] as () => Promise<{ default: Steps }>;
  const queryFn = async () => (await load()).default;
  return useSuspenseQuery({ queryKey: ["texts", "tour", language], queryFn, staleTime: Number.POSITIVE_INFINITY }).data;
}

export default function Tour({ begun, end }: Omit<TourState, "call">) {
  const { t } = useTranslation();
  const steps = stepsFor(usePerson().roles);
  const texts = useTexts();
  const [at, setAt] = useState(0);
  const key = steps[at] as StepKey;
  const head = useLedFocus(at, begun === "called");
  const room = useRoom(key);
  const leave = () => {
    end();
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  useWindowEvent("keydown", (event) => {
    const isFree = event.target === document.body || room.current?.contains(event.target as Node);
    if (event.key === "Escape" && isFree && !event.defaultPrevented) leave();
  });
  const isLast = at === steps.length - 1;
  return (
    <section ref={room} className="fs-tour fs-no-print" aria-label={t("tour.title")}>
      <div className="fs-tour-text">
        <Text size="xs" c="dimmed">
          {t("tour.title")} · {t("tour.step", { at: at + 1, of: steps.length })}
        </Text>
        <h2 ref={head} tabIndex={-1}>
          {texts[key].title}
        </h2>
        <p>
          {texts[key].text} {LEADS.includes(key) && <Lead />}
        </p>
      </div>
      <div className="fs-tour-buttons">
        {!isLast && (
          <Button variant="subtle" onClick={leave}>
            {t("tour.skip")}
          </Button>
        )}
        {at > 0 && (
          <Button variant="default" onClick={() => setAt(at - 1)}>
            {t("tour.back")}
          </Button>
        )}
        <Button onClick={() => (isLast ? leave() : setAt(at + 1))}>{t(isLast ? "tour.done" : "tour.next")}</Button>
      </div>
    </section>
  );
}

/** To the first facet that has elements. */
function Lead() {
  const { t } = useTranslation();
  const facet = useFacets().find((each) => each.count > 0);
  if (facet === undefined) return null;
  return (
    <Link className="fs-link" to="/facets/$facet" params={{ facet: facet.name }} search={keepCulture}>
      {t("tour.open", { facet: facet.label })}
    </Link>
  );
}

/** The heading of a step has the focus, so that it is read out. A tour that begins by itself takes it from nothing else. */
function useLedFocus(at: number, isCalled: boolean) {
  const head = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step
  useEffect(() => {
    const isFree = document.activeElement === document.body || document.activeElement === null;
    if (!isFirst.current || isCalled || isFree) head.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [at]);
  return head;
}

/** Takes the room of the tour from the page, and marks what a step is about. */
function useRoom(step: StepKey) {
  const room = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const seen = room.current as HTMLElement;
    const watch = new ResizeObserver(() => style.setProperty("--fs-tour", `${seen.offsetHeight}px`));
    watch.observe(seen);
    return () => {
      watch.disconnect();
      style.removeProperty("--fs-tour");
    };
  }, []);
  useEffect(() => {
    document.documentElement.dataset.tour = step;
    return () => void delete document.documentElement.dataset.tour;
  }, [step]);
  return room;
}
