import { expect, test } from "vitest";
import de from "@/i18n/de/help/tour";
import en from "@/i18n/en/help/tour";
import { stepsFor } from "./steps";

test("all users are shown round in four steps", () => {
  expect(stepsFor(["viewer"])).toHaveLength(4);
  expect(stepsFor(["viewer", "editor", "approver"])).toHaveLength(4);
});

test("readers are not shown what only editors can do", () => {
  expect(stepsFor(["viewer"])).not.toContain("change");
  expect(stepsFor(["viewer"])).not.toContain("release");
  expect(stepsFor(["viewer", "editor"])).toContain("change");
});

test("every step has its text in both languages", () => {
  for (const roles of [["viewer"], ["viewer", "editor"]] as const)
    for (const step of stepsFor([...roles])) {
      expect(en[step].text).not.toBe("");
      expect(de[step].text).not.toBe(en[step].text);
    }
});
