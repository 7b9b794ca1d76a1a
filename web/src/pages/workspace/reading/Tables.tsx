// A process as a table, on the screen and on paper: its steps, or who does what in them.
import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Printer, Table2 } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { describedDrawing } from "@/api/reading";
import { type DataColumn, DataTable } from "@/parts/DataTable";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Prose } from "@/parts/Prose";
import { Called } from "./Called";
import { Named } from "./Named";
import { OnlyMine } from "./OnlyMine";
import classes from "./Reading.module.css";
import { useShown } from "./shown";
import { bareName, indentOf, type Line, namedBy, ownLines, partsIn } from "./steps";
import { useContextNames } from "./useContextNames";
import { useFilled } from "./useFilled";

interface Properties {
  facet: string;
  id: string;
  culture: number;
  layout: string;
  choose: (shape: string) => void;
}

interface Row {
  key: string;
  /** Of a step as the drawing shows it, of an arrow as the script does. */
  name: string;
  /** Arrows and breaks have none. */
  number?: number;
  line: Line;
}

export function Tables({ facet, id, culture, layout, choose }: Properties) {
  const { t } = useTranslation("reading");
  const found = useQuery(describedDrawing(id, culture, layout));
  const lines = useMemo(() => found.data?.script ?? [], [found.data]);
  const filled = useFilled(lines);
  const { show, onlyMine } = useShown();
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={8} />;
  const kept = new Set(onlyMine ? ownLines(lines, filled) : lines);
  const names = new Map(found.data?.nodes.map((each) => [each.shapeId, each.name]));
  const rows = numbered(lines, names).filter(({ line }) => kept.has(line));
  return (
    <div className={classes.table}>
      <Group justify="space-between" className="fs-no-print">
        <OnlyMine lines={lines} filled={filled} />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Printer size={14} aria-hidden />}
          onClick={() => window.print()}
        >
          {t("print")}
        </Button>
      </Group>
      {show === "steps" ? (
        <StepTable facet={facet} rows={rows} choose={choose} />
      ) : (
        <Responsibilities
          facet={facet}
          rows={rows.filter(
            ({ line }) => (onlyMine ? partsIn(line, filled) : (line.responsibilities ?? [])).length > 0,
          )}
          choose={choose}
        />
      )}
    </div>
  );
}

function numbered(lines: readonly Line[], names: ReadonlyMap<string, string>): Row[] {
  let number = 0;
  return lines.map((line, place) => {
    if (line.shapeId === undefined) return { key: `${place}`, name: line.text.trim(), line };
    number += 1;
    return { key: line.shapeId, name: names.get(line.shapeId) ?? bareName(line), number, line };
  });
}

interface TableProperties {
  facet: string;
  rows: readonly Row[];
  choose: (shape: string) => void;
}

function StepTable({ facet, rows, choose }: TableProperties) {
  const { t } = useTranslation("reading");
  const nameOf = useContextNames(facet);
  if (rows.length === 0) return <Nothing />;
  const marked = rows.flatMap(({ line }) => (line.names ?? []).map(({ context }) => context));
  const columns = [...new Set(marked)].map((context) => contextColumn(context, nameOf(context)));
  const isDescribed = rows.some(({ line }) => line.description);
  const said: DataColumn<Row> = {
    label: t("description"),
    cell: ({ line }) => line.description && <Prose className="fs-prose" value={line.description} />,
  };
  return (
    <DataTable
      label={t("steps")}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[...stepColumns(t, choose), ...columns, ...(isDescribed ? [said] : [])]}
    />
  );
}

function Responsibilities({ facet, rows, choose }: TableProperties) {
  const { t } = useTranslation("reading");
  const nameOf = useContextNames(facet);
  const { roles } = useTypes();
  if (rows.length === 0) return <Nothing />;
  const taken = new Set(rows.flatMap(({ line }) => (line.responsibilities ?? []).map(({ context }) => context)));
  const contexts = roles.responsibilities.filter((each) => taken.has(each));
  return (
    <DataTable
      label={t("responsibilities")}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[...stepColumns(t, choose), ...contexts.map((each) => contextColumn(each, nameOf(each)))]}
    />
  );
}

type Words = ReturnType<typeof useTranslation<"reading">>["t"];

function stepColumns(t: Words, choose: (shape: string) => void): DataColumn<Row>[] {
  return [
    { label: t("number"), isNumber: true, cell: ({ number }) => number },
    {
      label: t("step"),
      cell: ({ line, name }) => (
        <div style={{ paddingLeft: `${indentOf(line) / 2}em` }}>
          {line.shapeId === undefined ? (
            <span className={classes.quiet}>{name}</span>
          ) : (
            <>
              <button type="button" className={classes.step} onClick={() => choose(line.shapeId ?? "")}>
                {name}
              </button>
              <Called id={line.id} type={line.type} name={name} />
            </>
          )}
        </div>
      ),
    },
  ];
}

function contextColumn(context: string, label: string): DataColumn<Row> {
  return { label, cell: ({ line }) => <Named targets={namedBy(line).get(context) ?? []} /> };
}

function Nothing() {
  const { t } = useTranslation("reading");
  return (
    <EmptyState icon={Table2} title={t("nothing")}>
      {t("nothingHelp")}
    </EmptyState>
  );
}
