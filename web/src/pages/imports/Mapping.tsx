// What the columns of a file stand for, how rows find their elements, and what becomes of empty cells and faulty rows.
import { Alert, Autocomplete, Button, Checkbox, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { correctImport } from "@/api/imports";
import type { Import } from "@/api/types.gen";
import { DataTable } from "@/parts/DataTable";
import { Failure } from "@/parts/Failure";
import { usePlanned } from "./usePlanned";

export function Mapping({ plan }: { plan: Import }) {
  const { t } = useTranslation("imports");
  const planned = usePlanned();
  const columns = plan.mapping ?? [];
  const [targets, setTargets] = useState<Record<string, string>>({});
  const [match, setMatch] = useState(plan.match ?? "");
  const [isKept, setKept] = useState(plan.settings.emptyCells === "keep");
  const [isSkipped, setSkipped] = useState(plan.settings.faultyRows === "skip");
  const correct = useMutation({
    mutationFn: () =>
      correctImport(plan.id, {
        ...plan.settings,
        mapping: {
          ...plan.settings.mapping,
          ...Object.fromEntries(Object.entries(targets).map(([column, target]) => [column, target.trim() || null])),
        },
        match: match === (plan.match ?? "") ? plan.settings.match : match.trim() || null,
        emptyCells: isKept ? "keep" : "clear",
        faultyRows: isSkipped ? "skip" : "refuse",
      }),
    onSuccess: planned,
  });
  return (
    <Stack gap="sm">
      {(plan.warnings ?? []).length > 0 && (
        <Alert color="yellow">
          {(plan.warnings ?? []).map((each) => (
            <div key={each.path + each.error}>{each.error}</div>
          ))}
        </Alert>
      )}
      <DataTable
        label={t("columns")}
        rows={columns}
        rowKey={(row) => row.column}
        columns={[
          { label: t("column"), cell: (row) => row.column },
          {
            label: t("standsFor"),
            cell: (row) => (
              <Autocomplete
                size="xs"
                aria-label={t("standsForOf", { column: row.column })}
                placeholder={t("leftOut")}
                value={targets[row.column] ?? row.standsFor ?? ""}
                onChange={(value) => setTargets({ ...targets, [row.column]: value })}
                data={plan.columns ?? []}
                limit={50}
              />
            ),
          },
        ]}
      />
      <Group gap="lg" align="end">
        <Autocomplete
          w={260}
          label={t("match")}
          placeholder={t("matchNone")}
          value={match}
          onChange={setMatch}
          data={columns.flatMap((each) => (each.standsFor === null ? [] : [each.standsFor]))}
        />
        <Checkbox label={t("keepEmpty")} checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
        <Checkbox
          label={t("skipFaulty")}
          checked={isSkipped}
          onChange={(event) => setSkipped(event.currentTarget.checked)}
        />
        <Button variant="default" loading={correct.isPending} onClick={() => correct.mutate()}>
          {t("again")}
        </Button>
      </Group>
      {correct.error && <Failure error={correct.error} />}
    </Stack>
  );
}
