import type { Sound } from "../../../state/device/sound";

export const DICE: Sound = [
  [300, 0.04, 0],
  [260, 0.04, 0.06],
  [330, 0.04, 0.13],
];
