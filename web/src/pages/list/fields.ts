// What a list can be filtered by: what stands beside the attributes, the attributes of its types, and what their contexts refer to.
import { useSuspenseQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, type TypeCatalog, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { AttributeProperty, RelatedProperty } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import type { Condition, Conditions, Operator } from "./filter-text";

type Kind = "text" | "number" | "date" | "boolean" | "choice" | "context";

export interface FilterField {
  key: string;
  label: string;
  kind: Kind;
  choices: { value: string; label: string }[];
  /** Whether it has a value for each culture. */
  hasCultures: boolean;
}

const ORDERED: Operator[] = ["eq", "ne", "gt", "ge", "lt", "le", "isNull", "notNull"];
const OPERATORS: Record<Kind, Operator[]> = {
  text: ["contains", "startsWith", "endsWith", "eq", "ne", "like", "isNull", "notNull"],
  number: ORDERED,
  date: ["ge", "lt", "gt", "le", "eq", "ne", "isNull", "notNull"],
  boolean: ["eq", "ne", "isNull", "notNull"],
  choice: ["eq", "ne", "in", "isNull", "notNull"],
  context: ["isNull", "notNull"],
};
const KINDS: Partial<Record<AttributeProperty["attribute"]["dataType"], Kind>> = {
  Boolean: "boolean",
  Integer: "number",
  Decimal: "number",
  DateTime: "date",
  SelectionValue: "choice",
  MultiSelection: "choice",
};
/** Created for each response: they cannot be compared. */
const MADE = ["authorNote", "gotoUrl", "releaseHistory"];

export const operatorsOf = (field: FilterField): Operator[] => OPERATORS[field.kind];

/** Numbers and yes or no stand in a filter without quotes. */
export function isPlain(field: FilterField | undefined): boolean {
  return field?.kind === "number" || field?.kind === "boolean";
}

export function findField(fields: FilterField[], left: string): FilterField | undefined {
  return fields.find((each) => each.key.toLowerCase() === left.toLowerCase());
}

/** Whether the builder has a row for each of these. */
export function canShow(fields: FilterField[], given: Conditions): boolean {
  return given.conditions.every((each: Condition) => {
    const field = findField(fields, each.left);
    return field !== undefined && operatorsOf(field).includes(each.operator);
  });
}

export function useFilterFields(facet: string): FilterField[] {
  const { t } = useTranslation("list");
  const { data } = useSuspenseQuery(queries.config(facet, "detail"));
  const types = useTypes();
  const words = useWords();
  return useMemo(() => {
    const found = new Map<string, FilterField>();
    const made = new Set([...MADE, ...types.roles.signIns]);
    const named = types
      .of(facet)
      .map((each) => ({ value: each.key, label: inCulture(each.displayNames, words) ?? "" }));
    const states = new Set(types.of(facet).flatMap((each) => each.states.map((state) => state.key)));
    const known = [...states].map((value) => ({ value, label: types.stateName(value, words) }));
    const beside = (key: string, label: string, choices: FilterField["choices"]) =>
      choices.length > 0 && found.set(key, { key, label, kind: "choice", choices, hasCultures: false });
    beside("type", t("types"), named);
    beside("state", t("states"), known);
    for (const type of data) {
      if (types.get(type.key)?.isFlow) continue;
      for (const property of type.properties) {
        // The state is among them already, by the name that holds for every type.
        if (found.has(property.key) || made.has(property.key) || property.key === "state1") continue;
        for (const field of fieldsOf(property, types, words, t("nameOf"))) found.set(field.key, field);
      }
    }
    return [...found.values()];
  }, [data, types, words, facet, t]);
}

function fieldsOf(
  property: AttributeProperty | RelatedProperty,
  types: TypeCatalog,
  words: number,
  nameOf: string,
): FilterField[] {
  const { key } = property;
  const label = inCulture(property.displayNames, words) ?? key;
  if ("related" in property) {
    const context: FilterField = { key, label, kind: "context", choices: [], hasCultures: false };
    const name = types.labels(property.related.facet).at(-1);
    if (name === undefined) return [context];
    const behind: FilterField = { ...context, key: `${key}/${name}`, label: `${label}: ${nameOf}`, kind: "text" };
    return [context, behind];
  }
  const { dataType, isInvariantCulture, selectableValues = [] } = property.attribute;
  const choices = selectableValues
    .filter((each) => each.key)
    .map((each) => ({ value: each.key ?? "", label: inCulture(each.displayNames, words) ?? each.key ?? "" }));
  return [{ key, label, kind: KINDS[dataType] ?? "text", choices, hasCultures: !isInvariantCulture }];
}
