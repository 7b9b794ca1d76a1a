// A BPMN file into a diagram: first what it would do and what of it has no place here, then the import, then its undo.
import { Alert, Button, FileButton, Group, List, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileUp, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newKey } from "@/api/client";
import { importBpmn } from "@/api/interchange";
import * as queries from "@/api/queries";
import type { BpmnImport, Element } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { DataTable } from "@/parts/DataTable";
import { Failure } from "@/parts/Failure";
import { useReverting } from "../revert/useReverting";
import classes from "./Interchange.module.css";

/** The worst comes first. */
const ORDER = ["lost", "changed", "carried"];

interface Properties {
  element: Element;
  culture: number;
  close: () => void;
}

interface Plan {
  file: File;
  match: string | null;
  /** Of all tries to import it. */
  key: string;
  found: BpmnImport;
}

export default function ImportBpmn({ element, culture, close }: Properties) {
  const { t } = useTranslation("interchange");
  const shell = useTranslation().t;
  const client = useQueryClient();
  const refresh = useRefresh();
  const [plan, setPlan] = useState<Plan>();
  const [done, setDone] = useState<BpmnImport>();
  const given = { id: element.id, culture };
  const planning = useMutation({
    mutationFn: async (file: File): Promise<Plan> => {
      const { etag: match } = await client.fetchQuery({
        ...queries.element(element.facetName, element.id),
        staleTime: 0,
      });
      const found = await importBpmn({ ...given, file, match, key: newKey() }, true).done;
      return { file, match, key: newKey(), found };
    },
    onMutate: () => setPlan(undefined),
    onSuccess: setPlan,
  });
  const importing = useMutation({
    mutationFn: ({ file, match, key }: Plan) => importBpmn({ ...given, file, match, key }, false).done,
    onSuccess: async (found) => {
      setDone(found);
      await refresh();
    },
  });
  const reverting = useReverting(element.facetName, element, close);
  const isBusy = planning.isPending || importing.isPending || reverting.isPending;
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title={t("title")}
      closeButtonProps={{ "aria-label": shell("close") }}
      closeOnClickOutside={!isBusy}
    >
      <Stack gap="sm">
        {done === undefined && (
          <>
            <Text size="sm">{t("help")}</Text>
            <FileButton
              onChange={(file) => file !== null && planning.mutate(file)}
              accept=".bpmn,.xml,application/xml,text/xml"
              inputProps={{ "aria-label": t("choose") }}
            >
              {(opener) => (
                <Button
                  {...opener}
                  data-autofocus
                  className={classes.choose}
                  variant={plan ? "default" : "filled"}
                  loading={planning.isPending}
                  leftSection={<FileUp size={16} aria-hidden />}
                >
                  {t("choose")}
                </Button>
              )}
            </FileButton>
            {planning.error && <Failure error={planning.error} />}
          </>
        )}
        {plan && done === undefined && <Summary title={t("planned", { name: plan.file.name })} found={plan.found} />}
        {done && <Summary title={t("imported")} found={done} />}
        {importing.error && <Failure error={importing.error} />}
        <Group justify="end">
          {plan && done === undefined && (
            <Button loading={importing.isPending} onClick={() => importing.mutate(plan)}>
              {t("apply")}
            </Button>
          )}
          {done && done.values.length > 0 && (
            <Button
              variant="default"
              loading={reverting.isPending}
              leftSection={<Undo2 size={16} aria-hidden />}
              onClick={reverting.undo}
            >
              {t("undo")}
            </Button>
          )}
          {done && (
            <Button data-autofocus onClick={close}>
              {shell("close")}
            </Button>
          )}
        </Group>
      </Stack>
      {reverting.dialog}
    </Modal>
  );
}

/** What the file does, and what of it has no place of its own. */
function Summary({ title, found }: { title: string; found: BpmnImport }) {
  const { t } = useTranslation("interchange");
  const { values, removed, created, unmapped, findings = [] } = found;
  const losses = [...unmapped].sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  return (
    <>
      <Alert color="gray" title={title} role="status">
        <List size="sm">
          <List.Item>{values.length === 0 ? t("same") : t("shapes", { count: values.length })}</List.Item>
          {removed > 0 && <List.Item>{t("removed", { count: removed })}</List.Item>}
          {created.length > 0 && <List.Item>{t("created", { count: created.length })}</List.Item>}
          {findings.map((each) => (
            <List.Item key={`${each.path} ${each.error}`}>
              {each.path} {each.error}
            </List.Item>
          ))}
          <List.Item>{t("unmapped", { count: unmapped.length })}</List.Item>
        </List>
      </Alert>
      {unmapped.length > 0 && (
        <DataTable
          label={t("losses")}
          rows={losses}
          rowKey={(each) => `${losses.indexOf(each)}`}
          columns={[
            {
              label: t("outcome"),
              cell: (each) => <span className={classes.outcome}>{t(`outcomes.${each.outcome}`)}</span>,
            },
            { label: t("element"), cell: (each) => each.element },
            { label: t("place"), cell: (each) => each.place },
            { label: t("note"), cell: (each) => each.note },
          ]}
        />
      )}
    </>
  );
}
