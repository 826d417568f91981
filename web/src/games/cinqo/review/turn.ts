/** The step of a replay that begins a turn. */

import type { DiceRolled, PlayEvent } from "../types";

const DICE = 5;

/** Return the first roll of a turn, which alone has all dice. */
export const openingRoll = (events: readonly PlayEvent[]) => events.find((event): event is DiceRolled => event.type === "dice_rolled" && event.dice.length === DICE);

export const opensTurn = (events: readonly PlayEvent[]): boolean => openingRoll(events) !== undefined;
