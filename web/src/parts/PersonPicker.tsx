// A field that finds people while you type.
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, labelOf, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { ELEMENTS, listAt, read } from "@/api/requests";
import { useCulture } from "@/app/preferences";

const SHOWN = 12;

interface Properties {
  label: string;
  description?: string;
  value: string | null;
  change: (id: string | null) => void;
  /** The id of a user that is not offered. */
  without?: string;
}

export function PersonPicker({ label, description, value, change, without }: Properties) {
  const { t } = useTranslation("element");
  const shell = useTranslation().t;
  const types = useTypes();
  const facet = types.facetOf(types.roles.user);
  const culture = useCulture();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const [asked] = useDebouncedValue(text.trim(), 150);
  const first = useQuery({
    queryKey: ["data", "people", culture],
    queryFn: () =>
      read(ELEMENTS, {
        path: listAt(facet, "list"),
        query: { $pageSize: SHOWN, $select: types.labels(facet), $resources: ["attributes"] },
      }),
  });
  const isChosen = chosen !== null && asked === chosen.label;
  const found = useQuery(queries.search(isChosen ? "" : asked, culture, SHOWN, facet));
  const listed =
    asked === "" || isChosen
      ? (first.data?.elements ?? []).map((each) => ({ value: each.id, label: labelOf(types, each, culture) }))
      : (found.data?.values ?? []).map((each) => ({ value: each.id, label: inCulture(each.name, culture) ?? each.id }));
  const offered = listed.filter((each) => each.value !== without && each.value !== chosen?.value);
  return (
    <Select
      label={label}
      description={description}
      placeholder={shell("searchPlaceholder")}
      searchable
      data-autofocus
      comboboxProps={{ withinPortal: true }}
      nothingFoundMessage={t("nothingFound")}
      data={chosen === null ? offered : [chosen, ...offered]}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={value}
      onChange={(id, option) => {
        setChosen(option === null ? null : { value: option.value, label: option.label });
        change(id);
      }}
    />
  );
}
