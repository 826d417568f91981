/** A view of Cinq-O for tests. */

import type { CinqoView, PlayEvent, TurnResult } from "./types";

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

export const turnResult = (changes: Partial<TurnResult> = {}): TurnResult => ({ seat: 1, round: 1, rack: [4, 5, 6, 6, 6], hilo: 3, total: 27, number: 6, points: 18, kind: "sum", ...changes });

/** The server's update when seat 1 puts all remaining dice away: their turn ends, and seat 0 has rolled. */
export function endOfTurn(viewer: number | null = 0): { before: CinqoView; events: readonly PlayEvent[]; after: CinqoView } {
  const result = turnResult();
  const before = cinqoView({ viewer, turn_of: 1, to_move: 1, roll: 3, tray: [6, 6], rack: [5, 6], bank: [4], hilo: 3, boxed: true });
  const after = cinqoView({ viewer, roll: 1, tray: [1, 2, 3, 4, 4], rack: [], bank: [], hilo: -1, scores: [0, 18], history: [result], round: 2 });
  const events: readonly PlayEvent[] = [
    { type: "put_away", seat: 1, rack: [6, 6], bank: [], from_bank: [], box: false },
    { type: "turn_ended", result, score: 18 },
    { type: "dice_rolled", seat: 0, roll: 1, dice: [1, 2, 3, 4, 4], hilo: -1 },
  ];
  return { before, events, after };
}
