/** What the server says of people: their pages, ratings and games. Loaded when needed. */

import type { Curve, FinishedGames, PersonPage, PersonPlay } from "../wire/types";
import { ApiError, ask } from "./api";

export type Outcome = "won" | "lost" | "drew" | "left";

/** Which of somebody's games; what is empty is any. */
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

/** All my finished games as one text: the server gives a hundred at a time. */
export async function allRecords(): Promise<string> {
  const texts: string[] = [];
  for (let before: string | null = ""; before !== null; ) {
    const response: Response = await fetch(`/api/me/records${before && `?before=${encodeURIComponent(before)}`}`);
    if (!response.ok) throw new ApiError(await response.json());
    texts.push(await response.text());
    before = response.headers.get("x-next");
  }
  return texts.filter(Boolean).join("\n");
}
