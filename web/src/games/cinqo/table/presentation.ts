/**
 * Queue of frames, for when more happens than a player can follow at once. States go in; frames with their end times
 * come out. The time is passed in; nothing here waits.
 */

import type { CinqoView, PlayEvent } from "../types";
import { type Frame, type Stage, isSamePosition, rest, unfold } from "./unfold";

/** Longest delay of the display in milliseconds; frames beyond it are hurried, then left out. */
export const MOST_BEHIND = 5000;
/** Milliseconds within which the second half of a double tap does not skip what the first half started. */
export const GRACE = 300;

export interface Shown {
  readonly frame: Frame;
  /** Time of the next frame; `null` if the display is up to date. */
  readonly until: number | null;
  /** Number of events that have arrived and happen after the frame. */
  readonly untold: number;
}

export class Presentation {
  /** Queued frames: the first is shown, the last is the current state. */
  #frames: readonly Frame[];
  /** Time since which the first frame is shown. */
  #since: number;
  /** Time since which the display has been behind. */
  #behindSince: number;
  /** Share of its optional time that each frame gets: 1 without hurry. */
  #ease = 1;

  constructor(
    view: CinqoView,
    now: number,
    /** Factor for the usual times. */
    private readonly tempo: () => number = () => 1,
    /** Whether motion is reduced: sums appear at once, and briefly. */
    private readonly isCalm: () => boolean = () => false,
  ) {
    this.#frames = [rest(view)];
    this.#since = this.#behindSince = now;
  }

  arrive(view: CinqoView, events: readonly PlayEvent[], now: number): void {
    this.at(now);
    const last = this.#frames.at(-1)!;
    if (isSamePosition(last.view, view)) {
      this.#frames = [...this.#frames.slice(0, -1), { ...last, view }];
      return;
    }
    const isBehind = this.#frames.length > 1;
    // Players have seen the dice that they moved themselves. An update without events has nothing to wait for.
    const isSeen = !events.length || (!isBehind && events[0]?.type === "put_away" && events[0].seat === last.view.viewer);
    const fresh = unfold(last.view, events, view, this.isCalm()).map((frame) => this.#paced(frame));
    const earlier = isSeen ? [] : this.#frames.map((frame) => ({ ...frame, untold: frame.untold + events.length }));
    this.#frames = [...earlier, ...fresh];
    if (isSeen) this.#since = now;
    if (!isBehind) this.#behindSince = now;
    this.#hurry(now);
    this.at(now);
  }

  at(now: number): Shown {
    while (this.#frames.length > 1 && now >= this.#until) {
      this.#since = this.#until;
      this.#frames = this.#frames.slice(1);
    }
    const frame = this.#frames[0]!;
    return { frame, until: this.#frames.length > 1 ? this.#until : null, untold: frame.untold };
  }

  /** Skip to the outcome of the turn shown; if that is shown already, to the turn after it. */
  skip(now: number): void {
    const { frame, until } = this.at(now);
    if (until === null || now - this.#behindSince < GRACE) return;
    const to = this.#frames.findIndex(({ sum }, at) => at > 0 && (frame.sum ? sum === null : sum?.stage === LAST));
    this.#frames = this.#frames.slice(to < 0 ? -1 : to);
    this.#since = now;
  }

  get #until(): number {
    const { ms, least } = this.#frames[0]!;
    return this.#since + least + (ms - least) * this.#ease;
  }

  #paced(frame: Frame): Frame {
    const tempo = this.tempo();
    return { ...frame, ms: frame.ms * tempo, least: frame.least * Math.min(1, tempo) };
  }

  /** Fit the frames into the time left; if that is not enough, drop the oldest. */
  #hurry(now: number): void {
    while (this.#total("least") > MOST_BEHIND) {
      this.#frames = this.#frames.slice(1);
      this.#since = now;
    }
    const least = this.#total("least");
    const more = this.#total("ms") - least;
    this.#ease = more > 0 ? Math.min(1, (MOST_BEHIND - least) / more) : 1;
  }

  /** Sum over all frames but the last, which stays until something happens. */
  #total(which: "ms" | "least"): number {
    return this.#frames.slice(0, -1).reduce((sum, frame) => sum + frame[which], 0);
  }
}

const LAST: Stage = "points";
