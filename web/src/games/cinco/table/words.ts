import { t } from "../../../i18n/index.svelte";
import type { Move } from "../types";

/** Return the button label for a move. */
export function nameOf(move: Move): string {
  if (move.type !== "play") return t(move.type === "draw" ? "cinco.draw" : "cinco.exchange");
  return move.space === null ? t("cinco.spend", { card: move.card }) : t("cinco.place", { space: move.space, card: move.card });
}
