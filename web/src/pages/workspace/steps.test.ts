import { expect, test } from "vitest";
import { applied, changeOf, isText, NO_STEPS, type Steps, stored, typed, withoutText } from "./steps";

const EN = 1033;
const STORED = { facet: "any", id: "1", revision: 7 };

function writing(texts: string[], pause = 10): Steps {
  return texts.slice(1).reduce((steps, text, at) => typed(steps, EN, texts[at] ?? "", text, at * pause), NO_STEPS);
}

test("what is typed without a pause is one step, a new line begins another one", () => {
  expect(writing(["", "C", "Cu", "Cut"]).done).toHaveLength(1);
  expect(writing(["", "C", "Cu", "Cut"], 5000).done).toHaveLength(3);
  expect(writing(["", "C", "C\n", "C\nW", "C\nWe"]).done).toHaveLength(3);
  expect(writing(["Cut", "Cu", "C"]).done).toHaveLength(1);
});

test("what is stored is a step, and after another step there is nothing left to repeat", () => {
  const steps = stored({ ...writing(["", "C"]), undone: [STORED] }, STORED);
  expect(steps.done.map(isText)).toEqual([true, false]);
  expect(steps.undone).toEqual([]);
});

test("a save leaves no steps of its text, and those of another culture", () => {
  const steps = typed(stored(writing(["", "C"]), STORED), 1031, "", "S", 0);
  expect(withoutText(steps, EN).done.map(isText)).toEqual([false, true]);
});

test("a step that does not fit the text is none", () => {
  expect(applied("other", { culture: EN, from: 0, removed: "", added: "Cut", at: 0 }, true)).toBeUndefined();
});

test("whatever was typed is undone and done again", () => {
  let state = 5;
  const random = (most: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * most);
  };
  for (let run = 0; run < 200; run += 1) {
    let steps = NO_STEPS;
    let text = "aab\nb a\n";
    const begun = text;
    for (let edit = 0; edit < 12; edit += 1) {
      const from = random(text.length + 1);
      const after = text.slice(0, from) + "ab\n ".slice(random(4)) + text.slice(from + random(3));
      if (after !== text) steps = typed(steps, EN, text, after, edit * random(2000));
      text = after;
    }
    const texts = steps.done.filter(isText);
    const back = [...texts].reverse().reduce<string | undefined>((now, step) => now && applied(now, step, true), text);
    expect(back).toBe(begun);
    expect(texts.reduce<string | undefined>((now, step) => now && applied(now, step, false), begun)).toBe(text);
  }
});

test("texts that differ nowhere have no change", () => {
  expect(changeOf("aa", "aa")).toEqual({ from: 2, removed: "", added: "" });
  expect(changeOf("aa", "aaa")).toEqual({ from: 2, removed: "", added: "a" });
});
