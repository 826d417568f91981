// @vitest-environment node
import { expect, it } from "vitest";
import type { Question } from "../chance";
import { isAsked } from "./chance";
import type { CincoView } from "./types";

const all = Array.from({ length: 90 }, (_, at) => at + 1);
const shuffle = (cards: number[]): Question => ({ type: "shuffle", cards });

it("asks who starts, then for all cards, then for the discards, in ascending order", () => {
  const options = { game: "cinco", players: 3, teams: 3, joker: false, first: null } as const;
  const undealt = { hand_sizes: [0, 0, 0], discards: [[], [], []] } as unknown as CincoView;
  const late = { hand_sizes: [4, 3, 4], discards: [[9, 2], [], [71]] } as unknown as CincoView;
  expect(isAsked({ type: "pick", count: 3 }, options, null)).toBe(true);
  expect(isAsked({ type: "pick", count: 2 }, options, null)).toBe(false);
  expect(isAsked({ type: "pick", count: 3 }, { ...options, first: 1 }, null)).toBe(false);
  expect(isAsked({ type: "pick", count: 3 }, options, late)).toBe(false);
  expect(isAsked(shuffle(all), options, null)).toBe(false);
  expect(isAsked(shuffle(all), { ...options, first: 1 }, null)).toBe(true);
  expect(isAsked(shuffle(all), options, undealt)).toBe(true);
  expect(isAsked(shuffle([...all].reverse()), options, undealt)).toBe(false);
  expect(isAsked(shuffle(all.slice(1)), options, undealt)).toBe(false);
  expect(isAsked(shuffle([2, 9, 71]), options, late)).toBe(true);
  expect(isAsked(shuffle([9, 2, 71]), options, late)).toBe(false);
  expect(isAsked({ type: "roll", sides: [6] }, options, late)).toBe(false);
});
