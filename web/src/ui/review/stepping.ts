/** The ways through a finished game: by keys, step by step, and along its mistakes. */

import type { Judged, Review } from "../../wire/types";

/** Where a key leads from this step; `null` if it means something else here. */
export function stepOf(event: KeyboardEvent, at: number, last: number): number | null {
  if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return null;
  // A board is walked by arrows itself.
  if (event.target instanceof Element && event.target.closest('[role="grid"]')) return null;
  const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  const target = targets[event.key];
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}

/** Every mistake of a game: the reader's own first, and then the weightiest. */
export function mistakesOf(review: Review, you: number | null): Judged[] {
  const own = (each: Judged) => Number(each.seat === you);
  return review.choices.filter(({ verdict }) => verdict === "mistake").sort((one, other) => own(other) - own(one) || other.error - one.error || one.ply - other.ply);
}
