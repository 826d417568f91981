/** The paths of flying cards for a draw or an exchange. */

import type { PublicEvent } from "../../../wire/types";
import type { PlayEvent } from "../types";

export interface Flight {
  readonly from: number | "pile";
  readonly to: number | "pile";
  /** Delay in milliseconds. */
  readonly delay: number;
}

const STEP = 90;

export function flights(events: readonly PublicEvent[]): Flight[] {
  const found: Flight[] = [];
  const add = (from: Flight["from"], to: Flight["to"]) => found.push({ from, to, delay: STEP * found.length });
  for (const each of events) {
    if (each.type !== "game") continue;
    const event = each.event as PlayEvent;
    if (event.type === "drew") add("pile", event.seat);
    if (event.type !== "exchanged") continue;
    for (const _ of event.discarded) add(event.seat, "pile");
    for (const _ of event.discarded) add("pile", event.seat);
  }
  return found;
}
