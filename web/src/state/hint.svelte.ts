/** A hint for the position on the table. It goes when the position does. */

import { type Component, untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import type { Hint, Move } from "../wire/types";
import { Trouble, api } from "./api";
import type { Table } from "./table.svelte";

type Panel = Component<{ hint: Hint; hilo?: number | null; compact?: boolean; onclose: () => void; ontake: (move: Move) => void }>;

/** There is room for it beside the board. */
const wide = new MediaQuery("(min-width: 900px) and (min-height: 541px)");

export class Hints {
  shown = $state.raw<Hint | null>(null);
  thinking = $state(false);
  trouble = $state.raw<Trouble | null>(null);
  panel = $state.raw<Panel | null>(null);
  /** Shows a choice on the board, without making it; the game's own part of the page knows how. */
  take: (move: Move) => void = () => undefined;

  constructor(
    private readonly table: () => Table,
    private readonly seat: () => number | null,
  ) {
    $effect(() => {
      const table = this.table();
      void table.view?.moved_at;
      void table.isMoving;
      untrack(() => this.clear());
    });
  }

  get isBeside(): boolean {
    return wide.current && this.table().view?.settings.options.game === "cinco";
  }

  get allowed(): boolean {
    return this.table().view?.settings.hints ?? false;
  }

  async ask(): Promise<void> {
    const view = this.table().view;
    const seat = this.seat();
    if (this.shown) return this.clear();
    if (!view || seat === null || view.game?.to_move !== seat || this.thinking || this.table().isMoving) return;
    this.thinking = true;
    this.trouble = null;
    try {
      const [hint, panel] = await Promise.all([api.hint(view.id, seat), import("../ui/Hint.svelte")]);
      this.panel = panel.default;
      // The game may have gone on while it was being thought about.
      if (this.table().view?.moved_at === view.moved_at && !this.table().isMoving) this.shown = hint;
    } catch (error) {
      this.trouble = error instanceof Trouble ? error : new Trouble("internal", String(error), 0);
    } finally {
      this.thinking = false;
    }
  }

  clear(): void {
    this.shown = null;
    this.trouble = null;
  }
}
