/** What a hint of Cinq-O shows. */

import type { Move } from "../types";

export { default as MoveLine } from "./MoveLine.svelte";

/** The same dice kept are one choice, whether they lie in the Rack or in the Bank. */
export const choiceKey = ({ rack, bank, box }: Move): string => `${[...rack, ...bank].sort().join("")}${box ? "+" : ""}`;
