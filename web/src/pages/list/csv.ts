// What a list shows, as a file: all of its rows, the columns that are seen, in the order that is seen.
import type { QueryClient } from "@tanstack/react-query";
import { findNamed, inCulture, labelOf, type TypeCatalog } from "@/api/hooks";
import type { Element } from "@/api/types.gen";
import { type Column, cellText, type Words } from "./columns";
import { allRows, type Wanted } from "./rows";

type Named = Words & { type: string; culture: number };

export async function downloadCsv(
  wanted: Wanted,
  types: TypeCatalog,
  words: Named,
  client: QueryClient,
  report: (rows: number) => void,
): Promise<void> {
  const lines = [["id", "Name", words.type, ...wanted.columns.map((each) => each.label)].map(field).join(",")];
  const cell = async (column: Column, row: Element): Promise<string> => {
    if (column.kind === "attribute") return cellText(column, row, wanted.culture, words);
    const targets = await Promise.all((row.related?.[column.key] ?? []).map((each) => findNamed(each, client)));
    return targets.map((each) => (each ? labelOf(types, each, wanted.culture) : "")).join(", ");
  };
  for await (const rows of allRows(wanted, types, client)) {
    const done = await Promise.all(
      rows.map(async (row) => {
        const cells = await Promise.all(wanted.columns.map((each) => cell(each, row)));
        const type = inCulture(types.get(row.type)?.displayNames, words.culture) ?? row.type;
        return [row.id, labelOf(types, row, wanted.culture), type, ...cells].map(field).join(",");
      }),
    );
    lines.push(...done);
    report(lines.length - 1);
  }
  // The byte order mark makes spreadsheets read it as UTF-8.
  save(new Blob(["\ufeff", lines.join("\r\n"), "\r\n"], { type: "text/csv" }), `${wanted.facet}-${wanted.view}.csv`);
}

/** A field as it must stand. A spreadsheet takes what begins like a formula for one: the apostrophe says that it is text. */
export function field(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
