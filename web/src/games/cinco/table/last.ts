/** The last move of a seat, in the shortest form. */

import type { PublicEvent } from "../../../wire/types";
import type { Drew, Exchanged, PlayEvent, Played } from "../types";

export type LastMove = Played | Drew | Exchanged;

export function lastMove(history: readonly PublicEvent[], seat: number): LastMove | null {
  for (const each of [...history].reverse()) {
    if (each.type !== "game") continue;
    const event = each.event as PlayEvent;
    if (event.type === "dealt") return null;
    if ((event.type === "played" || event.type === "drew" || event.type === "exchanged") && event.seat === seat) return event;
  }
  return null;
}

/** `57→63`, `57→–` for a card spent without a token, `+1` for a draw, `⇄` for an exchange. */
export function shortMove(move: LastMove): string {
  if (move.type === "drew") return "+1";
  return move.type === "exchanged" ? "⇄" : `${move.card}→${move.space ?? "–"}`;
}
