// A chart with its table and its file: the same numbers in three ways.
import { Button, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChartColumn, Download } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { chunk } from "@/app/chunk";
import { Boundary } from "@/parts/Boundary";
import { DataTable } from "@/parts/DataTable";
import { keepCulture } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { LeadsTo } from "@/parts/LeadsTo";
import { Loading } from "@/parts/Loading";
import classes from "./Reporting.module.css";
import { downloadSeries, rowsOf, type Series } from "./series";

const Chart = lazy(() => chunk(() => import("./Chart")));

interface Properties {
  /** Of its texts and of its file. */
  name: string;
  found: Pick<UseQueryResult, "error" | "refetch">;
  /** Undefined while it is not there yet. */
  series: Series | undefined;
  /** What narrows it. */
  children?: ReactNode;
}

export function Figure({ name, found, series, children }: Properties) {
  const { t } = useTranslation("reporting");
  const title = t(`${name}.title`);
  const navigate = useNavigate();
  // By mouse on a bar; by keys in the table. What counts several facets has no one list to open.
  const open = (at: number) => {
    const [lead, ...others] = series?.leads?.[at] ?? [];
    if (lead === undefined || others.length > 0) return;
    const params = { facet: lead.facet, view: "list" };
    void navigate({
      to: "/facets/$facet/$view",
      params,
      search: (before) => ({ ...keepCulture(before), ...lead.search }),
    });
  };
  const isEmpty = series?.bars.every((bar) => bar.values.every((value) => value === 0));
  return (
    <section className={`fs-card ${classes.figure}`}>
      <div className={classes.head}>
        <div>
          <h2>{title}</h2>
          <Text size="sm" c="dimmed">
            {t(`${name}.help`)}
          </Text>
        </div>
        {series && !isEmpty && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Download size={14} aria-hidden />}
            aria-label={t("downloadOf", { title })}
            onClick={() => downloadSeries(series, name)}
          >
            CSV
          </Button>
        )}
      </div>
      {children}
      {found.error && <Failure error={found.error} retry={() => void found.refetch()} />}
      {!found.error && series === undefined && <Loading lines={6} />}
      {series && isEmpty && (
        <EmptyState icon={ChartColumn} title={t(`${name}.empty`)}>
          {t(`${name}.emptyHelp`)}
        </EmptyState>
      )}
      {series && !isEmpty && (
        <>
          <Boundary>
            <Suspense fallback={<Loading lines={6} />}>
              <Chart series={series} description={describe(title, series)} open={open} />
            </Suspense>
          </Boundary>
          <details className={classes.table}>
            <summary>{t("table")}</summary>
            <DataTable
              label={title}
              rows={rowsOf(series)}
              rowKey={([label]) => label}
              columns={[
                {
                  label: series.by,
                  cell: ([label]) => (
                    <LeadsTo leads={series.leads?.[series.labels.indexOf(label)] ?? []}>{label}</LeadsTo>
                  ),
                },
                ...series.bars.map((bar, place) => ({
                  label: bar.label,
                  isNumber: true,
                  cell: (row: [string, ...number[]]) => row[place + 1],
                })),
              ]}
            />
          </details>
        </>
      )}
    </section>
  );
}

const MOST_VALUES_IN_WORDS = 12;

/** The last values of a chart in words, for screen readers; the table has all of them. */
function describe(title: string, series: Series): string {
  const values = rowsOf(series)
    .slice(-MOST_VALUES_IN_WORDS)
    .map(([label, ...numbers]) => `${label}: ${numbers.join(" + ")}`);
  return `${title}. ${values.join("; ")}`;
}
