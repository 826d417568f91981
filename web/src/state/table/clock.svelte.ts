/**
 * How much time everybody has, counted down from what the server said last. Only how long ago that was is taken from
 * this device: what its own clock says does not matter.
 */

import type { ClockView, Pace } from "../../wire/types";
import type { Environment } from "../device/environment";

/** From here on what is left is told to the second. */
const TO_THE_SECOND = 3_600_000;
const SECOND = 1_000;
/** How often days and hours are looked at. */
const SELDOM = 30_000;

/** The time that everybody begins with, for the game or for a turn. */
export const wholeOf = (pace: Pace) => (pace.type === "live" ? pace.total * SECOND : pace.hours * TO_THE_SECOND);

export class Clocks {
  #view = $state.raw<ClockView | null>(null);
  #whole = $state(0);
  /** For how long the time that runs had been running when the view came. */
  #ranBefore = 0;
  #cameAt = 0;
  #now = $state(0);
  #cancel: (() => void) | null = null;

  constructor(private readonly environment: Pick<Environment, "now" | "later">) {}

  /** What the server says now; `null` at a table without clocks. */
  follow(view: ClockView | null, pace: Pace | null): void {
    this.stop();
    this.#view = view;
    if (!view || !pace) return;
    this.#whole = wholeOf(pace);
    this.#ranBefore = view.now - view.since;
    this.#cameAt = this.#now = this.environment.now();
    this.#tick();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** The seat whose time runs. */
  get running(): number | null {
    return this.#view?.running ?? null;
  }

  /** The milliseconds that a seat has left; `null` without clocks. */
  left(seat: number): number | null {
    const left = this.#view?.remaining[seat];
    if (left === undefined) return null;
    return seat === this.running ? Math.max(0, left - this.#ranBefore - (this.#now - this.#cameAt)) : left;
  }

  /** The last tenth. */
  isLow(seat: number): boolean {
    const left = this.left(seat);
    return left !== null && left * 10 <= this.#whole;
  }

  #tick(): void {
    const left = this.running === null ? 0 : (this.left(this.running) ?? 0);
    if (left <= 0) return;
    // When what is shown changes next.
    const next = left > TO_THE_SECOND && this.#whole > 10 * TO_THE_SECOND ? Math.min(SELDOM, left - TO_THE_SECOND) : left % SECOND || SECOND;
    this.#cancel = this.environment.later(Math.max(next, 20), () => {
      this.#now = this.environment.now();
      this.#tick();
    });
  }
}
