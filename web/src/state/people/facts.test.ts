// @vitest-environment node
import { expect, it } from "vitest";
import { rangeOf } from "./facts";

it("counts every game", () => {
  expect(rangeOf([[6, 1], [9, 2]])).toEqual({ least: 6, most: 9, total: 24, mean: 8 });
  expect(rangeOf([])).toBeNull();
});
