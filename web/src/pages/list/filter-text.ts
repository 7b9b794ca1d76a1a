// Filters as text and as conditions, one made from the other. What conditions cannot say stays text.

export type Operator = "eq" | "ne" | "gt" | "ge" | "lt" | "le" | "in" | "like" | Part | "isNull" | "notNull";
type Part = "contains" | "startsWith" | "endsWith";

export interface Condition {
  /** An attribute, a field beside them, or one of those behind a context: `owner/lastName`. */
  left: string;
  /** The culture that is looked at; null: any. */
  culture: number | null;
  operator: Operator;
  values: string[];
}

export interface Conditions {
  /** Whether all of them must hold, or any one. */
  match: "all" | "any";
  conditions: Condition[];
}

const FUNCTIONS: Record<string, Part> = { contains: "contains", startswith: "startsWith", endswith: "endsWith" };
const OPERATORS: Record<string, Operator> = {
  ...FUNCTIONS,
  eq: "eq",
  equal: "eq",
  ne: "ne",
  notequal: "ne",
  gt: "gt",
  greaterthan: "gt",
  ge: "ge",
  greaterthanorequal: "ge",
  lt: "lt",
  lessthan: "lt",
  le: "le",
  lessthanorequal: "le",
  in: "in",
  like: "like",
};
const TOKEN = /\s*('(?:[^']|'')*'|[(),]|[^\s(),']+)/y;
const LEFT = /^[a-z]\w*(\/[a-z]\w*)?(\/\d+)?$/i;

export const NO_CONDITIONS: Conditions = { match: "all", conditions: [] };

/** The conditions a text is made of; null where it says more than a row of conditions can. */
export function parseFilter(text: string): Conditions | null {
  if (text.trim() === "") return NO_CONDITIONS;
  const tokens = tokensOf(text.trim());
  if (tokens === null) return null;
  const reader = new Reader(tokens);
  const conditions: Condition[] = [];
  const words = new Set<string>();
  for (;;) {
    const condition = reader.condition();
    if (condition === null) return null;
    conditions.push(condition);
    const word = reader.next();
    if (word === undefined) break;
    words.add(bare(word));
  }
  const [word = "and", ...others] = words;
  if (others.length > 0 || (word !== "and" && word !== "or")) return null;
  return { match: word === "or" ? "any" : "all", conditions };
}

/** The text that says the same; conditions that still lack a value are left out. */
export function renderFilter({ match, conditions }: Conditions, isPlain: (left: string) => boolean): string {
  return conditions
    .filter(isComplete)
    .map((each) => renderCondition(each, isPlain(each.left)))
    .join(match === "any" ? " OR " : " AND ");
}

/** Whether a condition says something: it has a field, and a value where it needs one. */
export function isComplete({ left, operator, values }: Condition): boolean {
  return left !== "" && (isUnary(operator) || values.some(Boolean));
}

export function isUnary(operator: Operator): boolean {
  return operator === "isNull" || operator === "notNull";
}

/** A value as it stands in a filter. */
export function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function renderCondition({ left: name, culture, operator, values }: Condition, isPlain: boolean): string {
  const left = culture === null ? name : `${name}/${culture}`;
  const write = isPlain ? (value: string) => value : quoted;
  const value = write(values[0] ?? "");
  switch (operator) {
    case "isNull":
      return `IsNull(${left})`;
    case "notNull":
      return `NOT IsNull(${left})`;
    case "in":
      return `${left} -in (${values.map(write).join(",")})`;
    case "contains":
    case "startsWith":
    case "endsWith":
      return `${operator[0]?.toUpperCase()}${operator.slice(1)}(${left},${value})`;
    default:
      return `${left} -${operator} ${value}`;
  }
}

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)?.[1];
    if (found === undefined) return null;
    tokens.push(found);
  }
  return tokens;
}

/** Operators and words may start with a dash, in any letter case. */
function bare(token: string): string {
  return token.replace(/^-/, "").toLowerCase();
}

class Reader {
  private readonly tokens: string[];
  private at = 0;

  constructor(tokens: string[]) {
    this.tokens = tokens;
  }

  next(): string | undefined {
    return this.tokens[this.at++];
  }

  condition(): Condition | null {
    const first = this.next();
    if (first === undefined) return null;
    const word = bare(first);
    if (word === "not") return this.isNull(this.next(), "notNull");
    if (word === "isnull") return this.isNull(first, "isNull");
    const part = FUNCTIONS[word];
    return part !== undefined && this.tokens[this.at] === "(" ? this.called(part) : this.compared(first);
  }

  private isNull(name: string | undefined, operator: Operator): Condition | null {
    if (name === undefined || bare(name) !== "isnull" || this.next() !== "(") return null;
    const left = this.next();
    return this.next() === ")" ? made(left, operator, []) : null;
  }

  private called(operator: Operator): Condition | null {
    this.next();
    const left = this.next();
    if (this.next() !== ",") return null;
    const value = literal(this.next());
    return this.next() === ")" && value !== null ? made(left, operator, [value]) : null;
  }

  private compared(left: string): Condition | null {
    const operator = OPERATORS[bare(this.next() ?? "")];
    if (operator === undefined) return null;
    if (operator === "in") return this.among(left);
    const token = this.next();
    if (token?.toLowerCase() === "null" && (operator === "eq" || operator === "ne")) {
      return made(left, operator === "eq" ? "isNull" : "notNull", []);
    }
    const value = literal(token);
    return value === null ? null : made(left, operator, [value]);
  }

  private among(left: string): Condition | null {
    if (this.next() !== "(") return null;
    const values: string[] = [];
    for (;;) {
      const value = literal(this.next());
      const after = this.next();
      if (value === null || (after !== "," && after !== ")")) return null;
      values.push(value);
      if (after === ")") return made(left, "in", values);
    }
  }
}

function made(left: string | undefined, operator: Operator, values: string[]): Condition | null {
  if (left === undefined || !LEFT.test(left)) return null;
  const culture = left.match(/\/(\d+)$/)?.[1];
  return { left: left.replace(/\/\d+$/, ""), culture: culture ? Number(culture) : null, operator, values };
}

function literal(token: string | undefined): string | null {
  if (token === undefined || /^[(),]$/.test(token)) return null;
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  return /^(-?[\d.]+|true|false)$/i.test(token) ? token.toLowerCase() : null;
}
