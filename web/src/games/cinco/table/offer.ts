import { gamesFinished } from "../../../state/device/finished";
import { kept, preferences } from "../../../state/device/preferences.svelte";

/** The key under which this browser remembers that the offer was answered. */
export const OFFERED = "one-press-offered";
/** A player who has finished so many games knows what a touch does. */
const AFTER = 3;

/** Whether to offer a player to play with one touch. */
export const isOffered = (): boolean => gamesFinished() >= AFTER && !preferences.onePress && kept(OFFERED) === null;
