/** What a hint of Cinco shows. */

import type { Move } from "../types";

export { default as MoveLine } from "./MoveLine.svelte";

export const choiceKey = (move: Move): string => JSON.stringify(move);

/** A whole hand given away is not what a player tries first. */
export const isCostly = (move: Move): boolean => move.type === "exchange";

export const legend = "cinco.legend";
