// What was changed in a form and not saved yet: values by attribute and culture, and related contexts as a whole.
import { newKey } from "@/api/client";
import type { AttributeValue, Element, ElementsBody, GivenElement, RelatedElement } from "@/api/types.gen";

export type Value = AttributeValue | null;

export interface Draft {
  attributes: Record<string, Record<string, Value>>;
  related: Record<string, RelatedElement[]>;
}

export const NOTHING: Draft = { attributes: {}, related: {} };

const NEW = "new:";

/** A reference to an element that does not exist yet: the save creates it. Its id is only for this form. */
export function newTarget(facetName: string, type: string, attributes: RelatedElement["attributes"]): RelatedElement {
  return { facetName, id: NEW + newKey(), type, attributes };
}

export const isNew = (target: Pick<RelatedElement, "id">): boolean => target.id.startsWith(NEW);

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

/** The attribute that shows the stereotype. A body sets it by the field of this name. */
export const STEREOTYPE = "stereotype";

/** Only edited values are sent: other cultures are never written. */
export function bodyOf(element: Pick<Element, "id" | "versionId" | "type">, draft: Draft): ElementsBody {
  const related = Object.fromEntries(
    Object.entries(draft.related).map(([key, targets]) => [key, targets.map(referenceTo)]),
  );
  const { id, versionId, type } = element;
  const { [STEREOTYPE]: stereotype, ...attributes } = draft.attributes;
  const chosen = stereotype?.[127];
  const own = stereotype === undefined ? {} : { [STEREOTYPE]: typeof chosen === "string" ? chosen : null };
  return { elements: [{ id, versionId, type, ...own, attributes, related }] };
}

function referenceTo(target: RelatedElement): GivenElement {
  const { id, type, attributes } = target;
  return isNew(target) ? { type, attributes } : { id, type };
}

export function isSame(one: Value, other: Value): boolean {
  const empty = (value: Value) => value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return (empty(one) && empty(other)) || JSON.stringify(one) === JSON.stringify(other);
}

export function sameTargets(one: RelatedElement[], other: RelatedElement[]): boolean {
  return one.length === other.length && one.every((each, index) => each.id === other[index]?.id);
}
