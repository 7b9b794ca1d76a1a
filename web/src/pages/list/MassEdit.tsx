// Changing many elements in two steps: say what, see what would come of it, and only then write.
import { ActionIcon, Button, Group, Modal, Progress, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, useStorageInfo, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { useRefresh } from "@/app/freshness";
import { cultureName, useWords } from "@/app/preferences";
import { Failure } from "@/parts/Failure";
import { PickList } from "@/parts/PickList";
import { Field } from "../element/Field";
import { useNotify } from "../tree/actions";
import classes from "./ListPage.module.css";
import {
  apply,
  type Change,
  changeable,
  cultureOf,
  type Mode,
  type Outcome,
  Overtaken,
  preview,
  type Written,
} from "./mass";
import { Meanwhile, Preview, Unwritten } from "./Preview";
import type { Selection } from "./selection";

interface Properties {
  facet: string;
  selection: Selection;
  close: () => void;
}

export default function MassEdit({ facet, selection, close }: Properties) {
  const { t } = useTranslation("list");
  const shell = useTranslation().t;
  const refresh = useRefresh();
  const notify = useNotify();
  const [changes, setChanges] = useState<Change[]>([]);
  const chosen = [...selection.chosen.values()];
  const [overtaken, setOvertaken] = useState<readonly string[]>([]);
  const trial = useMutation({ mutationFn: (meant: typeof chosen) => preview(facet, meant, changes) });
  const [done, setDone] = useState(0);
  const [failed, setFailed] = useState<Written["failed"]>(new Map());
  const writing = useMutation({
    mutationFn: async (outcome: Outcome) => {
      setDone(0);
      setFailed(new Map());
      return await apply(facet, outcome, changes, setDone);
    },
    onSuccess: async ({ changed, failed: left }) => {
      if (changed.length > 0) notify.done(t("changed", { count: changed.length }));
      await refresh();
      if (left.size === 0) {
        selection.set([]);
        close();
        return;
      }
      // What is left stays chosen, with the change that is meant for it.
      const meant = chosen.filter((each) => left.has(each.id));
      setFailed(left);
      selection.set(meant);
      trial.mutate(meant);
    },
    // Show the changes of other users before this user decides to overwrite them.
    onError: (error) => {
      if (!(error instanceof Overtaken)) return;
      setOvertaken(error.ids);
      trial.mutate(chosen);
    },
  });
  const leaveOut = (ids: readonly string[]) => {
    const left = chosen.filter((each) => !ids.includes(each.id));
    setOvertaken([]);
    setFailed(new Map());
    selection.set(left);
    if (left.length === 0) close();
    else trial.mutate(left);
  };
  const set = (next: Change[]) => {
    setChanges(next);
    setOvertaken([]);
    setFailed(new Map());
    trial.reset();
    writing.reset();
  };
  const outcome = trial.data;
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title={t("editTitle", { count: chosen.length })}
      closeButtonProps={{ "aria-label": shell("close") }}
    >
      <Stack gap="sm">
        <Changes facet={facet} chosen={chosen} changes={changes} set={set} />
        {trial.error && <Failure error={trial.error} />}
        {writing.error && !(writing.error instanceof Overtaken) && <Failure error={writing.error} />}
        {overtaken.length > 0 && (
          <Meanwhile ids={overtaken} chosen={selection.chosen} leaveOut={() => leaveOut(overtaken)} />
        )}
        {failed.size > 0 && (
          <Unwritten failed={failed} chosen={selection.chosen} leaveOut={() => leaveOut([...failed.keys()])} />
        )}
        {writing.isPending && outcome && <Advance done={done} total={outcome.changed.length} />}
        {outcome && <Preview outcome={outcome} changes={changes} chosen={selection.chosen} leaveOut={leaveOut} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {shell("cancel")}
          </Button>
          {outcome && outcome.findings.size === 0 ? (
            <Button
              data-autofocus
              disabled={outcome.changed.length === 0}
              loading={writing.isPending}
              onClick={() => writing.mutate(outcome)}
            >
              {t("write", { count: outcome.changed.length })}
            </Button>
          ) : (
            <Button disabled={changes.length === 0} loading={trial.isPending} onClick={() => trial.mutate(chosen)}>
              {t("preview")}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Advance({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation("list");
  return (
    <div role="status">
      <Text size="sm">{t("writing", { done, total })}</Text>
      <Progress value={(100 * done) / Math.max(total, 1)} aria-label={t("writing", { done, total })} />
    </div>
  );
}

interface ChangesProperties {
  facet: string;
  chosen: Parameters<typeof changeable>[2];
  changes: Change[];
  set: (changes: Change[]) => void;
}

/** The properties that are to change, each with its new value; and all others to choose from. */
function Changes({ facet, chosen, changes, set }: ChangesProperties) {
  const { t, i18n } = useTranslation("list");
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const types = useTypes();
  const words = useWords();
  const { dataCultures } = useStorageInfo();
  const offered = changeable(data, types, chosen).flatMap(
    (property): { key: string; label: string; change: Change }[] => {
      const label = inCulture(property.displayNames, words) ?? property.key;
      if ("related" in property) return [{ key: property.key, label, change: { property, mode: "set", targets: [] } }];
      const cultures = property.attribute.isInvariantCulture ? [cultureOf(property, 0)] : dataCultures;
      return cultures.map((culture) => ({
        key: `${property.key}/${culture}`,
        label: property.attribute.isInvariantCulture ? label : `${label} (${cultureName(culture, i18n.language)})`,
        change: { property, culture, value: null },
      }));
    },
  );
  const keyOf = (change: Change) =>
    "targets" in change ? change.property.key : `${change.property.key}/${change.culture}`;
  const taken = changes.map(keyOf);
  return (
    <>
      {changes.map((each, at) => (
        <div key={keyOf(each)} className={classes.change}>
          <Text size="sm" fw={600}>
            {offered.find((other) => other.key === keyOf(each))?.label}
          </Text>
          <ChangeField
            change={each}
            label={offered.find((other) => other.key === keyOf(each))?.label ?? ""}
            set={(next) => set(changes.map((other, index) => (index === at ? next : other)))}
          />
          <ActionIcon
            aria-label={t("leaveAsIs", { name: offered.find((other) => other.key === keyOf(each))?.label })}
            onClick={() => set(changes.filter((_, index) => index !== at))}
          >
            <X size={15} />
          </ActionIcon>
        </div>
      ))}
      <Select
        openOnFocus={false}
        size="sm"
        searchable
        data-autofocus
        label={t("property")}
        placeholder={t("propertyHelp")}
        nothingFoundMessage={t("noField")}
        data={offered.filter((each) => !taken.includes(each.key)).map(({ key, label }) => ({ value: key, label }))}
        value={null}
        onChange={(key) => {
          const found = offered.find((each) => each.key === key);
          if (found) set([...changes, found.change]);
        }}
      />
    </>
  );
}

function ChangeField({ change, label, set }: { change: Change; label: string; set: (next: Change) => void }) {
  const { t } = useTranslation("list");
  const words = useWords();
  if ("targets" in change) {
    const { maxOccurrence } = change.property.related;
    return (
      <div>
        {maxOccurrence !== 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t("mode")}
            value={change.mode}
            onChange={(mode) => set({ ...change, mode: mode as Mode })}
            data={(["set", "add", "remove"] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
          />
        )}
        <PickList
          label={label}
          rule={change.property.related}
          value={change.targets}
          change={(targets) => set({ ...change, targets })}
        />
        {change.mode === "set" && change.targets.length === 0 && <Emptied />}
      </div>
    );
  }
  return (
    <div>
      <Field
        name={label}
        rule={change.property.attribute}
        culture={change.culture}
        value={change.value}
        words={words}
        change={(value) => set({ ...change, value })}
      />
      {change.value === null && <Emptied />}
    </div>
  );
}

function Emptied() {
  const { t } = useTranslation("list");
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t("emptied")}
    </Text>
  );
}
