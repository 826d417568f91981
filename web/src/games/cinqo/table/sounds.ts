import type { Sound } from "../../../state/device/sound";

/** Dice clatter over the felt: hard at first, then nearer to each other and softer. */
const CLATTER = [0, 0.05, 0.085, 0.15, 0.19, 0.24, 0.3, 0.335, 0.42];
const PITCHES = [920, 1180, 1010, 860, 1240, 980, 1090, 900, 820];
export const DICE: Sound = CLATTER.map((at, index) => ({
  at,
  length: 0.05,
  body: PITCHES[index]!,
  contact: 3100 - 120 * index,
  gain: 0.62 * 0.86 ** index,
}));
