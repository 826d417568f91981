/** The games that go on with somebody on this device in them: the way back to each, for the home page. */

import type { TableView } from "../wire/types";
import { ApiError, api } from "./api";
import { keep, kept } from "./preferences.svelte";

const KEY = "tables";
const MOST = 12;

function known(): string[] {
  return (kept(KEY) ?? "").split(" ").filter(Boolean);
}

/** I have a seat there; newest first. */
export function remember(table: string): void {
  if (known()[0] !== table) keep(KEY, [table, ...known().filter((each) => each !== table)].slice(0, MOST).join(" "));
}

/** It is over, or was never mine. */
export function drop(table: string): void {
  if (known().includes(table)) keep(KEY, known().filter((each) => each !== table).join(" "));
}

export const hasRunning = (): boolean => known().length > 0;

/** All of them as they are now, those where I am awaited first. What has ended or is gone is dropped for good. */
export async function running(): Promise<TableView[]> {
  const found = (await Promise.all(known().map(look))).filter((table) => table !== null);
  return found.sort((a, b) => Number(isDue(b)) - Number(isDue(a)));
}

async function look(id: string): Promise<TableView | null> {
  try {
    const table = await api.table(id);
    if (table.status !== "ended" && table.seats.some((seat) => seat.yours)) return table;
    drop(id);
  } catch (error) {
    // What cannot be reached just now may be there later.
    if (error instanceof ApiError && ["unknown", "forbidden"].includes(error.reason.kind)) drop(id);
  }
  return null;
}

/** Somebody on this device is to move. */
export function isDue({ status, game, seats }: TableView): boolean {
  const seat = game?.to_move == null ? undefined : seats[game.to_move];
  return status === "playing" && seat?.yours === true && seat.kind === "person";
}
