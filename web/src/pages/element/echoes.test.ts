import { expect, test } from "vitest";
import { Echoes } from "./echoes";

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

test("an own value that comes back late is none from elsewhere", () => {
  const echoes = new Echoes("", isSame);
  echoes.send("a");
  echoes.send("ab");
  expect(echoes.isForeign("a")).toBe(false);
  echoes.send("abc");
  expect(echoes.isForeign("abc")).toBe(false);
});

test("an own value that was seen and replaced comes from elsewhere when it is back", () => {
  const echoes = new Echoes("a", isSame);
  expect(echoes.isForeign("a")).toBe(false);
  echoes.send("ab");
  expect(echoes.isForeign("ab")).toBe(false);
  expect(echoes.isForeign("ab")).toBe(false);
  expect(echoes.isForeign("a")).toBe(true);
  expect(echoes.isForeign("a")).toBe(false);
});

test("what was saved may come back in other markup", () => {
  const echoes = new Echoes("", isSame);
  echoes.send("ab");
  expect(echoes.isForeign("AB")).toBe(false);
  echoes.send("ABc");
  expect(echoes.isForeign("ABc")).toBe(false);
  expect(echoes.isForeign("other")).toBe(true);
});
