// What there is to read of an element: its values without the empty ones, long texts apart from facts.
import type { AttributeProperty, Element, RelatedElement, RelatedProperty, StorageInfo } from "@/api/types.gen";
import type { Property } from "./cells";
import type { Value } from "./draft";

export interface Read {
  property: AttributeProperty;
  value: Value;
  /** In which culture it is written; not the wanted one where that has no text. */
  culture: number;
}

export interface Related {
  property: RelatedProperty;
  targets: RelatedElement[];
}

export interface Reading {
  texts: Read[];
  facts: Read[];
  related: Related[];
  /** Set by the service. */
  others: (Read | Related)[];
}

type Cultures = Pick<StorageInfo, "dataCultures" | "defaultDataCulture">;

const INVARIANT = 127;
const LONG = ["Html", "MultiLineText"];

/** `label`: attributes that the title shows already; `fixed`: what the service sets. */
export function readingOf(
  element: Element,
  properties: readonly Property[],
  { label, fixed }: { label: readonly string[]; fixed: readonly string[] },
  culture: number,
  cultures: Cultures,
): Reading {
  const reading: Reading = { texts: [], facts: [], related: [], others: [] };
  for (const property of properties) {
    const isFixed = fixed.includes(property.key);
    if ("related" in property) {
      const targets = element.related?.[property.key] ?? [];
      if (targets.length > 0) (isFixed ? reading.others : reading.related).push({ property, targets });
      continue;
    }
    const found = label.includes(property.key) ? null : readIn(element, property, culture, cultures);
    if (found === null) continue;
    if (isFixed) reading.others.push(found);
    else (LONG.includes(property.attribute.dataType) ? reading.texts : reading.facts).push(found);
  }
  return reading;
}

/** A value in the culture that is wanted, else in the default one, else in the first that has it. */
function readIn(element: Element, property: AttributeProperty, culture: number, known: Cultures): Read | null {
  const values = element.attributes?.[property.key] ?? {};
  const wanted = [culture, INVARIANT, known.defaultDataCulture, ...known.dataCultures];
  const first = wanted.find((each) => !isEmpty(values[each]));
  return first === undefined ? null : { property, value: values[first] ?? null, culture: first };
}

/** Whether there is nothing to read; an html text of tags alone has nothing, unless it shows a picture or a line. */
export function isEmpty(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "string" || !/^\s*<\?xml/i.test(value) || /<(img|hr)\b/i.test(value)) return false;
  return value.replace(/<[^>]*>|&nbsp;|&#160;|\s/gi, "") === "";
}
