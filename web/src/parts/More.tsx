// The end of a list that goes on: how much of it is shown, and the rest, when it comes into sight or by the button.
import { Button, Group, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "./Failure";

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
}

interface Properties {
  pages: Pages;
  shown: number;
  /** How many there are in all, where the service counts them. */
  total?: number;
}

/** How far below what is seen it begins to load. */
const AHEAD = "400px";

export function More({ pages, shown, total }: Properties) {
  const { t } = useTranslation();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  const isWanted = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!isWanted || end.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((each) => each.isIntersecting) && void fetchNextPage(),
      // What scrolls is a part of the page, not the window.
      { rootMargin: AHEAD, scrollMargin: AHEAD } as IntersectionObserverInit,
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWanted, fetchNextPage]);
  const count = total !== undefined && total > shown ? t("shownOf", { shown, total }) : t("shownAll", { count: shown });
  return (
    <Group ref={end} gap="sm" py="xs" px="md" mih={44}>
      <Text size="xs" c="dimmed" aria-live="polite">
        {hasNextPage && total === undefined ? t("shownSoFar", { count: shown }) : count}
      </Text>
      {isFetchNextPageError && <Failure error={error} retry={() => void fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && (
        // It stays what it is while more is loading: a button that is disabled loses the focus.
        <Button
          size="compact-sm"
          variant="default"
          aria-busy={isFetchingNextPage}
          onClick={() => isFetchingNextPage || void fetchNextPage()}
        >
          {t("more")}
        </Button>
      )}
    </Group>
  );
}
