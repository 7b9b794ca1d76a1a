// The form of an own property: what it is called, what it takes, and which types have it.
import { Checkbox, MultiSelect, Select, Stack, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Additions } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { Submit } from "./common";
import { ROLES } from "./roles";
import { isComplete, TextsFields } from "./TextsFields";
import {
  type GivenProperty,
  givenProperty,
  isChoice,
  isText,
  KINDS,
  keyFrom,
  REFERENCE,
  withProperty,
} from "./typeData";
import { Refused, useOwnTypes } from "./useOwnTypes";
import { ValuesFields } from "./ValuesFields";

interface Properties {
  own: { additions: Additions; etag: string | null };
  /** The key of the property to change; without it, a new one. */
  property?: string;
  /** The type that a new one is for. */
  type?: string;
}

const NEW: GivenProperty = {
  key: "",
  names: {},
  descriptions: {},
  kind: KINDS[0] ?? "",
  relatedTypes: [],
  values: [],
  isInvariant: false,
  isMandatory: false,
  isSearchable: false,
  readableBy: null,
  writableBy: null,
  types: [],
};

export function PropertyForm({ own, property, type }: Properties) {
  const { t } = useTranslation("administration");
  const isNew = property === undefined;
  const initial = isNew ? { ...NEW, types: type ? [type] : [] } : givenProperty(own.additions, property);
  const [given, set, form] = useKeptState(`property/${property ?? `new/${type}`}`, initial);
  const { save, busy, error } = useOwnTypes(own);
  const key = property ?? (given.key.trim() || keyFrom(given.names[1033] ?? ""));
  const isTaken = isNew && own.additions.properties?.[key] !== undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = t(isNew ? "types.propertyMade" : "types.changed", { name: given.names[1033]?.trim() ?? key });
    if (await save((before) => withProperty(before, { ...given, key }), done)) form.discard();
  };
  const hasValues = given.values.length > 0 && given.values.every((each) => isComplete(each.names));
  const isFilled = isChoice(given.kind) ? hasValues : given.kind !== REFERENCE || given.relatedTypes.length > 0;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <KeptNotice {...form} />
        <TextsFields
          isFirst
          isNeeded
          label={t("name")}
          texts={given.names}
          onChange={(names) => set({ ...given, names })}
        />
        {isNew && (
          <TextInput
            label={t("types.key")}
            description={t("types.keyHelp")}
            placeholder={key}
            autoComplete="off"
            value={given.key}
            error={isTaken && t("types.keyTaken", { key })}
            onChange={(event) => set({ ...given, key: event.currentTarget.value })}
          />
        )}
        <Select
          label={t("types.kind")}
          description={isNew ? undefined : t("types.kindFixed")}
          disabled={!isNew}
          allowDeselect={false}
          value={given.kind}
          onChange={(kind) => set({ ...given, kind: kind ?? given.kind })}
          data={KINDS.map((kind) => ({
            value: kind,
            label: kind === REFERENCE ? t("types.reference") : t(`types.kinds.${kind}`),
          }))}
          comboboxProps={{ withinPortal: true }}
        />
        <Takes given={given} set={set} />
        <TypesField
          required
          label={t("types.havers")}
          value={given.types}
          onChange={(types) => set({ ...given, types })}
        />
        <Rights given={given} set={set} />
        <TextsFields
          isLong
          label={t("types.description")}
          description={t("types.descriptionHelp")}
          texts={given.descriptions}
          onChange={(descriptions) => set({ ...given, descriptions })}
        />
        <Refused error={error} />
      </Stack>
      <Submit
        label={t(isNew ? "types.create" : "save")}
        busy={busy}
        disabled={!isComplete(given.names) || !isFilled || key === "" || isTaken}
      />
    </form>
  );
}

interface PartProperties {
  given: GivenProperty;
  set: (given: GivenProperty) => void;
}

/** What the property takes: values to choose from, types to refer to, and how texts are treated. */
function Takes({ given, set }: PartProperties) {
  const { t } = useTranslation("administration");
  if (given.kind === REFERENCE) {
    return (
      <TypesField
        required
        label={t("types.refersTo")}
        value={given.relatedTypes}
        onChange={(relatedTypes) => set({ ...given, relatedTypes })}
      />
    );
  }
  return (
    <>
      {isChoice(given.kind) && <ValuesFields values={given.values} onChange={(values) => set({ ...given, values })} />}
      {isText(given.kind) && (
        <>
          <Checkbox
            label={t("types.invariant")}
            checked={given.isInvariant}
            onChange={(event) => set({ ...given, isInvariant: event.currentTarget.checked })}
          />
          <Checkbox
            label={t("types.searchable")}
            checked={given.isSearchable}
            onChange={(event) => set({ ...given, isSearchable: event.currentTarget.checked })}
          />
        </>
      )}
      <Checkbox
        label={t("types.mandatory")}
        checked={given.isMandatory}
        onChange={(event) => set({ ...given, isMandatory: event.currentTarget.checked })}
      />
    </>
  );
}

function Rights({ given, set }: PartProperties) {
  const { t } = useTranslation("administration");
  const shell = useTranslation().t;
  const data = ROLES.map((role) => ({ value: role, label: shell(`roles.${role}`) }));
  return (["readableBy", "writableBy"] as const).map((right) => (
    <Select
      key={right}
      clearable
      label={t(`types.${right}`)}
      placeholder={t("types.anyRole")}
      value={given[right]}
      onChange={(role) => set({ ...given, [right]: role })}
      data={data}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ "aria-label": t("types.anyRole") }}
    />
  ));
}

interface TypesProperties {
  label: string;
  value: string[];
  onChange: (types: string[]) => void;
  required?: boolean;
}

function TypesField({ value, ...given }: TypesProperties) {
  const { t, i18n } = useTranslation("administration");
  const types = useSuspenseQuery(queries.types).data.values;
  const words = useWords();
  const order = new Intl.Collator(i18n.language);
  const data = types
    .map((each) => ({ value: each.key, label: inCulture(each.displayNames, words) ?? each.key }))
    .sort((one, other) => order.compare(one.label, other.label));
  return (
    <MultiSelect
      {...given}
      searchable
      value={value}
      data={data}
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={t("nothing")}
    />
  );
}
