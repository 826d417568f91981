/** Cinq-O's part of the hint panel. */

import type { Move } from "../types";

export { default as MoveLine } from "./MoveLine.svelte";

/** Keeping the same dice is one choice, whether they go to the Rack or the Bank. */
export const choiceKey = ({ rack, bank, box }: Move): string => `${[...rack, ...bank].sort().join("")}${box ? "+" : ""}`;
