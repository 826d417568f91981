/** HTTP requests to the server. Every failure is an `ApiError` with the reason. */

import { fetchFor } from "../../i18n/index.svelte";
import type { AskPush, Blocks, Hint, Lobby, Me, PushState, Reason, Replay, SiteText, TableSettings, TableView } from "../../wire/types";
import { isOurs, place } from "./place.svelte";
import { standing } from "./standing.svelte";

export class ApiError extends Error {
  constructor(readonly reason: Reason) {
    super(reason.sentence);
  }
}

/** Return a reason of this page's own, for use without one of the server's. */
function reason(kind: Reason["kind"], code: string, sentence: string): Reason {
  return { kind, code, sentence, rule: null, params: {} };
}

const unreached = () => reason("unavailable", "offline", "The server cannot be reached.");

/** Return the likely reason of a proxy that answered instead of the server, with a page for other readers. */
function reasonOf(status: number): Reason {
  if (status === 413) return reason("too-large", "too-large", "That is too large.");
  if (status >= 502 && status <= 504) return unreached();
  return reason("internal", "internal", "Something went wrong on the server.");
}

/** Parse a response. Without JSON it is not the server's: a network that requires a sign-in sends pages. */
export async function contentOf<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError(unreached());
  }
}

/** Return the server's response, or this device's if the server does not know the path or cannot be reached. */
async function responseTo(path: string, asked: RequestInit): Promise<Response> {
  try {
    if (!place.isHere && !isOurs(path)) return await fetch(path, asked);
  } catch {
    // This device may answer.
  }
  const here = await place.load().then(({ local }) => local.respond(path, asked), () => null);
  if (here) return here;
  throw new ApiError(unreached());
}

/** Return the server's answer; throw if it is a refusal. */
export async function answerOf(path: string, asked: RequestInit = {}): Promise<Response> {
  const response = await responseTo(path, asked);
  if (response.ok || response.status === 304) return response;
  const said = (await response.json().catch(() => null)) as Reason | null;
  const why = typeof said?.code === "string" ? said : reasonOf(response.status);
  standing.handleRefusal(why);
  await fetchFor(`refusal.${why.code}`);
  throw new ApiError(why);
}

export async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const content = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await answerOf(path, { method, ...content });
  return response.status === 204 ? (undefined as T) : contentOf<T>(response);
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
  siteText: (name: string, language: string) => ask<SiteText>(`/api/site/${name}?language=${language}`),
  replay: (table: string) => ask<Replay>(`/api/tables/${table}/replay`),
};
