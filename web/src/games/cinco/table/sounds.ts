import type { Sound } from "../../../state/device/sound";

/** A wooden token is set down, and settles. */
export const TOKEN: Sound = [
  { length: 0.14, body: 190, contact: 1700 },
  { at: 0.055, length: 0.07, body: 240, contact: 2200, gain: 0.3 },
];
/** A card slides off the pile. */
export const CARD: Sound = [
  { length: 0.09, contact: 3600, gain: 0.5 },
  { at: 0.05, length: 0.05, contact: 5200, gain: 0.35 },
];
