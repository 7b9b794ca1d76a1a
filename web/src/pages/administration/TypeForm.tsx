// The form of an own type: what it is called, which type it is made like, and below which its elements stand.
import { MultiSelect, Select, Stack, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { groupBy, inCulture, useTypes } from "@/api/hooks";
import type { OwnMetamodel } from "@/api/types.gen";
import { useFacets } from "@/app/facets";
import { useWords } from "@/app/preferences";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { Submit } from "./common";
import { isComplete, TextsFields } from "./TextsFields";
import { type GivenType, givenType, keyFrom, withType } from "./typeData";
import { Refused, useOwnTypes } from "./useOwnTypes";

interface Properties {
  own: OwnMetamodel & { etag: string | null };
  /** The key of the type to change; without it, a new one. */
  type?: string;
  saved: (key: string) => void;
}

const NEW: GivenType & { like: string | null } = {
  key: "",
  names: {},
  descriptions: {},
  color: "#5a6b7b",
  parents: [],
  like: null,
};

export function TypeForm({ own, type, saved }: Properties) {
  const { t } = useTranslation("administration");
  const types = useTypes();
  const initial = type === undefined ? NEW : { ...givenType(own.additions, type), like: null };
  const [given, set, form] = useKeptState(`type/${type ?? "new"}`, initial);
  const { save, busy, error } = useOwnTypes(own);
  const key = type ?? (given.key.trim() || keyFrom(given.names[1033] ?? ""));
  const facet = type === undefined ? own.patterns[given.like ?? ""]?.facet : own.additions.types?.[type]?.facet;
  const isTaken = type === undefined && types.get(key) !== undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = given.names[1033]?.trim() ?? key;
    const change = { ...given, key };
    const done = t(type === undefined ? "types.made" : "types.changed", { name });
    if (await save((before) => withType(before, change, own.patterns[given.like ?? ""]), done)) {
      form.discard();
      saved(key);
    }
  };
  const isReady = isComplete(given.names) && facet !== undefined && key !== "" && !isTaken;
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
        {type === undefined && (
          <>
            <Like own={own} value={given.like} onChange={(like) => set({ ...given, like, parents: [] })} />
            <TextInput
              label={t("types.key")}
              description={t("types.keyHelp")}
              placeholder={key}
              autoComplete="off"
              value={given.key}
              error={isTaken && t("types.keyTaken", { key })}
              onChange={(event) => set({ ...given, key: event.currentTarget.value })}
            />
          </>
        )}
        <Parents facet={facet} type={key} value={given.parents} onChange={(parents) => set({ ...given, parents })} />
        <TextInput
          type="color"
          label={t("types.color")}
          w={120}
          value={given.color}
          onChange={(event) => set({ ...given, color: event.currentTarget.value })}
        />
        <TextsFields
          isLong
          label={t("types.description")}
          description={t("types.descriptionHelp")}
          texts={given.descriptions}
          onChange={(descriptions) => set({ ...given, descriptions })}
        />
        <Refused error={error} />
      </Stack>
      <Submit label={t(type === undefined ? "types.create" : "save")} busy={busy} disabled={!isReady} />
    </form>
  );
}

interface LikeProperties {
  own: OwnMetamodel;
  value: string | null;
  onChange: (type: string | null) => void;
}

/** The type of the standard whose facet, states and common properties a new one has. */
function Like({ own, value, onChange }: LikeProperties) {
  const { t } = useTranslation("administration");
  const types = useTypes();
  const words = useWords();
  const facets = useFacets();
  const byFacet = groupBy(Object.entries(own.patterns), ([, pattern]) => pattern.facet ?? "");
  const label = (key: string) => inCulture(types.get(key)?.displayNames, words) ?? key;
  const data = facets.map((facet) => ({
    group: facet.label,
    items: (byFacet.get(facet.name) ?? []).map(([key]) => ({ value: key, label: label(key) })),
  }));
  return (
    <Select
      required
      searchable
      label={t("types.like")}
      description={t("types.likeHelp")}
      value={value}
      onChange={onChange}
      data={data.filter((each) => each.items.length > 0)}
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={t("nothing")}
    />
  );
}

interface ParentProperties {
  facet: string | undefined;
  type: string;
  value: string[];
  onChange: (parents: string[]) => void;
}

/** In a hierarchy: the types below which it may stand. */
function Parents({ facet, type, value, onChange }: ParentProperties) {
  const { t } = useTranslation("administration");
  const types = useTypes();
  const words = useWords();
  const offered = facet === undefined ? [] : types.of(facet);
  if (!offered.some((each) => each.children.length > 0)) return null;
  return (
    <MultiSelect
      searchable
      label={t("types.parents")}
      description={t("types.parentsHelp")}
      value={value}
      onChange={onChange}
      data={offered
        .filter((each) => each.key !== type)
        .map((each) => ({ value: each.key, label: inCulture(each.displayNames, words) ?? each.key }))}
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={t("nothing")}
    />
  );
}
