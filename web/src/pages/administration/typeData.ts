// The own types and properties of a storage. Each change makes new additions out of those there are, and leaves the rest of them as it is.
import type { AddedProperty, AddedType, AddedValue, Additions } from "@/api/types.gen";

export type Texts = Record<string, string>;

/** The cultures in which the service needs every text of the metamodel. */
export const NEEDED_CULTURES: readonly number[] = [1031, 1033];

/** What a property refers to elements by, instead of holding values. */
export const REFERENCE = "reference";
const TEXT_KINDS: readonly string[] = ["SingleLineText", "MultiLineText", "Html"];
const CHOICES: readonly string[] = ["SelectionValue", "MultiSelection"];
export const KINDS: readonly string[] = [
  ...TEXT_KINDS,
  ...CHOICES,
  "Boolean",
  "Integer",
  "Decimal",
  "DateTime",
  "Links",
  REFERENCE,
];
export const isText = (kind: string): boolean => TEXT_KINDS.includes(kind);
export const isChoice = (kind: string): boolean => CHOICES.includes(kind);

export interface GivenType {
  key: string;
  names: Texts;
  descriptions: Texts;
  color: string;
  /** The types below which its elements may stand. */
  parents: string[];
}

export interface GivenValue {
  /** What is stored; empty for a new value. */
  key: string;
  names: Texts;
}

export interface GivenProperty {
  key: string;
  names: Texts;
  descriptions: Texts;
  kind: string;
  relatedTypes: string[];
  values: GivenValue[];
  isInvariant: boolean;
  isMandatory: boolean;
  isSearchable: boolean;
  readableBy: string | null;
  writableBy: string | null;
  /** The types that have it. */
  types: string[];
}

/** Whether the storage has made a type itself; to those of the standard it can only add. */
export const isOwnType = (additions: Additions, key: string): boolean => additions.types?.[key]?.facet !== undefined;

export const typesWith = (additions: Additions, property: string): string[] =>
  Object.keys(additions.types ?? {}).filter((key) => property in (additions.types?.[key]?.properties ?? {}));

const parentsIn = (additions: Additions, type: string): string[] =>
  Object.keys(additions.types ?? {}).filter((key) => additions.types?.[key]?.children?.includes(type));

/** A key out of a name: small and capital letters and digits, as in `supplierNumber`. */
export function keyFrom(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9 ]+/g, "")
    .trim()
    .split(/ +/);
  const joined = words
    .map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join("");
  return joined.replace(/^[0-9]+/, "").replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}

/** Texts without those that are empty; for a culture without one, that of `instead`. */
function texts(given: Texts, instead: Texts = {}): Texts {
  const whole = Object.entries({ ...instead, ...withoutEmpty(given) }).map(([culture, text]) => [culture, text.trim()]);
  return withoutEmpty(Object.fromEntries(whole));
}

const withoutEmpty = (given: Texts): Texts =>
  Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim() !== ""));

export function givenType(additions: Additions, key: string): GivenType {
  const { names = {}, descriptions = {}, color = "" } = additions.types?.[key] ?? {};
  return { key, names, descriptions, color, parents: parentsIn(additions, key) };
}

/** With a type, new or changed. A new one takes over the keys of `pattern`. */
export function withType(additions: Additions, given: GivenType, pattern: AddedType = {}): Additions {
  const { key, color } = given;
  const names = texts(given.names);
  const described = { names, descriptions: texts(given.descriptions, names), color };
  const types = { ...additions.types, [key]: { ...(additions.types?.[key] ?? pattern), ...described } };
  for (const parent of new Set([...Object.keys(types), ...given.parents])) {
    const children = types[parent]?.children ?? [];
    const wanted = given.parents.includes(parent);
    if (children.includes(key) === wanted || (parent === key && !wanted)) continue;
    types[parent] = {
      ...types[parent],
      children: wanted ? [...children, key] : children.filter((each) => each !== key),
    };
  }
  return tidied({ ...additions, types });
}

export function withoutType(additions: Additions, key: string): Additions {
  const { [key]: _, ...left } = additions.types ?? {};
  const types = Object.entries(left).map(([name, type]) => [
    name,
    type.children ? { ...type, children: type.children.filter((each) => each !== key) } : type,
  ]);
  return tidied({ ...additions, types: Object.fromEntries(types) });
}

export function givenProperty(additions: Additions, key: string): GivenProperty {
  const found: AddedProperty = additions.properties?.[key] ?? {};
  return {
    key,
    names: found.names ?? {},
    descriptions: found.descriptions ?? {},
    kind: found.relatedTypes ? REFERENCE : (found.dataType ?? ""),
    relatedTypes: found.relatedTypes ?? [],
    values: (found.selectableValues ?? []).map((each) => ({ key: each.key ?? "", names: each.names ?? {} })),
    isInvariant: found.invariant ?? false,
    isMandatory: found.mandatory ?? false,
    isSearchable: found.searchable ?? false,
    readableBy: found.readableBy ?? null,
    writableBy: found.writableBy ?? null,
    types: typesWith(additions, key),
  };
}

/** With a property, new or changed, and the types that shall have it. */
export function withProperty(additions: Additions, given: GivenProperty): Additions {
  const before = additions.properties?.[given.key] ?? {};
  const types = { ...additions.types };
  for (const type of new Set([...Object.keys(types), ...given.types])) {
    const has = given.key in (types[type]?.properties ?? {});
    if (has === given.types.includes(type)) continue;
    const { [given.key]: _, ...others } = types[type]?.properties ?? {};
    types[type] = { ...types[type], properties: has ? others : { ...others, [given.key]: {} } };
  }
  return tidied({
    ...additions,
    properties: { ...additions.properties, [given.key]: propertyOf(given, before) },
    types,
  });
}

function propertyOf(given: GivenProperty, before: AddedProperty): AddedProperty {
  const names = texts(given.names);
  const isReference = given.kind === REFERENCE;
  const settings = {
    ...before,
    names,
    descriptions: texts(given.descriptions, names),
    relatedTypes: isReference ? given.relatedTypes : undefined,
    dataType: isReference ? undefined : given.kind,
    invariant: isReference ? undefined : !isText(given.kind) || given.isInvariant,
    mandatory: (!isReference && given.isMandatory) || undefined,
    searchable: (isText(given.kind) && given.isSearchable) || undefined,
    selectableValues: isChoice(given.kind) ? valuesOf(given.values, before.selectableValues ?? []) : undefined,
    readableBy: given.readableBy ?? undefined,
    writableBy: given.writableBy ?? undefined,
  };
  const filled = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(filled) as AddedProperty;
}

/** Values as they are stored: those that are known keep their key and their description. */
function valuesOf(given: GivenValue[], before: readonly AddedValue[]): AddedValue[] {
  return given.map(({ key, names }) => {
    const known = key === "" ? undefined : before.find((each) => each.key === key);
    const named = texts(names);
    return {
      ...known,
      key: key || keyFrom(named[1033] ?? ""),
      names: named,
      descriptions: known?.descriptions ?? named,
    };
  });
}

export function withoutProperty(additions: Additions, key: string): Additions {
  const { [key]: _, ...properties } = additions.properties ?? {};
  const types = Object.entries(additions.types ?? {}).map(([name, type]) => {
    const { [key]: __, ...others } = type.properties ?? {};
    return [name, type.properties ? { ...type, properties: others } : type];
  });
  return tidied({ ...additions, properties, types: Object.fromEntries(types) });
}

/** Without what says nothing: types of the standard that get nothing more, and empty sections. */
function tidied({ types = {}, properties = {}, ...others }: Additions): Additions {
  const left = Object.entries(types).filter(([, type]) => type.facet !== undefined || saysSomething(type));
  return {
    ...others,
    ...(left.length > 0 ? { types: Object.fromEntries(left) } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}

const saysSomething = (type: AddedType): boolean =>
  Object.values(type).some((each) => Object.keys(each as object).length > 0);
