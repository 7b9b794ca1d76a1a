import { beforeEach, expect, it, vi } from "vitest";
import type { PresentUser } from "@/api/types.gen";

vi.mock("@/api/presence", () => ({ sayPlace: vi.fn(async () => []) }));
vi.mock("@/drafts/windows", () => ({ thisWindow: "window-1" }));
vi.mock("./framing", () => ({ isEmbedded: false }));
vi.mock("./query-client", async () => {
  const { QueryClient } = await import("@tanstack/react-query");
  return { queryClient: new QueryClient() };
});

const page = { hidden: false, addEventListener: vi.fn() };
vi.stubGlobal("document", page);
const { sayPlace } = await import("@/api/presence");
const { queryClient } = await import("./query-client");
const { Presence } = await import("./presence");

const ID = "11111111-1111-4111-8111-111111111111";
const OTHER: PresentUser = { isEditing: false, shapeIds: [] };
const said = () => vi.mocked(sayPlace).mock.calls.map(([{ elementId }]) => elementId);
const others = () => queryClient.getQueryData(["present", ID]);
const later = () => vi.advanceTimersByTimeAsync(1000);

let presence: InstanceType<typeof Presence>;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  vi.mocked(sayPlace).mockResolvedValue([OTHER]);
  queryClient.clear();
  presence = new Presence();
  presence.live(true);
  presence.enter(ID);
  await later();
});

it("says nothing until it is known whether the user wants to be seen", async () => {
  expect(said()).toEqual([]);
  presence.show(true);
  await later();
  expect(said()).toEqual([ID]);
  expect(others()).toEqual([OTHER]);
});

it("says nothing of a user who does not want to be seen, and shows that user no others", async () => {
  presence.show(false);
  presence.edit("form", true);
  presence.at("22222222-2222-4222-8222-222222222222");
  presence.take({ elementId: ID, values: [OTHER] });
  await later();
  expect(said()).toEqual([]);
  expect(others()).toBeUndefined();
});

it("leaves when the user does not want to be seen any more, and is back when the user does", async () => {
  presence.show(true);
  await later();
  presence.show(false);
  await later();
  expect(said()).toEqual([ID, undefined]);
  expect(others()).toBeUndefined();
  presence.show(true);
  await later();
  expect(said()).toEqual([ID, undefined, ID]);
});
