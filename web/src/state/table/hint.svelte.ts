/** A hint for the current position. It is cleared when the position changes. */

import { type Component, untrack } from "svelte";
import { gameOf } from "../../games";
import type { HintPart } from "../../games/game";
import type { GameHints, Playing } from "../../games/playing";
import { withMore } from "../../i18n/index.svelte";
import type { Hint, HintedMove, Move, Reason, View } from "../../wire/types";
import { ApiError, api } from "../server/api";
import { isEqual, optionsOf } from "./choices";

export type Panel = Component<{ hints: Hints; view: View; compact?: boolean; height?: number }, object, "height">;

export class Hints implements GameHints {
  shown = $state.raw<Hint | null>(null);
  thinking = $state(false);
  /** Reason why there is no hint. */
  refusal = $state.raw<Reason | null>(null);
  /** The hint panel and the game's part of it, loaded with the first hint. */
  panel = $state.raw<Panel | null>(null);
  part = $state.raw<HintPart<Move, View> | null>(null);
  /** The move that stands on the board, and the label of the button that plays it; set by the game's part of the page. */
  proposed = $state.raw<GameHints["proposed"]>(null);
  /** Show a choice on the board without making the move; set by the game's part of the page. */
  showChoice: (move: Move) => void = () => undefined;

  constructor(
    private readonly table: () => Playing,
    private readonly seat: () => number | null,
    /** Load the panel that shows hints; without it no hint can be requested. */
    private readonly loadPanel: (() => Promise<{ readonly default: Panel }>) | null = null,
  ) {
    // Separate values: a hint stays while only the chat changes.
    const movedAt = $derived(this.table().view?.moved_at);
    const isMoving = $derived(this.table().isMoving);
    $effect(() => {
      void movedAt;
      void isMoving;
      untrack(() => this.clear());
    });
  }

  readonly options: readonly HintedMove[] = $derived.by(() => (this.shown && this.part ? optionsOf(this.shown, this.part) : []));
  /** The option that stands on the board, from 0; -1 for none. */
  readonly taken: number = $derived.by(() => {
    const proposed = JSON.stringify(this.proposed?.move);
    return this.options.findIndex(({ move }) => JSON.stringify(move) === proposed);
  });

  readonly #advised = $derived.by(() => this.options[this.taken] ?? this.options[0] ?? null);

  get advised(): Move | null {
    return this.#advised?.move ?? null;
  }

  get isBestAdvised(): boolean {
    return this.#advised !== null && (this.#advised === this.options[0] || isEqual(this.shown!, this.#advised));
  }

  get allowed(): boolean {
    return this.table().view?.settings.hints ?? false;
  }

  async ask(): Promise<void> {
    const view = this.table().view;
    const seat = this.seat();
    if (this.shown) return this.clear();
    if (!view || seat === null || view.game?.to_move !== seat || this.thinking || this.table().isMoving || !this.loadPanel) return;
    this.thinking = true;
    this.refusal = null;
    try {
      const [hint, panel, part] = await Promise.all([api.hint(view.id, seat), withMore(this.loadPanel()), gameOf(view.settings.options).hint()]);
      this.panel = panel.default;
      this.part = part;
      // The game may have moved on during the request.
      if (this.table().view?.moved_at === view.moved_at && !this.table().isMoving) this.shown = hint;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refusal = error.reason;
    } finally {
      this.thinking = false;
    }
  }

  clear(): void {
    this.shown = null;
    this.refusal = null;
  }
}
