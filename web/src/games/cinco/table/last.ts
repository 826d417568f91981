/** The last move of a seat. */

import type { PublicEvent } from "../../../wire/types";
import type { Drew, Exchanged, Move, PlayEvent, Played } from "../types";

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

/** The move of an event. */
export function moveOf(last: LastMove): Move {
  if (last.type === "played") return { type: "play", card: last.card, space: last.space };
  return { type: last.type === "drew" ? "draw" : "exchange" };
}
