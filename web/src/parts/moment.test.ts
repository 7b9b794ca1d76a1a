import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";
import { dateText, dayOf, moment, timeOf } from "./moment";

beforeAll(() =>
  i18next.init({
    resources: { de: { shell: { noEnd: "kein Ende" } }, en: { shell: { noEnd: "no end" } } },
    lng: "de",
    fallbackLng: false,
  }),
);

describe("in German", () => {
  test("moments are written as the service has them, whatever the zone of the browser is", () => {
    expect(moment("2026-03-29T02:30:00.123")).toBe("29.03.2026, 02:30");
    expect(timeOf("2026-03-29T23:59:59")).toBe("23:59");
  });
  test("days need no time", () => expect(dayOf("2026-11-17")).toBe("17.11.2026"));
  test("midnight is a day", () => {
    expect(dateText("2026-11-17T00:00:00")).toBe("17.11.2026");
    expect(dateText("2026-11-17T00:01:00")).toBe("17.11.2026, 00:01");
  });
  test("the far future is no end", () => expect(dateText("9999-12-31T23:59:59")).toBe("kein Ende"));
  test("what is no date stays as it is", () => {
    expect(moment("soon")).toBe("soon");
    expect(moment(undefined)).toBe("");
  });
});

test("another language writes them in its own way", async () => {
  await i18next.changeLanguage("en");
  expect(moment("2026-11-17T18:05:00").replace(/\s/g, " ")).toBe("Nov 17, 2026, 6:05 PM");
  expect(dayOf("9999-12-31")).toBe("no end");
});
