/** A view of Cinco for tests. */

import type { CincoView } from "./types";

export const cincoView = (changes: Partial<CincoView> = {}): CincoView => ({
  game: "cinco",
  options: { game: "cinco", players: 2, teams: 2, joker: false, first: null },
  viewer: 0,
  to_move: 0,
  turn: 0,
  board: Array<number | null>(90).fill(null),
  hand: [12, 57],
  hand_sizes: [2, 4],
  hands: null,
  discards: [[], []],
  pile: 84,
  pile_cards: [],
  carried: [0, 0],
  reshuffles: 0,
  recent: [],
  tokens_left: [35, 35],
  last_space: null,
  winning: [],
  reach: [
    { card: 12, spaces: [12, 63] },
    { card: 57, spaces: [63] },
  ],
  why_not_play: null,
  why_not_draw: null,
  why_not_exchange: null,
  outcome: null,
  ...changes,
});

/** A board with these tokens: space → team. */
export function board(tokens: Readonly<Record<number, number>>): (number | null)[] {
  return Array.from({ length: 90 }, (_, index) => tokens[index + 1] ?? null);
}
