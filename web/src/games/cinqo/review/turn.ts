/** The steps of a turn in a replay, and its score. */

import type { CinqoView, DiceRolled, PlayEvent } from "../types";

const DICE = 5;

/** Return the first roll of a turn, which alone has all dice. */
export const openingRoll = (events: readonly PlayEvent[]) => events.find((event): event is DiceRolled => event.type === "dice_rolled" && event.dice.length === DICE);

export const opensTurn = (events: readonly PlayEvent[]): boolean => openingRoll(events) !== undefined;

/** A choice answers the roll before it. */
export const answers = (events: readonly PlayEvent[]): boolean => events.some(({ type }) => type === "put_away");

export const scoresOf = ({ scores }: CinqoView): readonly number[] => scores;
