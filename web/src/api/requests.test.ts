// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";

const FACETS = { count: 0, values: [] };
const SAME_ORIGIN = "http://localhost:3000";

vi.mock("@/app/place", () => ({ api: "http://localhost:3000/c/s/_api/", basepath: "/c/s" }));

/** The modules as a page that was loaded now has them: no key of a lost write is left. */
async function load() {
  vi.resetModules();
  return { ...(await import("./requests")), client: await import("./client") };
}

interface Got {
  method: string;
  address: string;
  headers: Headers;
  body: string;
}

let got: Got[] = [];

/** Answers in turn; the last one from then on. An error is a connection that breaks. */
function serve(...answers: (Response | Error)[]): void {
  got = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { method, url, headers } = request;
    const answer = answers[Math.min(got.length, answers.length - 1)];
    got.push({ method, address: url.replace(`${SAME_ORIGIN}/c/s/_api/`, ""), headers, body: await request.text() });
    if (answer instanceof Response) return answer.clone();
    throw answer;
  });
}

const answer = (data: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(data), { status, headers });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a read", () => {
  it("puts parameters where they belong", async () => {
    const { ask, ELEMENTS, listAt } = await load();
    serve(answer({ count: 0, elements: [] }, 200, { ETag: '"7"', "X-Total-Count": "12" }));
    const found = await ask(ELEMENTS, {
      path: listAt("a/b", "1?&#"),
      query: { $resources: ["attributes", "children"], $filter: "a -gt 1 AND b", $select: [], $orderby: undefined },
    });
    expect(found).toEqual({ data: { count: 0, elements: [] }, etag: '"7"', total: 12, revision: null });
    expect(got.map((each) => `${each.method} ${each.address}`)).toEqual([
      "GET rest/facets/a%2Fb/views/1%3F%26%23/elements?$resources=attributes%2Cchildren&$filter=a%20-gt%201%20AND%20b",
    ]);
    expect(got[0]?.headers.get("Idempotency-Key")).toBe(null);
  });
  it("has an address that a browser can follow", async () => {
    const { addressOf, ELEMENT, elementAt } = await load();
    expect(
      addressOf("get", `${ELEMENT}/files/{fileId}`, { path: { ...elementAt("f", "detail", "1"), fileId: "2 3" } }),
    ).toBe(`${SAME_ORIGIN}/c/s/_api/rest/facets/f/views/detail/elements/1/files/2%203`);
  });
  it("becomes an error with what the service said", async () => {
    const { read, client } = await load();
    serve(answer({ message: "No such facet.", requestId: "r" }, 404));
    const error = await read("/rest/facets").catch((each: unknown) => each);
    expect(error).toBeInstanceOf(client.ApiError);
    expect(error).toMatchObject({ status: 404, message: "No such facet.", refusal: { requestId: "r" } });
  });
  it("becomes an error also where a proxy refuses in words of its own", async () => {
    const { read } = await load();
    serve(new Response("<h1>Request too large</h1>", { status: 431 }), new Response(null, { status: 403 }));
    await expect(read("/rest/facets")).rejects.toMatchObject({ status: 431, message: "HTTP 431", refusal: null });
    await expect(read("/rest/facets")).rejects.toMatchObject({ status: 403, refusal: null });
  });
  it("waits for the user to sign in again, and is sent once more", async () => {
    const { read, client } = await load();
    serve(answer({ message: "" }, 401), answer(FACETS));
    const signIn = vi.fn(async () => {});
    client.onSignedOut(signIn);
    expect(await read("/rest/facets")).toEqual(FACETS);
    expect(signIn).toHaveBeenCalledTimes(1);
    expect(got.length).toBe(2);
  });
  it("does not wait for a session when it asks for one", async () => {
    const { read, client } = await load();
    serve(answer({ message: "" }, 401));
    const signIn = vi.fn(async () => {});
    client.onSignedOut(signIn);
    await expect(read("/rest/session")).rejects.toMatchObject({ status: 401 });
    expect(signIn).not.toHaveBeenCalled();
  });
  it("ends when the page no longer wants it", async () => {
    const { read } = await load();
    serve(new TypeError("gone"));
    const aborting = new AbortController();
    aborting.abort();
    await expect(read("/rest/facets", { signal: aborting.signal })).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a write", () => {
  const BODY = { parent: null };

  it("sends what the user saw, its key and its body", async () => {
    const { write, ELEMENT, elementAt } = await load();
    serve(answer({ message: "" }));
    await write("post", `${ELEMENT}/move`, { path: elementAt("f", "tree", "1"), body: BODY, match: '"3"' });
    const [sent] = got;
    expect(sent?.method).toBe("POST");
    expect(sent?.headers.get("If-Match")).toBe('"3"');
    expect(sent?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
    expect(sent?.headers.get("Content-Type")).toBe("application/json");
    expect(JSON.parse(sent?.body ?? "")).toEqual(BODY);
  });
  it("sends no If-Match where there is nothing to overwrite, and no type of a body where there is none", async () => {
    const { write, ELEMENT, elementAt } = await load();
    serve(answer({ message: "" }));
    await write("delete", ELEMENT, { path: elementAt("f", "detail", "1"), query: { force: true }, match: null });
    expect(got.map((each) => `${each.method} ${each.address}`)).toEqual([
      "DELETE rest/facets/f/views/detail/elements/1?force=true",
    ]);
    expect(got[0]?.headers.get("If-Match")).toBe(null);
    expect(got[0]?.headers.get("Content-Type")).toBe(null);
  });
  it("is sent again with the same key and body when it is refused for a moment", async () => {
    const { write, ELEMENT, elementAt } = await load();
    serve(answer({}, 503, { "Retry-After": "0" }), answer({ message: "" }));
    await write("post", `${ELEMENT}/move`, { path: elementAt("f", "tree", "1"), body: BODY, match: '"3"' });
    expect(got.length).toBe(2);
    expect(got.map((each) => each.body)).toEqual([JSON.stringify(BODY), JSON.stringify(BODY)]);
    expect(got[0]?.headers.get("Idempotency-Key")).toBe(got[1]?.headers.get("Idempotency-Key"));
  });
  it("has the same key when the user sends it again after it failed, and another one after it worked", async () => {
    const { write, ELEMENT, elementAt } = await load();
    serve(answer({}, 500), answer({ message: "" }));
    const move = () => write("post", `${ELEMENT}/move`, { path: elementAt("f", "tree", "1"), body: BODY, match: null });
    await expect(move()).rejects.toMatchObject({ status: 500 });
    await move();
    await move();
    const [first, second, third] = got.map((each) => each.headers.get("Idempotency-Key"));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
  it("says that the page shows something old when it is refused for that", async () => {
    const { write, ELEMENT, elementAt, client } = await load();
    const overtaken = vi.fn();
    client.onOvertaken(overtaken);
    serve(answer({ message: "Changed." }, 412), answer({ message: "No." }, 400));
    const move = () =>
      write("post", `${ELEMENT}/move`, { path: elementAt("f", "tree", "1"), body: BODY, match: '"1"' });
    await expect(move()).rejects.toMatchObject({ status: 412 });
    await expect(move()).rejects.toMatchObject({ status: 400 });
    expect(overtaken).toHaveBeenCalledTimes(1);
  });
  it("without a key is sent once", async () => {
    const { send } = await load();
    serve(answer({}, 503, { "Retry-After": "0" }), answer({}));
    await expect(send("post", "/rest/session", { body: { name: "a", password: "b" } })).rejects.toMatchObject({
      status: 503,
    });
    expect(got.length).toBe(1);
  });
});

// Never run: that it compiles is the test. A line that the compiler accepts is an error of its own.
async function wrong() {
  const { read, write, ELEMENT, elementAt } = await import("./requests");
  // @ts-expect-error there is no such path
  await read("/rest/facet");
  // @ts-expect-error its parameters are missing
  await read("/rest/facets/{facetId}/views");
  // @ts-expect-error a parameter is called otherwise
  await read("/rest/facets/{facetId}/views", { path: { facet: "f" } });
  // @ts-expect-error there is no such option
  await read("/rest/revision", { query: { $pageSize: 1 } });
  // @ts-expect-error there is no such resource
  await read(ELEMENT, { path: elementAt("f", "detail", "1"), query: { $resources: ["parents"] } });
  // @ts-expect-error a search needs words
  await read("/rest/search", { query: { culture: 1033 } });
  // @ts-expect-error it cannot be deleted
  await write("delete", "/rest/revision", { match: null });
  // @ts-expect-error what the user saw must be given
  await write("delete", ELEMENT, { path: elementAt("f", "detail", "1") });
  // @ts-expect-error it takes no body
  await write("delete", ELEMENT, { path: elementAt("f", "detail", "1"), body: {}, match: null });
  const path = elementAt("f", "tree", "1");
  // @ts-expect-error the body is missing
  await write("post", `${ELEMENT}/move`, { path, match: null });
  // @ts-expect-error the body has no such field
  await write("post", `${ELEMENT}/move`, { path, body: { parentId: null }, match: null });
  const { values } = await read("/rest/facets");
  // @ts-expect-error the answer has no such field
  values[0]?.colour;
}

it("is an error of the compiler where it is wrong", () => {
  expect(wrong).toBeTypeOf("function");
});
