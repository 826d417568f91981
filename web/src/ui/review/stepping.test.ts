import { expect, it } from "vitest";
import { openingOf, stepOf, stepOfTurn, turnsAround } from "./stepping";
import { mistake, review } from "./testing";

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

it("a review opens at the reader's worst mistake, else at the first turning point, else at the first step", () => {
  const choices = [mistake(3, 0.1), mistake(5, 0.3, { seat: 1 }), mistake(7, 0.2)];
  const [point] = review().turning_points;
  expect(openingOf(review({ choices }), 0)).toBe(7);
  expect(openingOf(review({ choices: choices.slice(1, 2), turning_points: [{ ...point!, source: "luck", ply: 4 }] }), 0), "another player's mistake").toBe(4);
  expect(openingOf(review({ choices, turning_points: [{ ...point!, source: "luck", ply: 4 }] }), null), "a spectator").toBe(4);
  expect(openingOf(review({ choices: [], turning_points: [] }), 0)).toBe(1);
});

it("a decision that turned the game is shown at the costliest choice of its turn, luck at the turn's end", () => {
  const [point] = review().turning_points;
  const turn = { ...point!, since: 2, ply: 8, seat: 0 };
  const choices = [mistake(2, 0.9), mistake(4, 0.1), mistake(6, 0.3), mistake(7, 0.5, { seat: 1 })];
  expect(stepOfTurn(review({ choices }), { ...turn, source: "error" })).toBe(6);
  expect(stepOfTurn(review({ choices }), { ...turn, source: "luck" })).toBe(8);
  expect(stepOfTurn(review({ choices: [] }), { ...turn, source: "error" }), "none is judged").toBe(8);
});
