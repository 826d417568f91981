/** A view of Cinq-O for tests. */

import type { CinqoView } from "./types";

export const cinqoView = (changes: Partial<CinqoView> = {}): CinqoView => ({
  game: "cinqo",
  options: { game: "cinqo", players: 2, goal: "hundred", rounds: 5, first: 0 },
  viewer: 0,
  to_move: 0,
  turn_of: 0,
  round: 1,
  bonus: false,
  roll: 2,
  tray: [6, 2, 6],
  rack: [5],
  bank: [4],
  hilo: 3,
  boxed: false,
  number: 5,
  points: 15,
  best: 30,
  scores: [0, 0],
  history: [],
  outcome: null,
  ...changes,
});
