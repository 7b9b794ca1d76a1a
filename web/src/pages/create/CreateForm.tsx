// The dialog that creates an element: what it is called, and where it stands. A refusal keeps the dialog and what was typed.
import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { ELEMENTS, listAt, write } from "@/api/requests";
import { useRefresh } from "@/app/freshness";
import { cultureName, useWords } from "@/app/preferences";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { ElementSelect } from "@/parts/ElementSelect";
import { Failure } from "@/parts/Failure";

const INVARIANT = 127;

export interface Creation {
  type: string;
  /** The culture of the names that are typed. */
  culture: number;
  /** What it stands below; null: nothing; undefined: asked for, where the type can stand below something. */
  parent?: string | null;
  /** After it was created. */
  done: (id: string, name: string) => void;
}

export function CreateForm({ type, culture, parent, done }: Creation) {
  const { t } = useTranslation("tree");
  const parts = useNameParts(type, culture);
  const above = useTypesAbove(type);
  const [names, setNames, form] = useKeptState<Record<string, string>>(`new/${type}/${parent ?? ""}`, {});
  const [below, setBelow] = useState<string | undefined>();
  const sending = useCreation(type, (id, name) => {
    form.discard();
    done(id, name);
  });
  const filled = parts.filter((each) => names[each.key]?.trim());
  const attributes = Object.fromEntries(
    filled.map((each) => [each.key, { [each.culture]: names[each.key]?.trim() ?? "" }]),
  );
  const isComplete = filled.length > 0;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isComplete && !sending.isPending) sending.mutate({ attributes, parent: parent ?? below });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <KeptNotice {...form} />
        {parts.map((each, at) => (
          <Textarea
            key={each.key}
            data-autofocus={at === 0 || undefined}
            autosize
            minRows={1}
            label={each.label}
            value={names[each.key] ?? ""}
            onChange={(event) => setNames({ ...names, [each.key]: event.currentTarget.value })}
            onKeyDown={(event) => event.key === "Enter" && !event.shiftKey && submit(event)}
          />
        ))}
        {parent === undefined && above.length > 0 && (
          <ElementSelect
            label={t("below")}
            description={t("belowHelp")}
            types={above}
            culture={culture}
            value={below}
            change={setBelow}
          />
        )}
        {sending.error && <Failure error={sending.error} />}
        <Group justify="end">
          <Button type="submit" disabled={!isComplete} loading={sending.isPending}>
            {t("create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The attributes that make up the name of elements of a type, each with the culture to which its value belongs. */
function useNameParts(type: string, culture: number): { key: string; culture: number; label: string }[] {
  const { t, i18n } = useTranslation("tree");
  const types = useTypes();
  const words = useWords();
  const { data } = useSuspenseQuery(queries.config(types.facetOf(type), "detail"));
  const properties = data.find((each) => each.key === type)?.properties ?? [];
  return (types.get(type)?.label ?? [types.roles.name]).map((key) => {
    const property = properties.find((each) => each.key === key);
    const isInvariant = property !== undefined && "attribute" in property && property.attribute.isInvariantCulture;
    const name = inCulture(property?.displayNames, words) ?? key;
    const label = isInvariant ? name : t("partIn", { name, culture: cultureName(culture, i18n.language) });
    return { key, culture: isInvariant ? INVARIANT : culture, label };
  });
}

/** The types below whose elements one of a type can stand; none for those that stand at the top. */
function useTypesAbove(type: string): string[] {
  const types = useTypes();
  if (types.get(type)?.isRoot) return [];
  return types
    .of(types.facetOf(type))
    .filter((each) => each.children.includes(type))
    .map((each) => each.key);
}

interface Given {
  attributes: Record<string, Record<string, string>>;
  parent: string | undefined;
}

/** Sends the new element. What is sent again unchanged, after an answer that was lost, is created once. */
function useCreation(type: string, done: Creation["done"]) {
  const types = useTypes();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ attributes, parent }: Given) => {
      const body = { elements: [{ type, parent, attributes }] };
      return (await write("post", ELEMENTS, { path: listAt(types.facetOf(type), "detail"), body, match: null })).data;
    },
    onSuccess: async ({ elements }, { attributes }) => {
      await refresh();
      const name = Object.values(attributes).flatMap(Object.values).filter(Boolean).join(" ");
      if (elements[0] !== undefined) done(elements[0].id, name);
    },
  });
}
