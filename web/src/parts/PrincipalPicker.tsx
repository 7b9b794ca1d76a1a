// A field that finds principals of some facets while you type.
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, labelOf, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { ELEMENTS, listAt, read } from "@/api/requests";
import { useCulture } from "@/app/preferences";
import { usePrincipalName } from "./Principal";

interface Properties {
  label: string;
  /** The types of whom to find. Elements of the first are offered before anything is typed. */
  types: readonly string[];
  value?: string;
  change: (id: string | undefined) => void;
}

const SHOWN = 20;

export function PrincipalPicker({ label, types, value, change }: Properties) {
  const { t } = useTranslation("administration");
  const [text, setText] = useState("");
  const { facetOf } = useTypes();
  const offered = useOffered(text, types.map(facetOf));
  const chosen = usePrincipalName(value ?? "");
  const own = value === undefined || offered.some((each) => each.value === value) ? [] : [{ value, label: chosen }];
  return (
    <Select
      label={label}
      searchable
      clearable
      w={230}
      placeholder={t("picker.anyone")}
      value={value ?? null}
      onChange={(id) => change(id ?? undefined)}
      searchValue={text}
      onSearchChange={setText}
      data={[...own, ...offered]}
      // What is offered was found by the service.
      filter={({ options }) => options}
      nothingFoundMessage={t("picker.noMatch")}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ "aria-label": t("picker.clear", { label }) }}
    />
  );
}

function useOffered(text: string, facets: readonly string[]): { value: string; label: string }[] {
  const culture = useCulture();
  const types = useTypes();
  const [q] = useDebouncedValue(text.trim(), 150);
  const first = facets[0] ?? "";
  const { data: begin } = useQuery({
    queryKey: ["data", "people", first],
    queryFn: () =>
      read(ELEMENTS, {
        path: listAt(first, "list"),
        query: { $pageSize: SHOWN, $select: types.labels(first), $resources: ["attributes"] },
      }),
  });
  const { data: found } = useQuery(queries.search(q, culture, SHOWN, facets));
  if (q === "" || found === undefined) {
    return (begin?.elements ?? []).map((each) => ({ value: each.id, label: labelOf(types, each, culture) }));
  }
  return found.values.map((each) => ({ value: each.id, label: inCulture(each.name, culture) ?? each.id }));
}
