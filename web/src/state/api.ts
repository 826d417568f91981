/** Plain HTTP to the server. Every failure is an `ApiError` with the reason. */

import { fetchFor } from "../i18n/index.svelte";
import { standing } from "./standing.svelte";
import type { AskPush, Blocks, Hint, Lobby, Me, PushState, Reason, Replay, TableSettings, TableView } from "../wire/types";

export class ApiError extends Error {
  constructor(readonly reason: Reason) {
    super(reason.sentence);
  }
}

/** A reason of this page's own, where the server gave none. */
function reason(kind: Reason["kind"], code: string, sentence: string): Reason {
  return { kind, code, sentence, rule: null, params: {} };
}

/** What the server answers, if that is no refusal. */
export async function answerOf(path: string, asked: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, asked);
  } catch {
    throw new ApiError(reason("unavailable", "offline", "The server cannot be reached."));
  }
  if (response.ok || response.status === 304) return response;
  const said = (await response.json().catch(() => null)) as Reason | null;
  // A proxy in between may answer with anything.
  const why = typeof said?.code === "string" ? said : reason("internal", "internal", response.statusText);
  standing.heard(why);
  await fetchFor(`refusal.${why.code}`);
  throw new ApiError(why);
}

export async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const content = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await answerOf(path, { method, ...content });
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const api = {
  me: () => ask<Me>("/api/me"),
  rename: (name: string) => ask<Me>("/api/me", "PUT", { name }),
  pushState: () => ask<PushState>("/api/me/push"),
  startPush: (asked: AskPush) => ask<void>("/api/me/push", "POST", asked),
  stopPush: () => ask<void>("/api/me/push", "DELETE"),
  lobby: () => ask<Lobby>("/api/lobby"),
  make: (settings: TableSettings) => ask<TableView>("/api/tables", "POST", settings),
  table: (table: string) => ask<TableView>(`/api/tables/${table}`),
  hint: (table: string, seat: number) => ask<Hint>(`/api/tables/${table}/hints`, "POST", { seat }),
  blocks: () => ask<Blocks>("/api/me/blocks"),
  block: (table: string, seat: number) => ask<Blocks>("/api/me/blocks", "POST", { table, seat }),
  unblock: (handle: string) => ask<Blocks>(`/api/me/blocks/${handle}`, "DELETE"),
  report: (table: string, seat: number, why: string) => ask<void>("/api/reports", "POST", { table, seat, why }),
  replay: (table: string) => ask<Replay>(`/api/tables/${table}/replay`),
};
