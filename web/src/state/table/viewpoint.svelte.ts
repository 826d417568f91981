/** From which seat this device sees its table, and what is covered meanwhile. */

import { gameOf } from "../../games";
import { type Environment, wait } from "../device/environment";
import type { Table } from "./table.svelte";

/** For how long whoever has moved sees what came of it, before the device is passed on. */
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

  /** The seat that I see from, or hold. */
  get seat(): number | null {
    return this.table.view?.point_of_view ?? this.table.mine[0] ?? null;
  }

  /** Several people play here in turn. */
  get isTakingTurns(): boolean {
    return this.table.view?.settings.one_device === true && this.table.mine.length > 1;
  }

  /** They have something to hide from each other. */
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

  /** Whose hand is due here is covered, until they say that they have the device. */
  get isCovered(): boolean {
    return this.isShared && this.due !== null && this.table.view?.point_of_view === null;
  }

  get isMyTurn(): boolean {
    return this.turn !== null && this.turn === this.table.view?.point_of_view;
  }

  /**
   * On one device: where there are hands to hide, mine is covered when it is somebody else's turn, as soon as
   * I have seen what came of my move; where there are none, whoever's turn it is just plays. What it gives back
   * cancels it.
   */
  follow(): (() => void) | undefined {
    const view = this.table.view;
    if (!view?.settings.one_device || view.status !== "playing") return undefined;
    const seen = view.point_of_view;
    if (this.isShared) {
      if (seen !== null && this.turn !== null && this.turn !== seen) return this.later(LINGER, () => this.table.look(null));
    } else {
      const seat = this.due ?? this.seat;
      if (seat !== seen) this.table.look(seat);
    }
    return undefined;
  }
}
