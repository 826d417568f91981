/** A hint for the position on the table. It goes when the position does. */

import { type Component, untrack } from "svelte";
import { gameOf } from "../../games";
import type { HintPart } from "../../games/game";
import type { GameHints, Playing } from "../../games/playing";
import { withMore } from "../../i18n/index.svelte";
import type { Hint, Move, Reason, View } from "../../wire/types";
import { ApiError, api } from "../server/api";

export type Panel = Component<{ hints: Hints; view: View; compact?: boolean }>;

export class Hints implements GameHints {
  shown = $state.raw<Hint | null>(null);
  thinking = $state(false);
  /** Why there was none. */
  refusal = $state.raw<Reason | null>(null);
  /** What shows it, and the game's part of that: fetched when a hint is first asked for. */
  panel = $state.raw<Panel | null>(null);
  part = $state.raw<HintPart<Move, View> | null>(null);
  /** Shows a choice on the board, without making it; the game's own part of the page knows how. */
  take: (move: Move) => void = () => undefined;

  constructor(
    private readonly table: () => Playing,
    private readonly seat: () => number | null,
    /** Loads the panel that shows hints; without it no hint can be asked for. */
    private readonly loadPanel: (() => Promise<{ readonly default: Panel }>) | null = null,
  ) {
    // Values of their own: a hint stays while nothing happens but talk.
    const movedAt = $derived(this.table().view?.moved_at);
    const isMoving = $derived(this.table().isMoving);
    $effect(() => {
      void movedAt;
      void isMoving;
      untrack(() => this.clear());
    });
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
      // The game may have gone on while it was being thought about.
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
