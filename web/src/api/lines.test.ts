// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { splitLines } from "./lines";

test("lines are whole, and the rest waits for more", () => {
  expect(splitLines('{"a":1}\n{"b":')).toEqual({ lines: ['{"a":1}'], rest: '{"b":' });
  expect(splitLines("x\n\ny\n")).toEqual({ lines: ["x", "y"], rest: "" });
  expect(splitLines("")).toEqual({ lines: [], rest: "" });
});
