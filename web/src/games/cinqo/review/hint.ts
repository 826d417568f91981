/** Cinq-O's part of the hint panel. */

import { t } from "../../../i18n/index.svelte";
import type { PublicEvent } from "../../../wire/types";
import type { Move, PlayEvent } from "../types";

export { default as MoveLine } from "./MoveLine.svelte";

/** Keeping the same dice is one choice, whether they go to the Rack or the Bank. */
export const choiceKey = ({ rack, bank, box }: Move): string => `${[...rack, ...bank].sort().join("")}${box ? "+" : ""}`;

/** Return what a move that ended the turn was worth; `""` for one that did not end it. */
export function endText(events: readonly PublicEvent[]): string {
  const ended = (events as readonly unknown[] as readonly PlayEvent[]).find(({ type }) => type === "turn_ended");
  return ended?.type === "turn_ended" ? t("cinqo.review.next.ends", { count: ended.result.points }) : "";
}
