// What is wrong with which rows, and what changes: the first thousand of each.
import { useTranslation } from "react-i18next";
import type { ImportChange, ImportFinding, ImportValue } from "@/api/types.gen";
import { DataTable } from "@/parts/DataTable";

export function Findings({ findings }: { findings: ImportFinding[] }) {
  const { t } = useTranslation("imports");
  return (
    <DataTable
      label={t("findings")}
      rows={findings}
      rowKey={(each) => `${each.row} ${each.path} ${each.error}`}
      columns={[
        { label: t("row"), isNumber: true, cell: (each) => each.row },
        { label: t("place"), cell: (each) => each.path },
        { label: t("finding"), cell: (each) => each.error },
      ]}
    />
  );
}

interface ChangedValue {
  change: ImportChange;
  value: ImportValue;
}

export function Differences({ changes }: { changes: ImportChange[] }) {
  const { t } = useTranslation("imports");
  const rows: ChangedValue[] = changes.flatMap((change) => change.values.map((value) => ({ change, value })));
  return (
    <DataTable
      label={t("changes")}
      rows={rows}
      rowKey={({ change, value }) => `${change.row} ${value.path}`}
      columns={[
        { label: t("row"), isNumber: true, cell: ({ change }) => change.row },
        { label: t("element"), cell: ({ change }) => change.label },
        { label: t("what"), cell: ({ change }) => t(`change.${change.change}`) },
        { label: t("place"), cell: ({ value }) => value.path.replace(/^(attributes|related)\./, "") },
        { label: t("before"), cell: ({ value }) => shown(value.before ?? value.removed) },
        { label: t("after"), cell: ({ value }) => shown(value.after ?? value.added) },
      ]}
    />
  );
}

/** What stands in a formatted text, without its markup. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string" && value.startsWith("<?xml"))
    return new DOMParser().parseFromString(value, "text/html").body.textContent ?? "";
  return typeof value === "string" ? value : Array.isArray(value) ? value.join(", ") : JSON.stringify(value);
}
