// The draft of an element as it is kept: what was typed, what was there before, and what is on its way to the service.
import { newKey } from "@/api/client";
import type { Element, RelatedElement } from "@/api/types.gen";
import type { Clash } from "./clashes";
import { changeCount, type Draft, isNew, isSame, NOTHING, sameTargets, storedValue, type Value } from "./draft";

/** A save whose answer did not come yet. With the same key it can be sent again and is still done once. */
export interface Sending {
  key: string;
  /** The `ETag` of what was changed. */
  match: string | null;
  sent: Draft;
  versionId?: string;
  at: number;
}

export interface KeptElement {
  draft: Draft;
  /** The stored values that the draft replaces, as they were when it began: they show later what others have changed. */
  base: Draft;
  versionId?: string;
  sending?: Sending;
}

/** The service forgets a key after a day. */
const KEY_LIFE_MS = 23 * 3600 * 1000;

/** The next draft, with the base of what is new in it. */
export function edited(kept: KeptElement | null, element: Element, next: Draft): KeptElement | null {
  const sent = kept?.sending?.sent ?? NOTHING;
  // While a value is sent, the stored one is a change as well: the service will have the sent one in a moment.
  const draft = mapped(sent, next, {
    value: (key, culture) => firstOf(next.attributes[key]?.[culture], storedValue(element, key, culture)),
    targets: (key) => next.related[key] ?? element.related?.[key] ?? [],
  });
  if (changeCount(draft) === 0) return null;
  const before = kept?.base ?? NOTHING;
  const base = mapped(draft, NOTHING, {
    value: (key, culture) => firstOf(before.attributes[key]?.[culture], storedValue(element, key, culture)),
    targets: (key) => before.related[key] ?? element.related?.[key] ?? [],
  });
  return { draft, base, versionId: element.versionId, sending: kept?.sending };
}

/** A save that begins now. */
export function begun({ draft }: KeptElement, element: Element, match: string | null): Sending {
  return { key: newKey(), match, sent: draft, versionId: element.versionId, at: Date.now() };
}

/** What may still be sent again; undefined if the service would not know it any more. */
export function unanswered({ sending }: KeptElement): Sending | undefined {
  return sending && Date.now() - sending.at < KEY_LIFE_MS ? sending : undefined;
}

/** After a save: without what was sent. What was typed meanwhile stays, and begins with what is stored now. */
export function settled(kept: KeptElement, sent: Draft, stored: Element): KeptElement | null {
  const draft = filtered(kept.draft, {
    value: (key, culture, mine) => {
      const given = sent.attributes[key]?.[culture];
      return given === undefined || !isSame(mine, given);
    },
    targets: (key, mine) => sent.related[key] === undefined || !sameTargets(mine, sent.related[key]),
  });
  if (changeCount(draft) === 0) return null;
  for (const [key, mine] of Object.entries(draft.related)) {
    draft.related[key] = withCreated(mine, sent.related[key] ?? [], stored.related?.[key] ?? []);
  }
  const base = mapped(draft, NOTHING, {
    value: (key, culture) =>
      sent.attributes[key]?.[culture] === undefined
        ? (kept.base.attributes[key]?.[culture] ?? null)
        : storedValue(stored, key, culture),
    targets: (key) =>
      sent.related[key] === undefined ? (kept.base.related[key] ?? []) : (stored.related?.[key] ?? []),
  });
  return { draft, base, versionId: kept.versionId };
}

/** Without what is stored already, as after a save whose answer was lost, or a user who did the same. */
export function pruned(kept: KeptElement, element: Element): KeptElement | null {
  if (unanswered(kept)) return kept;
  const draft = filtered(kept.draft, {
    value: (key, culture, mine) => !isSame(mine, storedValue(element, key, culture)),
    targets: (key, mine) => !sameTargets(mine, element.related?.[key] ?? []),
  });
  if (changeCount(draft) === changeCount(kept.draft)) return kept;
  return changeCount(draft) === 0 ? null : { ...kept, draft };
}

/** After the user has decided: gives up own values for those in `given`, and has seen all others. */
export function decided(kept: KeptElement, all: Clash[], given: Clash[]): KeptElement | null {
  const draft = structuredClone(kept.draft);
  const base = structuredClone(kept.base);
  for (const clash of all) {
    if (clash.culture === null) {
      if (given.includes(clash)) delete draft.related[clash.key];
      else base.related[clash.key] = clash.other;
      continue;
    }
    const { key, culture } = clash;
    if (given.includes(clash)) delete draft.attributes[key]?.[culture];
    else base.attributes[key] = { ...base.attributes[key], [culture]: clash.other };
  }
  for (const [key, cultures] of Object.entries(draft.attributes)) {
    if (Object.keys(cultures).length === 0) delete draft.attributes[key];
  }
  return changeCount(draft) === 0 ? null : { ...kept, draft, base };
}

/** Null is a value: an emptied field. */
const firstOf = (one: Value | undefined, other: Value): Value => (one === undefined ? other : one);

/** The targets with those that were created by a save in the place of the new ones, which the next save would create again. */
function withCreated(mine: RelatedElement[], sent: RelatedElement[], stored: RelatedElement[]): RelatedElement[] {
  const created = stored.filter((each) => !sent.some(({ id }) => id === each.id));
  const places = new Map<string, RelatedElement>();
  for (const each of sent.filter(isNew)) {
    const at = created.findIndex(({ type }) => type === each.type);
    const [made] = at < 0 ? [] : created.splice(at, 1);
    if (made) places.set(each.id, made);
  }
  return mine.map((each) => places.get(each.id) ?? each);
}

interface Mapping {
  value: (key: string, culture: string) => Value;
  targets: (key: string) => RelatedElement[];
}

/** A draft with a value for each field of `fields`, besides those in `start`. */
function mapped(fields: Draft, start: Draft, { value, targets }: Mapping): Draft {
  const attributes = { ...start.attributes };
  for (const [key, cultures] of Object.entries(fields.attributes)) {
    const values = Object.keys(cultures).map((culture) => [culture, value(key, culture)]);
    attributes[key] = { ...attributes[key], ...Object.fromEntries(values) };
  }
  const related = { ...start.related };
  for (const key of Object.keys(fields.related)) related[key] = targets(key);
  return { attributes, related };
}

interface Keeping {
  value: (key: string, culture: string, mine: Value) => boolean;
  targets: (key: string, mine: RelatedElement[]) => boolean;
}

function filtered(draft: Draft, keeps: Keeping): Draft {
  const attributes: Draft["attributes"] = {};
  for (const [key, cultures] of Object.entries(draft.attributes)) {
    const left = Object.entries(cultures).filter(([culture, mine]) => keeps.value(key, culture, mine));
    if (left.length > 0) attributes[key] = Object.fromEntries(left);
  }
  const related = Object.entries(draft.related).filter(([key, mine]) => keeps.targets(key, mine));
  return { attributes, related: Object.fromEntries(related) };
}
