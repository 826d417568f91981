/**
 * What cannot be taken back is done at the second press: the first one arms it, and anything else disarms. Whoever
 * prefers one press has it (`preferences.onePress`).
 */

import { preferences } from "./preferences.svelte";

export class Arming {
  /** What the next press of the same thing would do. */
  armed = $state<string | null>(null);

  /** Press a thing. True if it is to be done now. */
  press(what: string, isFinal = preferences.onePress): boolean {
    const isDone = isFinal || this.armed === what;
    this.armed = isDone ? null : what;
    return isDone;
  }

  disarm(): void {
    this.armed = null;
  }
}
