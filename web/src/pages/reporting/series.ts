// Numbers to be drawn, shown as a table and taken along.
import type { Lead } from "@/parts/LeadsTo";
import { field, save } from "../list/csv";

export interface Series {
  /** What is counted by. */
  by: string;
  labels: string[];
  bars: { label: string; values: number[] }[];
  /** For each label, the lists of what was counted. */
  leads?: Lead[][];
  /** Bars that stand: over time. */
  isUpright?: boolean;
}

/** The first is a label, the others are its numbers. */
export function rowsOf(series: Series): [string, ...number[]][] {
  return series.labels.map((label, place) => [label, ...series.bars.map((bar) => bar.values[place] ?? 0)]);
}

export function downloadSeries(series: Series, name: string): void {
  const heads = [series.by, ...series.bars.map((bar) => bar.label)];
  const lines = [heads, ...rowsOf(series)].map((row) => row.map((each) => field(String(each))).join(","));
  // The byte order mark makes spreadsheets read it as UTF-8.
  save(new Blob(["\ufeff", lines.join("\r\n"), "\r\n"], { type: "text/csv" }), `${name}.csv`);
}
