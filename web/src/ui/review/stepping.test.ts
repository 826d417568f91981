import { expect, it } from "vitest";
import { stepOf, turnsAround } from "./stepping";

it("turns around a step are those that begin before and after it", () => {
  const openings = [0, 3, 7];
  expect(turnsAround(openings, 0)).toEqual({ previous: null, next: 3 });
  expect(turnsAround(openings, 3)).toEqual({ previous: 0, next: 7 });
  expect(turnsAround(openings, 5)).toEqual({ previous: 3, next: 7 });
  expect(turnsAround(openings, 9)).toEqual({ previous: 7, next: null });
});

it("arrow keys go by steps, and with Shift by turns", () => {
  const press = (key: string, shiftKey = false) => stepOf(new KeyboardEvent("keydown", { key, shiftKey }), 5, 9, { previous: 3, next: null });
  expect([press("ArrowLeft"), press("ArrowRight"), press("Home"), press("End")]).toEqual([4, 6, 0, 9]);
  expect([press("ArrowLeft", true), press("ArrowRight", true)]).toEqual([3, null]);
});
