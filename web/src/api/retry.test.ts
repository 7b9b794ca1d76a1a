import { describe, expect, it } from "vitest";
import { delayOf, type Effort, isPassing, persist, Unreachable } from "./retry";

const NOW = Date.parse("2026-11-17T12:00:00Z");

describe("delayOf", () => {
  it("waits as long as Retry-After asks for, and a little more", () => {
    expect(delayOf(0, "3", 0)).toBe(3000);
    expect(delayOf(5, "3", 1)).toBe(3750);
    expect(delayOf(0, "0", 1)).toBe(0);
  });
  it("understands a date, also one that has passed", () => {
    expect(delayOf(0, "Tue, 17 Nov 2026 12:00:10 GMT", 0, NOW)).toBe(10_000);
    expect(delayOf(0, "Tue, 17 Nov 2026 11:00:00 GMT", 0, NOW)).toBe(0);
  });
  it("waits longer each time without one, up to a limit, never all at the same moment", () => {
    const longest = [0, 1, 2, 3, 4, 5, 9].map((tries) => delayOf(tries, null, 1));
    expect(longest).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000]);
    expect(delayOf(2, "soon", 0)).toBe(800);
    expect(delayOf(2, "", 0)).toBe(800);
  });
});

it("knows what passes", () => {
  expect([200, 304, 400, 401, 403, 404, 409, 412, 422, 429, 500, 501, 502, 503, 504].filter(isPassing)).toEqual([
    429, 502, 503, 504,
  ]);
});

/** Answers in turn, and a clock that only waiting moves. */
function service(...answers: (Response | Error)[]) {
  let time = 0;
  const waits: [number, boolean][] = [];
  const effort: Effort = {
    patience: 30_000,
    repeatable: true,
    now: () => time,
    wait: async (milliseconds, isLost) => {
      waits.push([milliseconds, isLost]);
      time += milliseconds;
    },
  };
  let sent = 0;
  const send = async () => {
    const answer = answers[Math.min(sent, answers.length - 1)];
    sent += 1;
    if (answer instanceof Response) return answer.clone();
    throw answer;
  };
  return { send, effort, waits, sent: () => sent };
}

const answer = (status: number, headers?: Record<string, string>) => new Response(null, { status, headers });

describe("persist", () => {
  it("sends once what is answered, also with a refusal", async () => {
    for (const status of [200, 400, 401, 403, 404, 409, 412, 500]) {
      const { send, effort, sent } = service(answer(status));
      expect((await persist(send, effort)).status).toBe(status);
      expect(sent()).toBe(1);
    }
  });
  it("sends again what is refused for a moment, when the service asks for it", async () => {
    const { send, effort, waits } = service(answer(503, { "Retry-After": "2" }), answer(429), answer(200));
    expect((await persist(send, effort)).status).toBe(200);
    expect(waits.length).toBe(2);
    expect(waits[0]?.[0]).toBeGreaterThanOrEqual(2000);
    expect(waits.every(([, isLost]) => !isLost)).toBe(true);
  });
  it("sends again what got lost", async () => {
    const { send, effort, waits } = service(new Unreachable(), new Unreachable(), answer(200));
    expect((await persist(send, effort)).status).toBe(200);
    expect(waits.map(([, isLost]) => isLost)).toEqual([true, true]);
  });
  it("sends nothing again that must not be made twice", async () => {
    const refused = service(answer(503), answer(200));
    expect((await persist(refused.send, { ...refused.effort, repeatable: false })).status).toBe(503);
    const lost = service(new Unreachable(), answer(200));
    await expect(persist(lost.send, { ...lost.effort, repeatable: false })).rejects.toThrow(Unreachable);
    expect([refused.sent(), lost.sent()]).toEqual([1, 1]);
  });
  it("gives up after a time, with the last answer or with the loss", async () => {
    const refused = service(answer(502));
    expect((await persist(refused.send, refused.effort)).status).toBe(502);
    expect(refused.effort.now?.()).toBeLessThanOrEqual(30_000);
    expect(refused.sent()).toBeLessThan(12);
    const lost = service(new Unreachable());
    await expect(persist(lost.send, lost.effort)).rejects.toThrow(Unreachable);
  });
  it("does not wait for what is further away than its patience", async () => {
    const { send, effort, waits } = service(answer(429, { "Retry-After": "3600" }), answer(200));
    expect((await persist(send, effort)).status).toBe(429);
    expect(waits).toEqual([]);
  });
  it("ends when the page no longer wants it", async () => {
    const aborting = new AbortController();
    const { send, effort, sent } = service(answer(503), answer(200));
    const wait = async () => aborting.abort();
    await expect(persist(send, { ...effort, wait, signal: aborting.signal })).rejects.toThrow("abort");
    expect(sent()).toBe(1);
  });
  it("does not hide other errors", async () => {
    const { send, effort } = service(new TypeError("a bug"));
    await expect(persist(send, effort)).rejects.toThrow("a bug");
  });
});
