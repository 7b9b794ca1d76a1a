// How many elements of a facet have which value of a choice, such as its maturity. Which choices there are, the types say.
import { Select } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { quoted } from "@/api/administration";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { ask, ELEMENTS, listAt } from "@/api/requests";
import type { AttributeProperty, SelectableValue } from "@/api/types.gen";
import { useFacets } from "@/app/facets";
import { useWords } from "@/app/preferences";
import { useAddress } from "../administration/common";
import { Figure } from "./Figure";
import classes from "./Reporting.module.css";

export function Maturity({ facet }: { facet?: string }) {
  const { t } = useTranslation("reporting");
  const words = useWords();
  const [search, change] = useAddress();
  const facets = useFacets();
  const shown = facet ?? facets.find((each) => each.hasDiagrams)?.name ?? facets[0]?.name ?? "";
  const choices = useChoices(shown);
  const { maturity } = useTypes().roles;
  const chosen =
    choices?.find((each) => each.key === search.by) ??
    choices?.find((each) => maturity.includes(each.key)) ??
    choices?.[0];
  const values = chosen?.attribute.selectableValues ?? [];
  const found = useQuery({ ...counts(shown, chosen?.key ?? "", values), enabled: chosen !== undefined });
  const { data } = found;
  const series = useMemo(() => {
    if (choices !== undefined && chosen === undefined) return { by: "", labels: [], bars: [] };
    if (data === undefined || chosen === undefined) return undefined;
    return {
      by: inCulture(chosen.displayNames, words) ?? chosen.key,
      labels: data.map(({ value }) => inCulture(value.displayNames, words) ?? value.key ?? ""),
      bars: [{ label: t("elements"), values: data.map(({ count }) => count) }],
      leads: data.map(({ value, count }) => [
        { facet: shown, count, search: { filter: `${chosen.key} -eq ${quoted(value.key ?? "")}` } },
      ]),
    };
  }, [choices, chosen, data, shown, words, t]);
  return (
    <Figure name="maturity" found={found} series={series}>
      {choices !== undefined && choices.length > 1 && (
        <div className={classes.choices}>
          <Select
            size="xs"
            label={t("maturity.choice")}
            allowDeselect={false}
            value={chosen?.key ?? null}
            onChange={(by) => change({ by: by ?? undefined })}
            data={choices.map((each) => ({ value: each.key, label: inCulture(each.displayNames, words) ?? each.key }))}
            comboboxProps={{ withinPortal: true }}
          />
        </div>
      )}
    </Figure>
  );
}

/** The properties of a facet that are one of some values. */
function useChoices(facet: string): AttributeProperty[] | undefined {
  const { data } = useQuery({ ...queries.config(facet, "detail"), enabled: facet !== "" });
  return useMemo(() => {
    if (data === undefined) return undefined;
    const properties = data.flatMap((type) => type.properties);
    const choices = properties.filter(
      (each): each is AttributeProperty => "attribute" in each && each.attribute.dataType === "SelectionValue",
    );
    return [...new Map(choices.map((each) => [each.key, each])).values()];
  }, [data]);
}

/** How many elements have each value: a request for each, whatever the number of elements. */
const counts = (facet: string, attribute: string, values: SelectableValue[]) =>
  queryOptions({
    queryKey: ["data", "values", facet, attribute],
    queryFn: () =>
      Promise.all(
        values
          .filter((value) => value.key !== undefined)
          .map(async (value) => {
            const { total, data } = await ask(ELEMENTS, {
              path: listAt(facet, "list"),
              query: {
                $filter: `${attribute} -eq ${quoted(value.key ?? "")}`,
                $select: [attribute],
                $resources: ["attributes"],
                $pageSize: 1,
                $count: true,
              },
            });
            return { value, count: total ?? data.count };
          }),
      ),
  });
