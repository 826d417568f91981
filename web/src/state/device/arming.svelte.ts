/**
 * A press that cannot be taken back is confirmed by another one: the first arms it, and anything else disarms. Rare
 * ones need a third press. Players who prefer one press (`preferences.onePress`) have one less to make.
 */

import { preferences } from "./preferences.svelte";

/** The presses of a move, and of a rare move that costs much. */
export const MOVE = 2;
export const RARE = 3;

export class Arming {
  /** What the next press of the same thing would do. */
  armed = $state<string | null>(null);
  /** How often it has been pressed so far. */
  pressed = $state(0);

  /** Press a thing. True if it is to be done now. */
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
