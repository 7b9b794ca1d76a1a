import { describe, expect, it } from "vitest";
import { monthsBetween, releasedIn } from "./months";

describe("months", () => {
  it("has every month, also those in which nothing happened", () => {
    expect(monthsBetween("2025-11", "2026-02")).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
    expect(monthsBetween("", "")).toEqual([""]);
  });

  it("makes a filter from the first of a month to the first of the next", () => {
    expect(releasedIn("2026-03", "relOn")).toBe("relOn -ge '2026-03-01' AND relOn -lt '2026-04-01'");
    expect(releasedIn("2025-12", "relOn")).toBe("relOn -ge '2025-12-01' AND relOn -lt '2026-01-01'");
  });
});
