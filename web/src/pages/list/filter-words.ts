// What is typed into the filter box: an expression of the filter language, or words that are searched for in the names.
import { quoted } from "./filter-text";

/** An operator with its dash, a function with its bracket, or a comparison of a field with a value. */
const EXPRESSIONS = [
  /(^|[\s)])-(eq|ne|gt|ge|lt|le|in|like|contains|startswith|endswith)(?=[\s('\d]|$)/i,
  /(^|[\s(])(contains|startswith|endswith|isnull)\s*\(/i,
  /(^|[\s(])[a-z]\w*(\/\w+)*\s+(eq|ne|gt|ge|lt|le|like|equal|notequal|(greater|less)than(orequal)?|contains|startswith|endswith)\s+('|-?\d|true\b|false\b|null\b)/i,
  /(^|[\s(])[a-z]\w*(\/\w+)*\s+in\s*\(/i,
  /^\s*[a-z]\w*(\/\w+)*\s*(=|==|!=|<>|<=?|>=?)\s*('|-?\d)/i,
];
const WORD = /"([^"]*)"?|(\S+)/g;

/** Whether a text is meant as an expression: then what is wrong with it is worth a message. */
export function isExpression(text: string): boolean {
  return EXPRESSIONS.some((each) => each.test(text));
}

/** The words of a text; what stands between double quotes is one. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(([, phrase, word]) => (phrase ?? word ?? "").trim()).filter(Boolean);
}

/** The expression that a text stands for. Each of its words must be in one of the attributes that make up a name. */
export function expressionOf(text: string, names: readonly string[]): string {
  if (isExpression(text)) return text.trim();
  const inName = (word: string) => {
    const tests = names.map((name) => `Contains(${name},${quoted(word)})`);
    return tests.length === 1 ? tests[0] : `(${tests.join(" OR ")})`;
  };
  return names.length === 0 ? text.trim() : wordsOf(text).map(inName).join(" AND ");
}
