/** The seat from which this device shows its table, and the cover between turns. */

import { gameOf } from "../../games";
import { type Environment, wait } from "../device/environment";
import type { Table } from "./table.svelte";

/** Milliseconds for which a player sees the effect of their move before the device is passed on. */
export const LINGER = 1800;

export class Viewpoint {
  constructor(
    private readonly table: Table,
    private readonly later: Environment["later"] = wait,
  ) {}

  /** The seat to move, while the game runs. */
  get turn(): number | null {
    return this.table.view?.game?.to_move ?? null;
  }

  /** The seat of my view, or the one that I hold. */
  get seat(): number | null {
    return this.table.view?.point_of_view ?? this.table.mine[0] ?? null;
  }

  /** Whether several people take turns on this device. */
  get isTakingTurns(): boolean {
    return this.table.view?.settings.one_device === true && this.table.mine.length > 1;
  }

  /** Whether they hide hands from each other. */
  get isShared(): boolean {
    const options = this.table.view?.settings.options;
    return options !== undefined && this.isTakingTurns && gameOf(options).hasSecrets;
  }

  /** The seat on this device whose turn it is. */
  get due(): number | null {
    const view = this.table.view;
    const { turn } = this;
    return view?.settings.one_device && view.status === "playing" && turn !== null && this.table.mine.includes(turn) ? turn : null;
  }

  /** Whether the hand of the next player is covered until they confirm that they have the device. */
  get isCovered(): boolean {
    return this.isShared && this.due !== null && this.table.view?.point_of_view === null;
  }

  get isMyTurn(): boolean {
    return this.turn !== null && this.turn === this.table.view?.point_of_view;
  }

  /**
   * Switch between the players of a shared device. With hidden hands, cover mine after its move has been shown, when
   * another player is to move. Without them, switch to the seat to move. Return a function that cancels it.
   */
  follow(): (() => void) | undefined {
    const view = this.table.view;
    if (!view?.settings.one_device || view.status !== "playing") return undefined;
    const seen = view.point_of_view;
    if (this.isShared) {
      if (seen !== null && this.turn !== null && this.turn !== seen) return this.later(LINGER, () => this.table.uncover(null));
    } else {
      const seat = this.due ?? this.seat;
      if (seat !== seen) this.table.uncover(seat);
    }
    return undefined;
  }
}
