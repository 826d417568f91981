/**
 * Countdown of all players' time from the server's last values. Only the time elapsed since then is measured here, so
 * the device's clock does not matter.
 */

import type { ClockView, Pace } from "../../wire/types";
import type { Environment } from "../device/environment";

/** Milliseconds below which the time left is shown to the second. */
const TO_THE_SECOND = 3_600_000;
const SECOND = 1_000;
/** Milliseconds between updates of days and hours. */
const SELDOM = 30_000;

/** Return the initial time of each player, for the game or for a turn. */
export const wholeOf = (pace: Pace) => (pace.type === "live" ? pace.total * SECOND : pace.hours * TO_THE_SECOND);

export class Clocks {
  /** The server's last values; `null` without clocks. */
  view = $state.raw<ClockView | null>(null);
  #whole = $state(0);
  /** Milliseconds for which the current time had been running when the view arrived. */
  #ranBefore = 0;
  #cameAt = 0;
  #now = $state(0);
  #cancel: (() => void) | null = null;

  constructor(private readonly environment: Pick<Environment, "now" | "later">) {}

  /** Take over the server's current values; `null` at a table without clocks. */
  follow(view: ClockView | null, pace: Pace | null): void {
    this.stop();
    this.view = view;
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
    return this.view?.running ?? null;
  }

  /** The milliseconds that a seat has left; `null` without clocks. */
  left(seat: number): number | null {
    const left = this.view?.remaining[seat];
    if (left === undefined) return null;
    // A clock that stands still starts in the future.
    return seat === this.running ? Math.max(0, left - Math.max(0, this.#ranBefore + this.#now - this.#cameAt)) : left;
  }

  /** The end of the vacation of a seat's player by the server's clock; `null` without one, or once it is over. */
  awayUntil(seat: number): number | null {
    const end = this.view?.vacations?.[seat] ?? 0;
    return this.view && end > this.view.now + this.#now - this.#cameAt ? end : null;
  }

  /** Return whether less than a tenth is left. */
  isLow(seat: number): boolean {
    const left = this.left(seat);
    return left !== null && left * 10 <= this.#whole;
  }

  #tick(): void {
    const left = this.running === null ? 0 : (this.left(this.running) ?? 0);
    if (left <= 0) return;
    // The next change of the display.
    const next = left > TO_THE_SECOND && this.#whole > 10 * TO_THE_SECOND ? Math.min(SELDOM, left - TO_THE_SECOND) : left % SECOND || SECOND;
    this.#cancel = this.environment.later(Math.max(next, 20), () => {
      this.#now = this.environment.now();
      this.#tick();
    });
  }
}
