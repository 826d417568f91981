import type { Judged, Review } from "../../wire/types";

/** Every mistake of a game: the reader's own first, and then the weightiest. */
export function mistakesOf(review: Review, you: number | null): Judged[] {
  const own = (each: Judged) => Number(each.seat === you);
  return review.choices.filter(({ verdict }) => verdict === "mistake").sort((one, other) => own(other) - own(one) || other.error - one.error || one.ply - other.ply);
}
