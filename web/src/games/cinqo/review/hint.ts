/** Cinq-O's part of the hint panel. */

import { t } from "../../../i18n/index.svelte";
import type { Frame } from "../../../wire/types";
import type { Move, TurnEnded } from "../types";

export { default as MoveLine } from "./MoveLine.svelte";

/** Keeping the same dice is one choice, whether they go to the Rack or the Bank. */
export const choiceKey = ({ rack, bank, box }: Move): string => `${[...rack, ...bank].sort().join("")}${box ? "+" : ""}`;

const endOf = (events: Frame["events"]) => events.find((event): event is TurnEnded => event.type === "turn_ended");

/** Return what a move that ended the turn was worth; `""` for one that did not end it. */
export function endText(events: Frame["events"]): string {
  const ended = endOf(events);
  return ended ? t("cinqo.review.next.ends", { count: ended.result.points }) : "";
}

/** Return the score before a turn's end, its points, and the score after it: “90 + 18 = 108”. */
export function sumText(events: Frame["events"]): string {
  const ended = endOf(events);
  return ended ? `${ended.score - ended.result.points} + ${ended.result.points} = ${ended.score}` : "";
}
