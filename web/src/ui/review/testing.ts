/** A review for tests: a game of eight steps between two players, with one mistake by the first. */

import type { Judged, Review, SeatReview } from "../../wire/types";

const seat = (number: number, more: Partial<SeatReview>): SeatReview => ({
  seat: number, name: "", start: 0.5, result: 0, luck: 0, errors: 0, others: 0, choices: 0, cards: null,
  decisions: 3, found: 3, mistakes: 0, luck_points: null, errors_points: null, uncertain: 0, accuracy: null, ...more,
});

export function judged(ply: number, more: Partial<Judged> = {}): Judged {
  const chosen = { move: { type: "add", points: 1 } as never, text: "1", worth: 0.3, points: null, continuation: [] };
  return { ply, turn: Math.ceil(ply / 2), seat: 0, kind: "add", chosen, best: chosen, error: 0, uncertainty: 0, verdict: "best", reasons: [], ...more };
}

export const mistake = (ply: number, error: number, more: Partial<Judged> = {}): Judged =>
  judged(ply, { error, verdict: "mistake", best: { move: { type: "add", points: 3 } as never, text: "3", worth: 0.3 + error, points: null, continuation: [] }, reasons: [{ code: "wins", params: { points: 3 } }], ...more });

export const uncertain = (ply: number): Judged => ({ ...mistake(ply, 0.05), error: 0, uncertainty: 0.04, verdict: "uncertain", reasons: [] });

export const review = (changes: Partial<Review> = {}): Review => ({
  kind: "review", format: 4, game: "tiny", engine: "tiny-1", simulations: 400, scale: "chance", exact: false, plies: 8,
  outcome: { termination: "counted", winners: [1] }, start: [0.5, 0.5], result: [0, 1],
  graph: [{ ply: 0, turn: 0, worths: [0.5, 0.5] }, { ply: 2, turn: 1, worths: [0.62, 0.38] }, { ply: 5, turn: 3, worths: [0.3, 0.7] }, { ply: 8, turn: 4, worths: [0, 1] }],
  turning_points: [{ since: 2, ply: 5, turn: 3, seat: 0, source: "error", by_seat: [-0.32, 0.32] }],
  seats: [seat(0, { luck: 0.12, errors: 0.32, choices: -0.32, others: -0.3, found: 2, mistakes: 1, accuracy: 71.6 }), seat(1, { result: 1, luck: 0.3, others: 0.2 })],
  choices: [judged(3), mistake(5, 0.32)],
  ...changes,
});
