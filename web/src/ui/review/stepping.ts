/** Ways through a finished game, shared by all pages that show one: by keys, and along its mistakes. */

import type { Judged, Review, TurningPoint } from "../../wire/types";

/** Steps that a turn away from another one begins at; `null` at the ends. */
export interface Turns {
  readonly previous: number | null;
  readonly next: number | null;
}

/** Return the steps that begin the turn before `at` and the one after it, of those that begin a turn. */
export function turnsAround(openings: readonly number[], at: number): Turns {
  return { previous: openings.findLast((step) => step < at) ?? null, next: openings.find((step) => step > at) ?? null };
}

/** Return the step that a key leads to; `null` if the key has another meaning here. With Shift, arrows go by turns. */
export function stepOf(event: KeyboardEvent, at: number, last: number, turns: Turns | null = null): number | null {
  if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return null;
  // A board handles arrow keys itself.
  if (event.target instanceof Element && event.target.closest('[role="grid"]')) return null;
  if (turns && event.shiftKey && event.key === "ArrowLeft") return turns.previous;
  if (turns && event.shiftKey && event.key === "ArrowRight") return turns.next;
  const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  const target = targets[event.key];
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}

/** Every mistake of a game: the reader's own first, and then the weightiest. */
export function mistakesOf(review: Review, you: number | null): Judged[] {
  const own = (each: Judged) => Number(each.seat === you);
  return review.choices.filter(({ verdict }) => verdict === "mistake").sort((one, other) => own(other) - own(one) || other.error - one.error || one.ply - other.ply);
}

/** Return the step that shows a turning point: of a decision the costliest choice of its turn, of anything else the last step. */
export function stepOfTurn(review: Review, { since, ply, seat, source }: TurningPoint): number {
  const choices = source === "error" ? review.choices.filter((each) => each.seat === seat && each.ply > since && each.ply <= ply) : [];
  return choices.sort((one, other) => other.error - one.error)[0]?.ply ?? ply;
}

/** Return the step at which a review opens: the reader's worst mistake, else the first turning point, else the first step. */
export function openingOf(review: Review, you: number | null): number {
  const own = you === null ? undefined : mistakesOf(review, you).find(({ seat }) => seat === you);
  const [first] = review.turning_points;
  return own?.ply ?? (first ? stepOfTurn(review, first) : Math.min(1, review.plies));
}
