import { expect, test } from "vitest";
import { decided, isClash, joined, merge } from "./merge";

const BASE = "( Go\nLook\nThink\nAct\n) End\n";

test("changes of other lines are both kept", () => {
  const mine = BASE.replace("Look", "Look twice");
  const others = BASE.replace("Act\n", "Act\nRest\n");
  const chunks = merge(BASE, mine, others);
  expect(chunks.some(isClash)).toBe(false);
  expect(joined(chunks)).toBe("( Go\nLook twice\nThink\nAct\nRest\n) End\n");
});

test("the same line changed twice is a clash, and either side can be taken", () => {
  const chunks = merge(BASE, BASE.replace("Think", "Think hard"), BASE.replace("Think", "Sleep"));
  expect(chunks.filter(isClash)).toEqual([{ base: ["Think"], mine: ["Think hard"], others: ["Sleep"] }]);
  expect(joined(chunks, "mine")).toBe(BASE.replace("Think", "Think hard"));
  expect(joined(chunks, "others")).toBe(BASE.replace("Think", "Sleep"));
});

test("a decision is about the clashes that were shown, and about no others", () => {
  const mine = BASE.replace("Think", "Think hard").replace("( Go", "( Begin");
  const others = BASE.replace("Think", "Sleep");
  const chunks = merge(BASE, mine, others);
  const shown = chunks.filter(isClash);
  expect(decided(chunks, shown, "others")).toBe(others.replace("( Go", "( Begin"));

  const later = merge(BASE, mine, others.replace("( Go", "( Start"));
  expect(decided(later, shown, "mine")).toBeNull();
  const typed = merge(BASE, mine.replace("Think hard", "Think harder"), others);
  expect(decided(typed, shown, "others")).toBeNull();
});

test("a line that one changed and the other deleted is a clash", () => {
  expect(merge(BASE, BASE.replace("Think", "Think hard"), BASE.replace("Think\n", "")).some(isClash)).toBe(true);
});

test("the same change on both sides is one change", () => {
  const both = BASE.replace("Think", "Sleep");
  expect(merge(BASE, both, both).some(isClash)).toBe(false);
  expect(joined(merge(BASE, both, both))).toBe(both);
});

test("two lines put into the same place clash", () => {
  const chunks = merge(BASE, BASE.replace("Act\n", "Act\nRest\n"), BASE.replace("Act\n", "Act\nEat\n"));
  expect(chunks.filter(isClash)).toEqual([{ base: [], mine: ["Rest"], others: ["Eat"] }]);
});

test("from nothing, and to nothing", () => {
  expect(joined(merge("", "A\nB\n", ""))).toBe("A\nB\n");
  expect(joined(merge("A\n", "A\n", ""))).toBe("\n");
});

// A generator of one's own, so that a failure comes back.
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

test("whatever is typed, a side that changed nothing loses nothing, and no word of mine is lost", () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = numbers(seed);
    const pick = (most: number) => Math.floor(random.next().value * most);
    const base = Array.from({ length: pick(12) }, (_, line) => `line ${line}`);
    const edited = (who: string) => {
      const lines = [...base];
      for (let time = pick(4); time > 0; time -= 1) lines.splice(pick(lines.length + 1), pick(3), `${who} ${pick(99)}`);
      return lines;
    };
    const text = (lines: string[]) => (lines.length === 0 ? "" : `${lines.join("\n")}\n`);
    const [one, other] = [edited("mine"), edited("others")];
    const chunks = merge(text(base), text(one), text(other));
    const found = joined(chunks, "mine").split("\n");
    for (const each of one.filter((line) => line.startsWith("mine"))) expect(found).toContain(each);
    if (!chunks.some(isClash)) {
      for (const each of other.filter((line) => line.startsWith("others"))) expect(found).toContain(each);
    }
    expect(joined(merge(text(base), text(one), text(base))).trim()).toBe(text(one).trim());
    expect(joined(merge(text(base), text(base), text(other))).trim()).toBe(text(other).trim());
  }
});
