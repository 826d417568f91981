import type { Sound } from "../../../state/device/sound";

export const TOKEN: Sound = [[220, 0.09, 0]];
export const CARD: Sound = [[520, 0.05, 0]];
