import { expect, test, vi } from "vitest";

vi.mock("@/app/place", () => ({ api: "/", basepath: "/" }));

const { ApiError, Unreachable } = await import("@/api/client");
const { runAll } = await import("./runner");

const items = ["a", "b", "c", "d"].map((id) => ({ id }));

async function run(send: (id: string, key: string) => void, keys = new Map<string, string>(), stopAfter = 99) {
  const found = new Map<string, unknown>();
  await runAll({
    items,
    keys,
    send: async ({ id }, key) => send(id, key),
    report: ({ id }, status) => found.set(id, status === "done" ? "done" : "failed"),
    isStopped: () => found.size >= stopAfter,
  });
  return found;
}

test("what is refused stops nothing", async () => {
  const found = await run((id) => {
    if (id === "b") throw new ApiError(409, null);
  });
  expect([...found]).toEqual([
    ["a", "done"],
    ["b", "failed"],
    ["c", "done"],
    ["d", "done"],
  ]);
});

test.each([new Unreachable(), new ApiError(503, null), new ApiError(401, null)])(
  "where the service is away the rest waits, and the lost request is sent again with its key",
  async (error) => {
    const keys = new Map<string, string>();
    const sent: string[] = [];
    const first = await run((id, key) => {
      sent.push(`${id}${key}`);
      if (id === "b") throw error;
    }, keys);
    expect([...first.keys()]).toEqual(["a", "b"]);
    const again: string[] = [];
    await run((id, key) => again.push(`${id}${key}`), keys);
    expect(again[1]).toBe(sent[1]);
    expect(again[0]).not.toBe(sent[0]);
    expect(keys.size).toBe(0);
  },
);

test("a refused request is another one when it is sent again", async () => {
  const keys = new Map<string, string>();
  await run(() => {
    throw new ApiError(409, null);
  }, keys);
  expect(keys.size).toBe(0);
});

test("it ends where the user stops it", async () => {
  expect([...(await run(() => undefined, new Map(), 2)).keys()]).toEqual(["a", "b"]);
});
