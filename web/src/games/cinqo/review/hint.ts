/** Cinq-O's part of the hint panel. */

import { t } from "../../../i18n/index.svelte";
import type { Frame } from "../../../wire/types";
import type { Move, TurnEnded } from "../types";

export { default as MoveLine } from "./MoveLine.svelte";

/** Keeping the same dice is one choice, whether they go to the Rack or the Bank. */
export const choiceKey = ({ rack, bank, box }: Move): string => `${[...rack, ...bank].sort().join("")}${box ? "+" : ""}`;

/** Return what a move that ended the turn was worth; `""` for one that did not end it. */
export function endText(events: Frame["events"]): string {
  const ended = events.find((event): event is TurnEnded => event.type === "turn_ended");
  return ended ? t("cinqo.review.next.ends", { count: ended.result.points }) : "";
}
