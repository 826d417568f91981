/**
 * What is shown, one thing after another, when more happens than can be seen at once: states go in, and what to
 * show until when comes out. The time is handed in; nothing here waits.
 */

import type { CinqoView, PlayEvent } from "../types";
import { type Frame, type Stage, isSamePosition, rest, unfold } from "./unfold";

/** What is shown is never further behind than this, in milliseconds: what cannot be told by then is hurried, then left out. */
export const MOST_BEHIND = 5000;
/** The second half of a double tap does not wave away what the first half began. */
export const GRACE = 300;

export interface Shown {
  readonly frame: Frame;
  /** When the next frame is due; `null` when this is how things stand. */
  readonly until: number | null;
}

export class Presentation {
  /** The first is shown; the last is how things stand. */
  #frames: readonly Frame[];
  /** When the first began to be shown. */
  #since: number;
  /** When what is shown began to be behind. */
  #behindSince: number;
  /** How much of a frame's time beyond its least it gets: 1 when there is no hurry. */
  #ease = 1;

  constructor(
    view: CinqoView,
    now: number,
    /** By how much the usual times are multiplied. */
    private readonly tempo: () => number = () => 1,
    /** Nothing is to move: sums are shown at once, and for a moment. */
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
    // Whoever has moved has seen the dice that they moved; and where nothing is told there is nothing to wait for.
    const isSeen = !events.length || (!isBehind && events[0]?.type === "put_away" && events[0].seat === last.view.viewer);
    const fresh = unfold(last.view, events, view, this.isCalm()).map((frame) => this.#paced(frame));
    this.#frames = isSeen ? fresh : [...this.#frames, ...fresh];
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
    return { frame: this.#frames[0]!, until: this.#frames.length > 1 ? this.#until : null };
  }

  /** On to what the turn that is shown brings; or, if that is what is shown, to the turn after it. */
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

  /** Give every frame the time that there is for it; if that is not enough, leave out the oldest. */
  #hurry(now: number): void {
    while (this.#total("least") > MOST_BEHIND) {
      this.#frames = this.#frames.slice(1);
      this.#since = now;
    }
    const least = this.#total("least");
    const more = this.#total("ms") - least;
    this.#ease = more > 0 ? Math.min(1, (MOST_BEHIND - least) / more) : 1;
  }

  /** Over all frames before the last, which stays as long as nothing happens. */
  #total(which: "ms" | "least"): number {
    return this.#frames.slice(0, -1).reduce((sum, frame) => sum + frame[which], 0);
  }
}

const LAST: Stage = "points";
