// A list of elements: columns from the view's configuration, filter and order in the address, as many rows as there are.

import { ActionIcon, Button, Checkbox, Popover, ScrollArea, Stack, Text, Tooltip } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Columns3, Download, ListX } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { useNameOrder } from "@/api/name-order";
import { useHasRole } from "@/app/person";
import { cultureName, useCulture, useWords } from "@/app/preferences";
import type { ViewSearch } from "@/app/view-search";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { useDownloading } from "@/parts/useDownload";
import { useIsPast } from "@/time/moment";
import { NewButton } from "../create/NewButton";
import { ChooseAll, SelectionBar } from "./Choosing";
import { type Column, shownColumns, useColumns } from "./columns";
import { downloadCsv } from "./csv";
import { FacetCounts } from "./FacetCounts";
import { Filter } from "./Filter";
import { useKeptColumns } from "./keptColumns";
import classes from "./ListPage.module.css";
import { rowsBetween, useTotal, type Wanted } from "./rows";
import { SavedFilters } from "./SavedFilters";
import { SheetMenu } from "./SheetMenu";
import { useSelection } from "./selection";
import { Table } from "./Table";
import { wholeFilter } from "./wholeFilter";

export function ListPage({ facet, view }: { facet: string; view: string }) {
  const { t, i18n } = useTranslation("list");
  const culture = useCulture();
  const types = useTypes();
  const navigate = useNavigate();
  const search = useSearch({ from: "/facets/$facet/$view" });
  const all = useColumns(facet, view, useWords());
  const kept = useKeptColumns(facet, view, search.columns);
  const columns = useMemo(() => shownColumns(all, kept.columns), [all, kept.columns]);
  const change = (next: Partial<ViewSearch>) =>
    void navigate({ to: ".", search: (before) => ({ ...before, ...next }), replace: true });
  const byName = useNameOrder(facet, culture);
  const order = search.order ?? byName;
  const filter = wholeFilter(search, types, facet);
  // The same object until a part of it changes: rows re-render only then.
  const wanted: Wanted = useMemo(
    () => ({ facet, view, culture, columns, order, filter }),
    [facet, view, culture, columns, order, filter],
  );
  const isPast = useIsPast();
  const total = useTotal(wanted);
  const count = total.data?.total ?? 0;
  const isFiltered = wanted.filter !== "";
  const isTranslated = isFiltered && wanted.filter === wholeFilter({ missing: search.missing }, types, facet);
  const emptyTitle = isTranslated
    ? t("allTranslated", { language: cultureName(search.missing ?? 0, i18n.language) })
    : t(isFiltered ? "emptyFiltered" : isPast ? "emptyThen" : "empty");
  const own = useSelection((from, to) => rowsBetween(wanted, types, from, to));
  const selection = useHasRole("editor") ? own : undefined;
  return (
    <>
      <div className={classes.bar}>
        <Filter facet={facet} value={search.filter ?? ""} apply={(filter) => change({ filter: filter || undefined })} />
        <Text size="sm" c="dimmed" lh="30px" aria-live="polite">
          {total.data && t("count", { count })}
        </Text>
        <NewButton facet={facet} />
        {!isPast && <SavedFilters facet={facet} search={search} apply={change} />}
        <ColumnChoice
          all={all}
          shown={columns}
          choose={(keys) => {
            change({ columns: keys.join(",") });
            if (!isPast) kept.keep(keys.join(","));
          }}
        />
        <DownloadButton wanted={wanted} total={count} />
        {!isPast && <SheetMenu wanted={wanted} />}
      </div>
      <FacetCounts counts={total.data?.counts ?? {}} search={search} change={change} />
      {selection && selection.chosen.size > 0 && <SelectionBar facet={facet} selection={selection} />}
      {total.error ? (
        <Failure error={total.error} retry={() => total.refetch()} />
      ) : total.data && count === 0 ? (
        <div className="fs-card">
          <EmptyState icon={ListX} title={emptyTitle}>
            {!isTranslated && t(isFiltered ? "emptyFilteredHelp" : isPast ? "emptyThenHelp" : "emptyHelp")}
            {isFiltered && (
              <div>
                <Button
                  mt="sm"
                  variant="default"
                  onClick={() => change({ filter: undefined, states: undefined, types: undefined, missing: undefined })}
                >
                  {t("reset")}
                </Button>
              </div>
            )}
          </EmptyState>
        </div>
      ) : (
        <Table
          wanted={wanted}
          count={count}
          order={search.order}
          setOrder={(order) => change({ order })}
          missing={search.missing}
          selection={selection}
          chooseAll={selection && <ChooseAll wanted={wanted} count={count} selection={selection} />}
        />
      )}
    </>
  );
}

function ColumnChoice({ all, shown, choose }: { all: Column[]; shown: Column[]; choose: (keys: string[]) => void }) {
  const { t } = useTranslation("list");
  const keys = shown.map((each) => each.key);
  return (
    <Popover position="bottom-end" withArrow trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t("columns")}>
          <ActionIcon aria-label={t("columns")}>
            <Columns3 size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("columns")}>
        <ScrollArea.Autosize mah={340}>
          <Checkbox.Group value={keys} onChange={choose}>
            <Stack gap={6}>
              {all.map((each) => (
                <Checkbox key={each.key} size="xs" value={each.key} label={each.label} />
              ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function DownloadButton({ wanted, total }: { wanted: Wanted; total: number }) {
  const { t } = useTranslation("list");
  const types = useTypes();
  const words = useWords();
  const [percent, setPercent] = useState<number | null>(null);
  const downloading = useDownloading();
  const client = useQueryClient();
  const start = async () => {
    setPercent(0);
    await downloadCsv(
      wanted,
      types,
      { yes: t("yes"), no: t("no"), isRaw: true, type: t("type"), culture: words },
      client,
      (rows) => setPercent(Math.round((100 * rows) / Math.max(1, total))),
    ).finally(() => setPercent(null));
  };
  const label = percent === null ? t("download") : t("downloading", { percent });
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        loading={percent !== null}
        disabled={total === 0}
        onClick={() => void downloading(start)}
      >
        <Download size={17} />
      </ActionIcon>
    </Tooltip>
  );
}
