/** What a hint of Cinco shows. */

import type { Move } from "../types";

export { default as MoveLine } from "./MoveLine.svelte";

export const choiceKey = (move: Move): string => JSON.stringify(move);
