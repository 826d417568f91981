/** Requests about people: their pages, ratings and games. Loaded on demand. */

import type { Curve, FinishedGames, PersonPage, PersonPlay } from "../../wire/types";
import { answerOf, ask } from "../server/api";

export type Outcome = "won" | "lost" | "drew" | "left";

/** Filter of a person's games; an empty field matches any. */
export interface Which {
  readonly game: string;
  readonly ending: Outcome | "";
  readonly rated: "true" | "false" | "";
  readonly against: string;
}
export const ANY: Which = { game: "", ending: "", rated: "", against: "" };

const path = (handle: string) => `/api/people/${encodeURIComponent(handle)}`;

export const people = {
  page: (handle: string) => ask<PersonPage>(path(handle)),
  curve: (handle: string, game: string, kind: string) => ask<Curve>(`${path(handle)}/curve/${encodeURIComponent(game)}/${encodeURIComponent(kind)}`),
  play: (handle: string) => ask<PersonPlay>(`${path(handle)}/play`),
  games(handle: string, which: Which, before: string | null = null): Promise<FinishedGames> {
    const chosen = Object.entries({ ...which, before: before ?? "" }).filter(([, value]) => value);
    const query = new URLSearchParams(chosen).toString();
    return ask<FinishedGames>(`${path(handle)}/games${query && `?${query}`}`);
  },
};

export interface Records {
  readonly text: string;
  /** Tables whose games are damaged, and missing from the text. */
  readonly damaged: readonly string[];
}

/** Return all my finished games as one text: the server sends a hundred at a time. */
export async function allRecords(): Promise<Records> {
  const texts: string[] = [];
  const damaged: string[] = [];
  for (let before: string | null = ""; before !== null; ) {
    const response = await answerOf(`/api/me/records${before && `?before=${encodeURIComponent(before)}`}`);
    texts.push(await response.text());
    damaged.push(...(response.headers.get("x-damaged")?.split(",") ?? []));
    before = response.headers.get("x-next");
  }
  return { text: texts.filter(Boolean).join("\n"), damaged };
}
