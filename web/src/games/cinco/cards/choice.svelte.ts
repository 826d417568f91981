/**
 * My choice at Cinco before it is a move: a card, a space, or both. The view gives the spaces that a card reaches;
 * nothing here knows the rules.
 */

import type { CincoView, Play } from "../types";

export class Choice {
  card = $state<number | null>(null);
  space = $state<number | null>(null);
  /** The space last touched, if none of my cards reaches it. */
  unreachable = $state<number | null>(null);

  constructor(private readonly view: () => CincoView) {}

  #reach(card: number): readonly number[] | undefined {
    return this.view().reach.find((reach) => reach.card === card)?.spaces;
  }

  /** The spaces to light: those of the chosen card. */
  readonly lit: ReadonlySet<number> = $derived.by(() => new Set(this.card === null ? [] : this.#reach(this.card)));

  /** The move that a confirmation would send now; `null` if the choice is incomplete. */
  readonly move: Play | null = $derived.by(() => {
    if (this.card === null) return null;
    const reach = this.#reach(this.card);
    if (!reach) return null;
    if (!reach.length) return { type: "play", card: this.card, space: null };
    return this.space !== null && reach.includes(this.space) ? { type: "play", card: this.card, space: this.space } : null;
  });

  touchCard(card: number): void {
    this.unreachable = null;
    if (this.card === card) this.clear();
    else {
      this.card = card;
      if (this.space !== null && !this.#reach(card)?.includes(this.space)) this.space = null;
    }
  }

  /**
   * Touch a space. If no chosen card reaches it, the cheapest card that does, which is the highest, is chosen too.
   * Return true if this touch confirms the move already shown.
   */
  touchSpace(space: number): boolean {
    this.unreachable = null;
    if (this.view().board[space - 1] !== null) {
      this.clear();
      return false;
    }
    if (this.space === space && this.move) return true;
    if (this.card === null || !this.#reach(this.card)?.includes(space)) {
      const able = this.view().reach.filter((reach) => reach.spaces.includes(space));
      const cheapest = able.reduce((best, reach) => Math.max(best, reach.card), 0);
      if (!cheapest) {
        this.clear();
        this.unreachable = space;
        return false;
      }
      this.card = cheapest;
    }
    this.space = space;
    return false;
  }

  clear(): void {
    this.card = null;
    this.space = null;
    this.unreachable = null;
  }

  /** Clear choices that have become impossible: a card that is gone, a space that was taken. */
  prune(): void {
    if (this.card !== null && !this.view().hand.includes(this.card)) this.clear();
    if (this.space !== null && this.view().board[this.space - 1] !== null) this.space = null;
  }
}
