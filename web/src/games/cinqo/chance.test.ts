// @vitest-environment node
import { expect, it } from "vitest";
import type { Question } from "../chance";
import { isAsked } from "./chance";
import type { CinqoView } from "./types";

const sixes = (count: number): Question => ({ type: "roll", sides: Array<number>(count).fill(6) });

it("asks for every die that is not put away", () => {
  const options = { game: "cinqo", players: 1, goal: "hundred", rounds: 5, first: 0 } as const;
  const at = (rack: number[], bank: number[], boxed: boolean) => ({ rack, bank, boxed }) as unknown as CinqoView;
  expect(isAsked(sixes(6), options, null)).toBe(true);
  expect(isAsked(sixes(5), options, null)).toBe(false);
  expect(isAsked(sixes(3), options, at([1], [6, 6], false))).toBe(true);
  expect(isAsked(sixes(2), options, at([1], [6, 6], true))).toBe(true);
  expect(isAsked({ type: "roll", sides: [6, 6, 7] }, options, at([1], [6, 6], false))).toBe(false);
  expect(isAsked({ type: "shuffle", cards: [1, 2] }, options, null)).toBe(false);
});
