/**
 * Confirmation of a press that cannot be undone: the first press arms, the second confirms, and any other press
 * disarms. Rare moves need a third press. Players who prefer one press (`preferences.onePress`) need one less.
 */

import { preferences } from "./preferences.svelte";

/** Presses for a move, and for a rare, costly move. */
export const MOVE = 2;
export const RARE = 3;

export class Arming {
  /** The armed action, which the next press of the same button runs. */
  armed = $state<string | null>(null);
  /** Number of presses so far. */
  pressed = $state(0);

  /** Press a button. Return true if its action is to run now. */
  press(what: string, presses = MOVE - Number(preferences.onePress)): boolean {
    this.pressed = this.armed === what ? this.pressed + 1 : 1;
    const isDone = this.pressed >= presses;
    this.armed = isDone ? null : what;
    return isDone;
  }

  disarm(): void {
    this.armed = null;
  }
}
