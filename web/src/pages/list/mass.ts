// Changing many elements at once: what can be changed, what would come of it, and the change itself.
import { ApiError } from "@/api/client";
import type { TypeCatalog } from "@/api/hooks";
import { ask, ELEMENT, ELEMENTS, elementAt, listAt, read, send, write } from "@/api/requests";
import type {
  AttributeProperty,
  AttributeValue,
  Element,
  ElementType,
  GivenElement,
  RelatedElement,
  RelatedProperty,
  Warning,
} from "@/api/types.gen";
import type { Chosen } from "./selection";

/** How elements a context refers to take the place of those there are, or join them, or leave. */
export type Mode = "set" | "add" | "remove";

export type Change =
  | { property: AttributeProperty; culture: number; value: AttributeValue | null }
  | { property: RelatedProperty; mode: Mode; targets: RelatedElement[] };

export interface Outcome {
  /** Elements that become others, as they are and as they would be. */
  changed: { before: Element; after: Element }[];
  same: number;
  /** What stands in the way, by the id of the element. As long as there is anything, nothing is written. */
  findings: Map<string, string[]>;
}

const INVARIANT = 127;
/** Ids that fit into an address. */
const AT_ONCE = 90;
/** Writes at the same time. */
const IN_PARALLEL = 4;

/** What all of these types have and the person may change; names are each element's own. */
export function changeable(config: ElementType[], types: TypeCatalog, chosen: Iterable<Chosen>) {
  const keys = new Set([...chosen].map((each) => each.type));
  const meant = config.filter((each) => keys.has(each.key));
  const isOpen = (type: ElementType, key: string) => {
    const summary = types.get(type.key);
    const found = type.properties.find((each) => each.key === key);
    const isFixed = found === undefined || ("related" in found && found.related.readOnly);
    return (
      !isFixed &&
      !summary?.forPrograms.includes(key) &&
      !summary?.readOnly.includes(key) &&
      !summary?.label.includes(key)
    );
  };
  return (meant[0]?.properties ?? []).filter((each) => meant.every((type) => isOpen(type, each.key)));
}

/** Asks the service what a change would do, without doing it. */
export async function preview(facet: string, chosen: Chosen[], changes: Change[]): Promise<Outcome> {
  const before = await current(facet, chosen, changes);
  const bodies = before.map((each) => bodyOf(each, changes));
  const outcome: Outcome = { changed: [], same: 0, findings: new Map() };
  let after: Element[];
  try {
    after = await rehearse(facet, bodies);
  } catch (error) {
    outcome.findings = findingsOf(error, before);
    return outcome;
  }
  for (const [index, each] of before.entries()) {
    const next = after[index];
    if (next !== undefined && differs(each, next, changes)) outcome.changed.push({ before: each, after: next });
  }
  outcome.same = before.length - outcome.changed.length;
  return outcome;
}

/** Thrown when these elements were changed after they were shown. Nothing was written. */
export class Overtaken extends Error {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** What became of a change of many: each element is a write of its own. */
export interface Written {
  changed: string[];
  /** What was refused or got lost, by the id of the element. */
  failed: Map<string, unknown>;
  /** What the service changed in the texts, each once: all elements get the same ones. */
  warnings: Warning[];
}

/**
 * Writes what was shown, one request an element. Throws Overtaken, with nothing written, if an element is no longer as it was shown
 * when it begins; what is overtaken while it runs fails alone.
 */
export async function apply(
  facet: string,
  outcome: Outcome,
  changes: Change[],
  report: (done: number) => void,
): Promise<Written> {
  const shown = outcome.changed.map(({ before }) => before);
  const now = await current(facet, shown, changes);
  const overtaken = shown.filter((each, at) => differs(each, now[at] ?? each, changes));
  if (overtaken.length > 0) throw new Overtaken(overtaken.map((each) => each.id));
  const written: Written = { changed: [], failed: new Map(), warnings: [] };
  const warnings = new Map<string, Warning>();
  const waiting = [...shown];
  const work = async () => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
      try {
        for (const found of await writeOne(facet, each, changes)) warnings.set(`${found.path} ${found.error}`, found);
        written.changed.push(each.id);
      } catch (error) {
        written.failed.set(each.id, error);
      }
      report(written.changed.length + written.failed.size);
    }
  };
  await Promise.all(Array.from({ length: IN_PARALLEL }, work));
  return { ...written, warnings: [...warnings.values()] };
}

/** A list has no ETags: the element is read, compared with what was shown, and written if it is still the same. */
async function writeOne(facet: string, shown: Element, changes: Change[]): Promise<Warning[]> {
  const { data, etag } = await ask(ELEMENT, {
    path: elementAt(facet, "detail", shown.id),
    query: { $select: selectOf(changes), $resources: ["attributes", "related"] },
  });
  const [now] = data.elements;
  if (now === undefined || differs(shown, now, changes)) throw new ApiError(412, null);
  const body = { elements: [bodyOf(shown, changes)] };
  const path = listAt(facet, "detail");
  return (await write("post", ELEMENTS, { path, body, match: etag })).data.findings ?? [];
}

const selectOf = (changes: Change[]): string[] => changes.map((each) => each.property.key);

/** What the service would make of all of them, without storing it. */
async function rehearse(facet: string, elements: GivenElement[]): Promise<Element[]> {
  const path = listAt(facet, "detail");
  return (await send("post", ELEMENTS, { path, body: { elements }, query: { dryRun: true } })).data.elements;
}

/** The elements as they are now, with what is about to change, in the order in which they were chosen. */
async function current(facet: string, chosen: (Chosen | Element)[], changes: Change[]): Promise<Element[]> {
  const parts = Array.from({ length: Math.ceil(chosen.length / AT_ONCE) }, (_, at) =>
    chosen.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      read(ELEMENTS, {
        path: listAt(facet, "detail"),
        query: {
          $filter: `id -in (${part.map((each) => `'${each.id}'`).join(",")})`,
          $select: selectOf(changes),
          $resources: ["attributes", "related"],
          $pageSize: AT_ONCE,
        },
      }),
    ),
  );
  const found = new Map(answers.flatMap((each) => each.elements).map((each) => [each.id, each]));
  // Elements that were deleted meanwhile are sent as well: the service reports them.
  return chosen.map((each) => found.get(each.id) ?? (each as Element));
}

function bodyOf(element: Element, changes: Change[]): GivenElement {
  const attributes: Record<string, Record<string, AttributeValue | null>> = {};
  const related: GivenElement["related"] = {};
  for (const each of changes) {
    const { key } = each.property;
    if ("targets" in each) related[key] = merged(element, each).map(({ id, type }) => ({ id, type }));
    else attributes[key] = { ...attributes[key], [each.culture]: each.value };
  }
  return { id: element.id, type: element.type, attributes, related };
}

function merged(element: Element, change: Extract<Change, { targets: unknown }>): RelatedElement[] {
  const there = element.related?.[change.property.key] ?? [];
  const isMeant = (each: RelatedElement) => change.targets.some((other) => other.id === each.id);
  if (change.mode === "set") return change.targets;
  const others = there.filter((each) => !isMeant(each));
  return change.mode === "remove" ? others : [...others, ...change.targets];
}

function differs(before: Element, after: Element, changes: Change[]): boolean {
  return changes.some((each) => comparedValue(before, each) !== comparedValue(after, each));
}

function comparedValue(element: Element, change: Change): string {
  if ("targets" in change)
    return (element.related?.[change.property.key] ?? [])
      .map((each) => each.id)
      .sort()
      .join(" ");
  return JSON.stringify(element.attributes?.[change.property.key]?.[change.culture] ?? null);
}

function findingsOf(error: unknown, elements: Element[]): Map<string, string[]> {
  const findings = new Map<string, string[]>();
  for (const { path, error: text } of (error instanceof ApiError && error.refusal?.data) || []) {
    const at = path?.match(/^elements\[(\d+)\]/)?.[1];
    const id = at === undefined ? undefined : elements[Number(at)]?.id;
    if (id !== undefined) findings.set(id, [...(findings.get(id) ?? []), text]);
  }
  // Without a finding about a single element, the error concerns all of them.
  if (findings.size === 0) throw error;
  return findings;
}

export const cultureOf = (property: AttributeProperty, culture: number) =>
  property.attribute.isInvariantCulture ? INVARIANT : culture;
