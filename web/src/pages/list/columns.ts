// The columns of a list: what the configuration of the view shows of its types, each property once.
import { useSuspenseQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { AttributeProperty, AttributeValue, Element, RelatedProperty } from "@/api/types.gen";

import { dateText } from "@/parts/moment";
import { valueNumber } from "@/parts/number";

export interface Column {
  key: string;
  label: string;
  kind: "attribute" | "related";
  dataType?: AttributeProperty["attribute"]["dataType"];
  values?: Map<string, string>;
  width: string;
}

/** How many columns are shown unless the address names others. */
const SHOWN = 8;

const WIDTHS: Partial<Record<AttributeProperty["attribute"]["dataType"], string>> = {
  SelectionValue: "minmax(110px, 0.8fr)",
  Boolean: "90px",
  Integer: "90px",
  Decimal: "90px",
  DateTime: "150px",
};

/** Of properties every type has: the state is a badge that must not be cut off. */
const OWN_WIDTHS: Record<string, string> = { version: "90px", state1: "minmax(196px, 0.8fr)" };

export function useColumns(facet: string, view: string, culture: number): Column[] {
  const { data } = useSuspenseQuery(queries.config(facet, view));
  const types = useTypes();
  return useMemo(() => {
    const found = new Map<string, Column>();
    for (const type of data) {
      if (types.get(type.key)?.isFlow) continue;
      for (const property of type.properties)
        if (!found.has(property.key)) found.set(property.key, columnOf(property, culture));
    }
    // What makes up the name is shown as the first column, whatever it is.
    const labels = types.labels(facet);
    return [...found.values()].filter((each) => !labels.includes(each.key) || each.kind === "related");
  }, [data, types, facet, culture]);
}

export function columnOf(property: AttributeProperty | RelatedProperty, culture: number): Column {
  const label = inCulture(property.displayNames, culture) ?? property.key;
  if ("related" in property) return { key: property.key, label, kind: "related", width: "minmax(130px, 1fr)" };
  const { dataType, selectableValues } = property.attribute;
  const names = selectableValues?.map((each) => [each.key ?? "", inCulture(each.displayNames, culture) ?? ""] as const);
  return {
    key: property.key,
    label,
    kind: "attribute",
    dataType,
    values: names && new Map(names),
    width: OWN_WIDTHS[property.key] ?? WIDTHS[dataType] ?? "minmax(140px, 1.2fr)",
  };
}

export function shownColumns(columns: Column[], wanted: string | undefined): Column[] {
  if (wanted === undefined) return columns.slice(0, SHOWN);
  const keys = wanted.split(",");
  return columns.filter((each) => keys.includes(each.key));
}

/** What a cell says, as text: for the eye, and for downloads. */
export function cellText(column: Column, element: Element, culture: number, words: Words): string {
  const value = inCulture(element.attributes?.[column.key], culture);
  return value === undefined ? "" : valueText(column, value, words);
}

export interface Words {
  yes: string;
  no: string;
  /** For programs: dates and numbers as the service has them. */
  isRaw?: boolean;
}

export function valueText(column: Column, value: AttributeValue, words: Words): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number" && !words.isRaw) return valueNumber(value);
  if (Array.isArray(value)) {
    return value
      .map((each) =>
        typeof each === "string" ? (column.values?.get(each) ?? each) : (each.title ?? each.address ?? ""),
      )
      .join(", ");
  }
  if (column.values !== undefined) return column.values.get(String(value)) ?? String(value);
  if (column.dataType === "DateTime") {
    return words.isRaw ? String(value).slice(0, 16).replace("T", " ") : dateText(String(value));
  }
  if (column.dataType === "Html") return plain(String(value));
  return String(value);
}

function plain(html: string): string {
  return (
    new DOMParser().parseFromString(html.replace(/^<\?xml[^>]*\?>/, ""), "text/html").body.textContent?.trim() ?? ""
  );
}
