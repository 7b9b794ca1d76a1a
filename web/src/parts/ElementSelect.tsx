// A field that finds one element of some types of a facet while you type. It needs no router, so that dialogs can have it.
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, labelOf, useTypes } from "@/api/hooks";
import { useNameOrder } from "@/api/name-order";
import { ELEMENTS, listAt, read } from "@/api/requests";

interface Properties {
  label: string;
  description?: string;
  /** All of one facet. */
  types: readonly string[];
  culture: number;
  value?: string;
  change: (id: string | undefined) => void;
}

const SHOWN = 20;

interface Offer {
  value: string;
  label: string;
}

export function ElementSelect({ label, description, types, culture, value, change }: Properties) {
  const { t } = useTranslation("element");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Offer | undefined>();
  const [asked] = useDebouncedValue(text.trim(), 150);
  const offered = useOffered(asked === chosen?.label ? "" : asked, types, culture);
  const own = chosen !== undefined && !offered.some((each) => each.value === chosen.value) ? [chosen] : [];
  return (
    <Select
      label={label}
      description={description}
      searchable
      clearable
      openOnFocus={false}
      placeholder={t("typeToFind")}
      value={value ?? null}
      onChange={(id, option) => {
        setChosen(option === null ? undefined : { value: option.value, label: option.label });
        change(id ?? undefined);
      }}
      searchValue={text}
      onSearchChange={setText}
      data={[...own, ...offered]}
      // What is offered was found by the service.
      filter={({ options }) => options}
      nothingFoundMessage={t("nothingFound")}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ "aria-label": t("remove", { name: label }) }}
    />
  );
}

function useOffered(q: string, wanted: readonly string[], culture: number): Offer[] {
  const types = useTypes();
  const facet = types.facetOf(wanted[0] ?? "");
  const byName = useNameOrder(facet, culture);
  const { data: begin } = useQuery({
    queryKey: ["data", "select", wanted, culture],
    queryFn: () =>
      read(ELEMENTS, {
        path: listAt(facet, "list"),
        query: {
          $filter: `type -in (${wanted.map((each) => `'${each}'`).join(",")})`,
          $culture: culture,
          $orderby: byName,
          $pageSize: SHOWN,
          $select: types.labels(facet),
          $resources: ["attributes"],
        },
      }),
    enabled: q === "",
  });
  const { data: found } = useQuery({
    queryKey: ["data", "select", wanted, culture, q],
    queryFn: ({ signal }) =>
      read("/rest/search", { query: { q, culture, types: [...wanted], $pageSize: SHOWN }, signal }),
    enabled: q !== "",
  });
  if (q === "")
    return (begin?.elements ?? []).map((each) => ({ value: each.id, label: labelOf(types, each, culture) }));
  return (found?.values ?? []).map((each) => ({ value: each.id, label: inCulture(each.name, culture) ?? each.id }));
}
