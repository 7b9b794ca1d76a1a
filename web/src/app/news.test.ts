import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import type { LiveChanges } from "@/api/types.gen";

vi.mock("@/api/requests", () => ({ read: vi.fn(), ELEMENTS: "", ELEMENT: "" }));

const { News } = await import("./news");
const { read } = await import("@/api/requests");

const ID = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";

const sent = (revision: number, id?: string, more: Partial<LiveChanges> = {}): LiveChanges => ({
  changed: id ? [{ event: `${revision}.${id}.1`, id, facetName: "one", kind: "element.changed" }] : [],
  all: false,
  rights: "s",
  next: String(revision),
  ...more,
});

let client: InstanceType<typeof QueryClient>;
let news: InstanceType<typeof News>;
const isOld = (id: string) => client.getQueryState(["data", "element", "one", id])?.isInvalidated;

beforeEach(() => {
  client = new QueryClient();
  news = new News(client);
  news.begin(1);
  for (const id of [ID, OTHER]) client.setQueryData(["data", "element", "one", id], { id });
});

it("makes old what shows a change, once", async () => {
  await news.take(sent(2, ID));
  expect([isOld(ID), isOld(OTHER), news.after]).toEqual([true, false, "2"]);
  client.setQueryData(["data", "element", "one", ID], { id: ID });
  await news.take(sent(2, ID));
  expect(isOld(ID)).toBe(false);
});

it("makes everything old when more was missed, or when the rights are others", async () => {
  await news.take(sent(2, undefined, { all: true }));
  expect([isOld(ID), isOld(OTHER)]).toEqual([true, true]);
  client.setQueryData(["data", "element", "one", ID], { id: ID });
  await news.take(sent(2, undefined, { rights: "t" }));
  expect(isOld(ID)).toBe(true);
});

it("never goes back to an earlier place", async () => {
  await news.take(sent(5, ID));
  await news.take(sent(3));
  expect(news.after).toBe("5");
});

it("fetches everything after a write of which nothing is said", async () => {
  vi.mocked(read).mockResolvedValueOnce(sent(2, ID) as never);
  await news.show(ID);
  expect([isOld(ID), isOld(OTHER)]).toEqual([true, false]);
  vi.mocked(read).mockResolvedValueOnce(sent(3) as never);
  await news.show(OTHER);
  expect(isOld(OTHER)).toBe(true);
});

it("fetches everything where the question is refused", async () => {
  vi.mocked(read).mockRejectedValueOnce(new Error("no such place"));
  await news.ask();
  expect([isOld(ID), isOld(OTHER), news.after]).toEqual([true, true, "now"]);
});

it("asks nothing of what is being deleted, and again of it when that is over", async () => {
  vi.mocked(read).mockResolvedValueOnce(sent(3, ID) as never);
  await news.deleting([ID], () => news.take(sent(2, ID)));
  expect(isOld(ID)).toBe(false);
  await news.take(sent(4, ID));
  expect(isOld(ID)).toBe(true);
});
