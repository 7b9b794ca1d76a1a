// What is asked before a diagram changes: the next step, what follows a shape, and what becomes of the flow around a deleted one.
import { Button, Checkbox, Group, NativeSelect, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, type TypeCatalog, useTypes } from "@/api/hooks";
import type { DiagramNode } from "@/api/types.gen";
import { cultureName, useWords } from "@/app/preferences";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";

/** Opens a dialog; `closed` is called whichever way it ends. */
export function useDialog(closed: () => void) {
  const shell = useTranslation().t;
  return (title: string, children: React.ReactNode) =>
    modals.open({
      title,
      children,
      closeButtonProps: { "aria-label": shell("close") },
      onClose: closed,
      returnFocus: false,
    });
}

interface StepProperties {
  /** The shape before it, or the diagram. */
  after: string;
  /** The types that may be added. */
  offered: readonly string[];
  last?: string;
  /** Dialogs stand outside of what knows the address. */
  culture: number;
  /** Whether it was done; what was refused is there again in the next dialog. */
  done: (type: string, name: string) => Promise<boolean>;
}

/** The type of an ordinary step. */
export function usualOf(types: TypeCatalog, offered: readonly string[]): string {
  return offered.find((key) => types.get(key)?.figure === "box") ?? offered[0] ?? "";
}

export function StepForm({ after, offered, last, culture, done }: StepProperties) {
  const { t, i18n } = useTranslation("diagram");
  const types = useTypes();
  const words = useWords();
  const [type, setType] = useState(last ?? usualOf(types, offered));
  const [name, setName, form] = useKeptState(`shape/${after}`, "");
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    modals.closeAll();
    if (await done(type, name.trim())) form.discard();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <KeptNotice {...form} />
        <TextInput
          data-autofocus
          label={t("nameIn", { culture: cultureName(culture, i18n.language) })}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={t("kind")}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
          data={offered.map((key) => ({ value: key, label: inCulture(types.get(key)?.displayNames, words) ?? key }))}
        />
        <Group justify="end">
          <Button type="submit" disabled={name.trim() === ""}>
            {t("add")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ConnectProperties {
  others: readonly DiagramNode[];
  current: readonly string[];
  describe: (node: DiagramNode) => string;
  done: (successors: string[]) => void;
}

export function ConnectForm({ others, current, describe, done }: ConnectProperties) {
  const { t } = useTranslation("diagram");
  const [chosen, setChosen] = useState<string[]>([...current]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        modals.closeAll();
        done(chosen);
      }}
    >
      <Checkbox.Group value={chosen} onChange={setChosen} label={t("followedBy")}>
        <ScrollArea.Autosize mah="50dvh" type="auto" mt="xs">
          <Stack gap={6} p={3}>
            {others.map((each, place) => (
              <Checkbox
                key={each.shapeId}
                value={each.shapeId}
                label={describe(each)}
                data-autofocus={place === 0 || undefined}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Checkbox.Group>
      <Group justify="end" mt="md">
        <Button type="submit">{t("connect")}</Button>
      </Group>
    </form>
  );
}

interface RemoveProperties {
  /** There is a flow through the shape that could be joined. */
  isBetween: boolean;
  done: (reconnect: boolean) => void;
}

export function RemoveForm({ isBetween, done }: RemoveProperties) {
  const { t } = useTranslation("diagram");
  const finish = (reconnect: boolean) => () => {
    modals.closeAll();
    done(reconnect);
  };
  return (
    <Stack gap="md">
      <Text size="sm">{t(isBetween ? "reconnectHelp" : "deleteHelp")}</Text>
      <Group justify="end">
        {isBetween && (
          <Button data-autofocus onClick={finish(true)}>
            {t("deleteJoin")}
          </Button>
        )}
        <Button
          data-autofocus={!isBetween || undefined}
          variant={isBetween ? "default" : "filled"}
          color={isBetween ? undefined : "red.9"}
          onClick={finish(false)}
        >
          {t(isBetween ? "deleteApart" : "delete")}
        </Button>
      </Group>
    </Stack>
  );
}
