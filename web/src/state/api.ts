/** Plain HTTP to the server. Every failure is a `Trouble` with a code and a sentence. */

import type { Ack, Command, Hint, Lobby, Me, Problem, Replay, TableSettings, TableView } from "../wire/types";

export class Trouble extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly status: number,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(sentence);
  }
}

async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Trouble("offline", "The server cannot be reached.", 0);
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null;
    throw new Trouble(
      problem?.code ?? "internal",
      problem?.sentence ?? response.statusText,
      response.status,
      problem?.params ?? {},
    );
  }
  return (await response.json()) as T;
}

export const api = {
  me: () => ask<Me>("/api/me"),
  rename: (name: string) => ask<Me>("/api/me", "PUT", { name }),
  lobby: () => ask<Lobby>("/api/lobby"),
  make: (settings: TableSettings) => ask<TableView>("/api/tables", "POST", settings),
  order: (table: string, key: string, version: number, command: Command) =>
    ask<Ack>(`/api/tables/${table}/orders`, "POST", { key, version, command }),
  hint: (table: string, seat: number) => ask<Hint>(`/api/tables/${table}/hints`, "POST", { seat }),
  replay: (table: string) => ask<Replay>(`/api/tables/${table}/replay`),
};
