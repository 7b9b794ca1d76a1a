// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const ANNA = { person: "anna", subject: "element/1" };
const DAY = 24 * 3600 * 1000;

/** The modules as a page that was loaded now has them. */
async function load() {
  vi.resetModules();
  return { ...(await import("./store")), ...(await import("./windows")) };
}

/** A page in another tab: it has a session storage of its own. */
async function loadInNewTab() {
  sessionStorage.clear();
  return load();
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a draft", () => {
  test("is there at once after a reload, with the moment at which it was left", async () => {
    const before = await load();
    before.set(ANNA, "typed");
    const { restore, live } = await load();
    void restore(ANNA);
    expect(live(ANNA)).toMatchObject({ value: "typed", restoredAt: expect.any(Number), isKept: true });
  });

  test("is found in another tab once no window answers for it", async () => {
    const before = await load();
    before.set(ANNA, "typed");
    vi.stubGlobal("BroadcastChannel", undefined);
    const { restore, live } = await loadInNewTab();
    await restore(ANNA);
    expect(live(ANNA).value).toBe("typed");
  });

  test("of a window that is open stays with it", async () => {
    const first = await load();
    first.set(ANNA, "of the first");
    const second = await loadInNewTab();
    await second.restore(ANNA);
    expect(second.live(ANNA)).toMatchObject({ value: null, others: [] });
    second.set(ANNA, "of the second");
    expect(first.live(ANNA).value).toBe("of the first");
    expect(Object.keys(localStorage)).toHaveLength(2);
  });

  test("is seen by no other person", async () => {
    const { set } = await load();
    set(ANNA, "typed");
    const { restore, live } = await load();
    await restore({ ...ANNA, person: "bert" });
    expect(live({ ...ANNA, person: "bert" }).value).toBeNull();
  });

  test("that is done is gone", async () => {
    const { set, live } = await load();
    set(ANNA, "typed");
    set(ANNA, null);
    expect(live(ANNA).value).toBeNull();
    expect(Object.keys(localStorage)).toHaveLength(0);
  });

  test("changes places with another one that was left behind, and none is lost", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    (await loadInNewTab()).set(ANNA, "one");
    (await loadInNewTab()).set(ANNA, "two");
    const page = await loadInNewTab();
    page.set(ANNA, "three");
    await page.restore(ANNA);
    const [other] = page.live(ANNA).others.filter(({ value }) => value === "one");
    if (other) page.adopt(ANNA, other);
    expect(page.live(ANNA).value).toBe("one");
    expect(
      page
        .live<string>(ANNA)
        .others.map(({ value }) => value)
        .sort(),
    ).toEqual(["three", "two"]);
    expect(Object.values(localStorage).map((each) => JSON.parse(each).value)).toHaveLength(3);
  });
});

describe("the storage of the browser", () => {
  test("may be full: typing goes on, and the draft says that it is not kept", async () => {
    const { set, live } = await load();
    const setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("localStorage", { setItem });
    set(ANNA, "typed");
    expect(live(ANNA)).toMatchObject({ value: "typed", isKept: false });
  });

  test("holds no draft for ever", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    (await load()).set(ANNA, "old");
    vi.setSystemTime(Date.now() + 31 * DAY);
    const { restore, live } = await load();
    expect(Object.keys(localStorage)).toHaveLength(0);
    await restore(ANNA);
    expect(live(ANNA).value).toBeNull();
  });

  test("holds a bounded number, and nothing that cannot be read", async () => {
    const { set } = await load();
    for (let number = 0; number < 230; number += 1) set({ ...ANNA, subject: `element/${number}` }, "x");
    localStorage.setItem("facetstore-draft/broken", "{");
    localStorage.setItem("another", "stays");
    await load();
    expect(Object.keys(localStorage).filter((key) => key.startsWith("facetstore-draft/"))).toHaveLength(200);
    expect(localStorage.getItem("another")).toBe("stays");
  });
});
