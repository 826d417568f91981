/**
 * Invitations: a seat reserved for me by another player, to accept or decline. A seat that I requested (as the table's
 * creator, by a search, in a tournament) or that I had before (a rematch) is none: I take it at once.
 */

import type { Ack, Command, CommandRequest, TableView } from "../../wire/types";
import { randomHex } from "../chance/entropy";
import { ask } from "../server/api";

type Invited = Pick<TableView, "id" | "version" | "settings"> & { readonly status: string; readonly seats: readonly { readonly kind: string; readonly yours: boolean }[] };

/** Return the seat that I am invited to; `null` if there is none. */
export function invitedSeat(table: Invited): number | null {
  if (table.status !== "waiting") return null;
  const seat = table.seats.findIndex(({ kind, yours }, at) => kind === "kept" && yours && table.settings.seats[at]?.kind === "invited");
  return seat < 0 ? null : seat;
}

/** The tables whose invitation I have accepted on this page: I take the seat on arrival. */
const accepted = new Set<string>();
export const accept = (table: string) => void accepted.add(table);
export const isAccepted = (table: string) => accepted.has(table);

/** Decline: the seat is open to anyone with the link. */
export async function decline(table: Invited): Promise<void> {
  const seat = invitedSeat(table);
  if (seat === null) return;
  const command: Command = { type: "stand_up", seat };
  const request: CommandRequest = { type: "command", key: randomHex(16), version: table.version, command };
  await ask<Ack>(`/api/tables/${table.id}/commands`, "POST", request);
}
