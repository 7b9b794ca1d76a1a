import { describe, expect, it } from "vitest";
import { fieldText, isDay, isLocalTime, isRevision, momentAt, placeOf, placeOfField, timelineOf } from "./timeline";

const YEAR = timelineOf({ began: "2025-03-01T08:15:00.1234567", now: "2026-03-01T00:05:00" });
const HOUR = timelineOf({ began: "2026-03-01T08:15:30", now: "2026-03-01T09:15:10" });

describe("the line of a history", () => {
  it("has a place for each day, the first and the last one included", () => {
    expect(YEAR.unit).toBe("day");
    expect(YEAR.last - YEAR.first).toBe(365);
    expect(fieldText(YEAR, YEAR.first)).toBe("2025-03-01");
    expect(fieldText(YEAR, YEAR.last)).toBe("2026-03-01");
  });

  it("has minutes where there are hardly any days", () => {
    expect(HOUR.unit).toBe("minute");
    expect(HOUR.last - HOUR.first).toBe(60);
    expect(fieldText(HOUR, HOUR.first)).toBe("2026-03-01T08:15");
  });

  it("has two places even if nothing ever happened", () => {
    const { first, last } = timelineOf({ now: "2026-03-01T09:15:10" });
    expect(last - first).toBe(1);
  });
});

describe("a moment", () => {
  it("is a day, or the end of a minute, in which what happened then is seen", () => {
    expect(momentAt(YEAR, YEAR.first)).toBe("2025-03-01");
    expect(momentAt(HOUR, HOUR.first)).toBe("2026-03-01T08:15:59");
  });

  it("is none at the end of the line: that is the present", () => {
    expect(momentAt(YEAR, YEAR.last)).toBeUndefined();
    expect(momentAt(HOUR, HOUR.last)).toBeUndefined();
  });

  it("has its place, the nearest one if it is not on the line", () => {
    expect(placeOf(YEAR, "2025-03-03")).toBe(YEAR.first + 2);
    expect(placeOf(YEAR, "2025-03-03T23:59:59.9999999")).toBe(YEAR.first + 2);
    expect(placeOf(YEAR, "1999-01-01")).toBe(YEAR.first);
    expect(placeOf(YEAR, "2999-01-01")).toBe(YEAR.last);
    expect(placeOf(YEAR, "yesterday")).toBe(YEAR.last);
  });

  it("comes back from its place", () => {
    for (const line of [YEAR, HOUR])
      for (const place of [line.first, line.first + 7, line.last - 1])
        expect(placeOf(line, momentAt(line, place) ?? "")).toBe(place);
  });

  it("is known by its form", () => {
    expect(["2026-03-01", "2026-03-01T08:15:59", "4711", "2026-03-01T08:15:59Z"].map((each) => isDay(each))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(isLocalTime("2026-03-01T08:15:59.5")).toBe(true);
    expect(isLocalTime("2026-03-01T08:15:59Z")).toBe(false);
    expect(isRevision("4711")).toBe(true);
  });
});

describe("what is typed", () => {
  it("counts when it is a time of the line", () => {
    expect(placeOfField(YEAR, "2025-03-02")).toBe(YEAR.first + 1);
    expect(placeOfField(HOUR, "2026-03-01T08:16")).toBe(HOUR.first + 1);
  });

  it.each(["", "0002-03-01", "2025-02-28", "2026-03-02", "2026-13-01"])("does not while it is %j", (text) => {
    expect(placeOfField(YEAR, text)).toBeUndefined();
  });
});
