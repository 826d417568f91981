import { gamesFinished } from "../../../state/device/finished";
import { kept, preferences } from "../../../state/device/preferences.svelte";

/** Storage key for whether the player answered the offer. */
export const OFFERED = "one-press-offered";
/** Finished games after which a player knows how touch works. */
const AFTER = 3;

/** Return whether to offer one-touch play. */
export const isOffered = (): boolean => gamesFinished() >= AFTER && !preferences.onePress && kept(OFFERED) === null;
