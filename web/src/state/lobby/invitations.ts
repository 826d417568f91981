/**
 * Invitations: a seat that somebody keeps for me, for me to take or to leave. A seat that I have asked for (by making
 * the table, by looking for others, in a tournament) or that I had before (a rematch) is none: there I sit down at once.
 */

import type { Ack, Command, CommandRequest, TableView } from "../../wire/types";
import { randomHex } from "../chance/entropy";
import { ask } from "../server/api";

type Invited = Pick<TableView, "id" | "version" | "settings"> & { readonly status: string; readonly seats: readonly { readonly kind: string; readonly yours: boolean }[] };

/** The seat that I am invited to; `null` where there is none. */
export function invitedSeat(table: Invited): number | null {
  if (table.status !== "waiting") return null;
  const seat = table.seats.findIndex(({ kind, yours }, at) => kind === "kept" && yours && table.settings.seats[at]?.kind === "invited");
  return seat < 0 ? null : seat;
}

/** The tables to which I have said yes, on this page of the browser: there I sit down as soon as I am there. */
const accepted = new Set<string>();
export const accept = (table: string) => void accepted.add(table);
export const isAccepted = (table: string) => accepted.has(table);

/** Say no: the seat is open to anybody with the link. */
export async function decline(table: Invited): Promise<void> {
  const seat = invitedSeat(table);
  if (seat === null) return;
  const command: Command = { type: "stand_up", seat };
  const request: CommandRequest = { type: "command", key: randomHex(16), version: table.version, command };
  await ask<Ack>(`/api/tables/${table.id}/commands`, "POST", request);
}
