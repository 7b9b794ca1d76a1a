import { expect, test } from "vitest";
import { middleSquare } from "./portrait";

test("the middle of a picture is shown, as much of it as fits into a square", () => {
  expect(middleSquare(400, 300)).toEqual({ x: 50, y: 0, side: 300 });
  expect(middleSquare(300, 401)).toEqual({ x: 0, y: 50, side: 300 });
  expect(middleSquare(1, 1)).toEqual({ x: 0, y: 0, side: 1 });
});
