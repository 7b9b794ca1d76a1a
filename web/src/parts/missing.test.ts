import { expect, test } from "vitest";
import { missingFilter } from "./missing";

const type = (key: string, translatedLabel: string[], translatedMandatory: string[] = []) => ({
  key,
  translatedLabel,
  translatedMandatory,
});

test("a name that is missing, or a mandatory text", () => {
  expect(missingFilter([type("a", ["name"], ["name", "text"])], 1031)).toBe("IsNull(name/1031) OR IsNull(text/1031)");
});

test("types that need other texts are asked for apart", () => {
  expect(missingFilter([type("a", ["name"]), type("b", ["name"], ["text"]), type("c", ["name"])], 1033)).toBe(
    "(type -in ('a','c') AND (IsNull(name/1033))) OR (type -in ('b') AND (IsNull(name/1033) OR IsNull(text/1033)))",
  );
});

test("a name of two parts is missing when both are", () => {
  expect(missingFilter([type("a", ["first", "last"])], 1033)).toBe("(IsNull(first/1033) AND IsNull(last/1033))");
});

test("what has no translation lacks none", () => {
  expect(missingFilter([type("a", [])], 1033)).toBeUndefined();
});
