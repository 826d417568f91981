/** Playback of a finished game, step by step. The position is in the address, not here. */

import { type Environment, wait } from "../device/environment";

/** Milliseconds for which a step is shown at single speed. */
export const STEP_SHOWN = 1500;
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Player {
  isPlaying = $state(false);
  speed = $state<number>(1);
  #cancel: () => void = () => undefined;

  constructor(
    private readonly at: () => number,
    private readonly last: () => number,
    private readonly go: (to: number) => void,
    private readonly later: Environment["later"] = wait,
  ) {}

  /** Play from here; from the first step if this is the last one. */
  play(): void {
    if (this.at() >= this.last()) this.go(0);
    this.isPlaying = true;
    this.#wait();
  }

  pause(): void {
    this.isPlaying = false;
    this.#cancel();
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (!this.isPlaying) return;
    this.#cancel();
    this.#wait();
  }

  #wait(): void {
    this.#cancel = this.later(STEP_SHOWN / this.speed, () => this.#step());
  }

  #step(): void {
    if (this.at() < this.last()) this.go(this.at() + 1);
    if (this.at() < this.last()) this.#wait();
    else this.pause();
  }
}
