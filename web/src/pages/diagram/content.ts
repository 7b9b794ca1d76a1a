// The content of a diagram as data: every edit makes another content out of it, and the difference of two is what is sent.
import type { ContentElement, GivenElement } from "@/api/types.gen";

export type Names = Readonly<Record<string, string>>;

export interface Shape {
  id: string;
  element: string;
  type: string;
  names: Names;
  /** The shapes before it. */
  before: readonly string[];
}

export type Content = readonly Shape[];

export interface Item {
  shapeInfo: { index: number; id?: string; predecessors?: number[]; place?: [number, number] | null };
  element?: GivenElement;
  delete?: true;
  reconnect?: true;
}

export function contentOf(elements: readonly ContentElement[], name: string): Content {
  return elements.map(({ properties, id, type, attributes }) => ({
    id: properties.shapeId,
    element: id,
    type,
    names: (attributes?.[name] ?? {}) as Names,
    before: properties.predecessors.map((each) => each.properties.shapeId),
  }));
}

/** The shapes that come after one. */
export function after(content: Content, id: string): Content {
  return content.filter((each) => each.before.includes(id));
}

/** Marks a shape that the service has not named yet. */
export const NEW = "new";

interface Step {
  type: string;
  names: Names;
}

/** A new shape behind another one, before all that came after that; or beside them, as a branch. Without a place it stands alone. */
export function inserted(content: Content, step: Step, at: string | null, isBranch: boolean): Content {
  const added: Shape = { id: NEW, element: "", ...step, before: at === null ? [] : [at] };
  if (at === null || isBranch) return [...content, added];
  const moved = content.map((each) => ({ ...each, before: each.before.map((id) => (id === at ? NEW : id)) }));
  return [...moved, added];
}

/** A new shape on a connection. */
export function split(content: Content, step: Step, from: string, to: string): Content {
  const added: Shape = { id: NEW, element: "", ...step, before: [from] };
  const led = (each: Shape) => ({ ...each, before: each.before.map((id) => (id === from ? NEW : id)) });
  return [...content.map((each) => (each.id === to ? led(each) : each)), added];
}

/** The same with a shape between two others; what was before and behind it follows each other then. */
export function between(content: Content, id: string, from: string, to: string): Content {
  const moved = content.find((each) => each.id === id);
  if (moved === undefined || from === id || to === id) return content;
  const closed = content.map((each) => {
    const others = each.before.filter((other) => other !== id);
    if (others.length === each.before.length) return each;
    const joined = moved.before.filter((other) => other !== each.id);
    return { ...each, before: [...new Set([...others, ...joined])] };
  });
  return closed.map((each) => {
    if (each.id === id) return { ...each, before: [from] };
    return each.id === to ? { ...each, before: each.before.map((other) => (other === from ? id : other)) } : each;
  });
}

/** The same without some shapes. Joined, what came before them leads to what came behind them. */
export function without(content: Content, gone: ReadonlySet<string>, isJoined: boolean): Content {
  const known = new Map(content.map((each) => [each.id, each]));
  const leading = (ids: readonly string[]): readonly string[] => {
    const found = new Set<string>();
    const seen = new Set<string>();
    const open = [...ids].reverse();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (!gone.has(id)) found.add(id);
      else if (isJoined && !seen.has(id)) open.push(...[...(known.get(id)?.before ?? [])].reverse());
      seen.add(id);
    }
    return [...found];
  };
  return content
    .filter((each) => !gone.has(each.id))
    .map((each) => {
      if (!each.before.some((id) => gone.has(id))) return each;
      return { ...each, before: leading(each.before).filter((id) => id !== each.id) };
    });
}

/** The same with exactly these shapes behind one. */
export function followed(content: Content, id: string, successors: readonly string[]): Content {
  return content.map((each) => {
    const others = each.before.filter((other) => other !== id);
    if (successors.includes(each.id) === each.before.includes(id)) return each;
    return { ...each, before: successors.includes(each.id) ? [...others, id] : others };
  });
}

export function renamed(content: Content, id: string, culture: number, name: string): Content {
  const element = content.find((each) => each.id === id)?.element;
  return content.map((each) =>
    each.element === element ? { ...each, names: { ...each.names, [culture]: name } } : each,
  );
}

/** The items that make one content of another, each by the shape it is about; `name` is the attribute that names elements. */
export function difference(now: Content, wanted: Content, name: string): Map<string, Item> {
  const items = new Map<string, Item>();
  const item = (id: string): Item => {
    const found = items.get(id) ?? { shapeInfo: { index: items.size, ...(known.has(id) && { id }) } };
    items.set(id, found);
    return found;
  };
  const known = new Map(now.map((each) => [each.id, each]));
  const named = new Set<string>();
  for (const each of now) {
    if (!wanted.some((other) => other.id === each.id)) item(each.id).delete = true;
  }
  const staying = (ids: readonly string[]) => ids.filter((id) => wanted.some((other) => other.id === id));
  for (const shape of wanted) {
    const old = known.get(shape.id);
    if (old === undefined) item(shape.id).element = made(shape, name);
    else if (!isSame(old.names, shape.names) && !named.has(shape.element)) {
      named.add(shape.element);
      item(shape.id).element = { attributes: { [name]: changes(old.names, shape.names) } };
    }
    if (old === undefined || !isSame([...staying(old.before)].sort(), [...shape.before].sort())) {
      item(shape.id).shapeInfo.predecessors = shape.before.map((id) => item(id).shapeInfo.index);
    }
  }
  return items;
}

function made(shape: Shape, name: string): GivenElement {
  return { type: shape.type, attributes: { [name]: shape.names } };
}

function changes(old: Names, names: Names): Record<string, string | null> {
  const gone = Object.keys(old).filter((culture) => !(culture in names));
  return { ...Object.fromEntries(gone.map((culture) => [culture, null])), ...names };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
