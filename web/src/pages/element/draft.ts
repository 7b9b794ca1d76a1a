// What was changed in a form and not saved yet: values by attribute and culture, and related contexts as a whole.
import type { AttributeValue, Element, RelatedElement } from "@/api/types.gen";

export type Value = AttributeValue | null;

export interface Draft {
  attributes: Record<string, Record<string, Value>>;
  related: Record<string, RelatedElement[]>;
}

export const NOTHING: Draft = { attributes: {}, related: {} };

const NEW = "new:";
let made = 0;

/** A reference to an element that does not exist yet: the save creates it. Its id distinguishes it from others in the form only. */
export function newTarget(facetName: string, type: string, attributes: RelatedElement["attributes"]): RelatedElement {
  made += 1;
  return { facetName, id: `${NEW}${made}`, type, attributes };
}

export const isNew = (target: Pick<RelatedElement, "id">): boolean => target.id.startsWith(NEW);

/** Whether saving creates elements: to save twice what was saved once would create them twice. */
export const createsElements = (draft: Draft): boolean => Object.values(draft.related).flat().some(isNew);

export function storedValue(element: Element, key: string, culture: number | string): Value {
  return element.attributes?.[key]?.[culture] ?? null;
}

export function currentValue(element: Element, draft: Draft, key: string, culture: number | string): Value {
  const changed = draft.attributes[key]?.[culture];
  return changed === undefined ? storedValue(element, key, culture) : changed;
}

export function relatedOf(element: Element, draft: Draft, key: string): RelatedElement[] {
  return draft.related[key] ?? element.related?.[key] ?? [];
}

/** The draft with one more value; one that is as stored again is no change. */
export function withValue(element: Element, draft: Draft, key: string, culture: number | string, value: Value): Draft {
  const cultures = { ...draft.attributes[key], [culture]: value };
  if (isSame(value, storedValue(element, key, culture))) delete cultures[culture];
  const attributes = { ...draft.attributes, [key]: cultures };
  if (Object.keys(cultures).length === 0) delete attributes[key];
  return { ...draft, attributes };
}

export function withRelated(element: Element, draft: Draft, key: string, targets: RelatedElement[]): Draft {
  const related = { ...draft.related, [key]: targets };
  if (sameTargets(targets, element.related?.[key] ?? [])) delete related[key];
  return { ...draft, related };
}

export function changeCount(draft: Draft): number {
  const values = Object.values(draft.attributes).reduce((sum, each) => sum + Object.keys(each).length, 0);
  return values + Object.keys(draft.related).length;
}

/** Only edited values are sent: other cultures are never written. */
export function bodyOf(element: Element, draft: Draft): unknown {
  const related = Object.fromEntries(
    Object.entries(draft.related).map(([key, targets]) => [key, targets.map(referenceTo)]),
  );
  const { id, versionId, type } = element;
  return { elements: [{ id, versionId, type, attributes: draft.attributes, related }] };
}

function referenceTo(target: RelatedElement): unknown {
  const { id, type, attributes } = target;
  return isNew(target) ? { type, attributes } : { id, type };
}

export interface Clash {
  key: string;
  /** Of an attribute; a related context has none. */
  culture: string | null;
  original: string;
  other: string;
  mine: string;
}

/** The conflicts: values that both users changed differently. Everything else merges by itself. */
export function clashes(before: Element, now: Element, draft: Draft): Clash[] {
  const found: Clash[] = [];
  for (const [key, cultures] of Object.entries(draft.attributes)) {
    for (const [culture, mine] of Object.entries(cultures)) {
      const original = storedValue(before, key, culture);
      const other = storedValue(now, key, culture);
      if (!isSame(original, other) && !isSame(other, mine)) {
        found.push({ key, culture, original: textOf(original), other: textOf(other), mine: textOf(mine) });
      }
    }
  }
  for (const [key, mine] of Object.entries(draft.related)) {
    const original = before.related?.[key] ?? [];
    const other = now.related?.[key] ?? [];
    if (!sameTargets(original, other) && !sameTargets(other, mine)) {
      const ids = (targets: RelatedElement[]) => targets.map(nameOrId).join(", ");
      found.push({ key, culture: null, original: ids(original), other: ids(other), mine: ids(mine) });
    }
  }
  return found;
}

function nameOrId(target: RelatedElement): string {
  const [name = target.id] = isNew(target) ? Object.values(target.attributes ?? {}).flatMap(Object.values) : [];
  return String(name);
}

/** The draft without the values of these conflicts: the other user's values stay. */
export function without(draft: Draft, given: Clash[]): Draft {
  const attributes = structuredClone(draft.attributes);
  const related = { ...draft.related };
  for (const { key, culture } of given) {
    if (culture === null) delete related[key];
    else delete attributes[key]?.[culture];
  }
  return { attributes, related };
}

function isSame(one: Value, other: Value): boolean {
  const empty = (value: Value) => value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return (empty(one) && empty(other)) || JSON.stringify(one) === JSON.stringify(other);
}

function sameTargets(one: RelatedElement[], other: RelatedElement[]): boolean {
  return one.length === other.length && one.every((each, index) => each.id === other[index]?.id);
}

function textOf(value: Value): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
