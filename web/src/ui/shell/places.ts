/** The places of the navigation, and the place of each page. */

import type { Key } from "../../i18n/index.svelte";
import type { Route } from "../../router.svelte";
import { serversClub } from "../../state/server/site";

export type PlaceName = "play" | "today" | "puzzles" | "learn" | "community";

export interface Place {
  readonly name: PlaceName;
  readonly href: string;
  readonly label: Key;
  /** The picture as a path in a drawing of 24 by 24. */
  readonly picture: string;
}

export const PLACES: readonly Place[] = [
  { name: "play", href: serversClub() === null ? "/" : "/play", label: "nav.play", picture: "M4 7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3ZM8.5 8.5h.01m6.99 0h.01m-.01 7h.01m-7 0h.01M12 12h.01" },
  { name: "today", href: "/today", label: "nav.today", picture: "M4 8a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM4 10.5h16M8.5 3.5V8m7-4.5V8M15 15.5h.01" },
  { name: "puzzles", href: "/puzzles", label: "home.puzzles", picture: "M9.8 6.2a2.2 2.2 0 1 1 4.4 0V7H18v3.8h-.8a2.2 2.2 0 1 0 0 4.4h.8V20H5.5v-4.8h.8a2.2 2.2 0 1 0 0-4.4h-.8V7h4.3Z" },
  { name: "learn", href: "/learn", label: "home.learn", picture: "M12 7c-2-1.5-4.6-2-8-2v13c3.4 0 6 .5 8 2 2-1.5 4.6-2 8-2V5c-3.4 0-6 .5-8 2Zm0 0v13" },
  { name: "community", href: "/community", label: "nav.community", picture: "M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11Zm-6 8.5c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5m.7-14.6a3.2 3.2 0 0 1 0 5.8m1.8 3.7c2.1.8 3.5 2.6 3.5 5.1" },
];

/** The place of each page; a person's page is mine or another's. */
const PLACE_OF: Partial<Record<Route["page"], PlaceName>> = {
  home: "play",
  new: "play",
  table: "play",
  replay: "play",
  review: "play",
  day: "today",
  puzzles: "puzzles",
  learn: "learn",
  study: "learn",
  rules: "learn",
  community: "community",
  tournaments: "community",
  tournament: "community",
  clubs: "community",
  club: "community",
};

export function placeOf(route: Route): PlaceName | "you" | null {
  if (route.page === "person") return route.handle === "me" ? "you" : "community";
  return route.page === "account" || route.page === "enter" || route.page === "program" ? "you" : (PLACE_OF[route.page] ?? null);
}
