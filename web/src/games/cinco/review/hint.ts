/** Cinco's part of the hint panel. */

import type { Key } from "../../../i18n/index.svelte";
import type { Hint } from "../../../wire/types";
import { heatOf } from "../board/heat";
import type { Move } from "../types";

export { default as MoveLine } from "./MoveLine.svelte";

export const choiceKey = (move: Move): string => JSON.stringify(move);

/** Players rarely consider giving away a whole hand first. */
export const isCostly = (move: Move): boolean => move.type === "exchange";

export const legend = (hint: Hint, first: Move): Key | null => (heatOf(hint, first).size ? "cinco.legend" : null);
