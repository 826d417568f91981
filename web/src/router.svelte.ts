/** The app's addresses, and the current one. */

import { ALL, isGame } from "./games";
import type { GameName } from "./games/game";
import { addresses } from "./state/server/address";
import { serversClub } from "./state/server/site";

/** Kinds of sign-in links: from another device, from the server's operator, or by e-mail. */
export type LinkKind = "link" | "operator" | "mail";

/** Texts of the server’s operator. */
export type SiteTextName = "imprint" | "privacy";

/** Parts of the operators' page. */
export const MODERATION_PARTS = ["reports", "people", "acts"] as const;
export type ModerationPart = (typeof MODERATION_PARTS)[number];

export type Route =
  | { page: "home" }
  | { page: "new"; game: GameName; preset: "friends" | "device" | null; invite: string | null; club: string | null }
  | { page: "community" }
  | { page: "table"; id: string; isGuided: boolean }
  | { page: "replay"; id: string; ply: number | null }
  | { page: "review"; id: string; ply: number | null }
  | { page: "rules"; game: GameName }
  | { page: "study"; table: string; ply: number }
  | { page: "puzzles"; game: GameName | null; theme: string | null; isRun: boolean }
  | { page: "learn"; game: GameName | null; step: number | null }
  | { page: "person"; handle: string }
  | { page: "account" }
  | { page: "enter"; kind: LinkKind }
  | { page: "confirm"; token: string | undefined }
  | { page: "invited" }
  | { page: "text"; name: SiteTextName }
  | { page: "moderation"; part: ModerationPart; act: string; person: string }
  | { page: "program" }
  | { page: "tournaments" }
  | { page: "tournament"; id: string; isWall: boolean }
  | { page: "clubs" }
  | { page: "club"; name: string }
  | { page: "day"; date: string }
  | { page: "unknown" };

/** Parse a non-negative number; `null` if it is none. */
function numberOf(text: string | null): number | null {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isFinite(number) && number >= 0 ? number : null;
}

/** Return the handle of a person's page if it is well-formed. */
const handleOf = (text: string | null) => (text !== null && /^[\w-]{1,32}$/.test(text) ? text : null);

/** Return the name of a club if it is well-formed. */
const clubOf = (text: string | null | undefined) => (text && /^[a-z0-9-]{3,24}$/i.test(text) ? text.toLowerCase() : null);

/** Parse an address; `search` and `hash` may be empty. */
export function parse(path: string, search = ""): Route {
  const parts = path.split("/").filter(Boolean);
  const query = new URLSearchParams(search);
  if (parts.length === 0) {
    const club = serversClub();
    return club === null ? { page: "home" } : { page: "club", name: club };
  }
  if (parts[0] === "play" && parts.length === 1) return { page: "home" };
  if (parts[0] === "new" && parts.length === 1) {
    const game = query.get("game");
    const preset = query.get("with");
    return { page: "new", game: isGame(game) ? game : ALL[0]!.name, preset: preset === "friends" || preset === "device" ? preset : null, invite: handleOf(query.get("invite")), club: clubOf(query.get("club")) };
  }
  // "/open" is the address of earlier releases.
  if ((parts[0] === "community" || parts[0] === "open") && parts.length === 1) return { page: "community" };
  if (parts[0] === "me" && parts.length === 1) return { page: "person", handle: "me" };
  if (parts[0] === "me" && parts[1] === "account" && parts.length === 2) return { page: "account" };
  if (parts[0] === "p" && parts[1] && handleOf(parts[1]) && parts.length === 2) return { page: "person", handle: parts[1] };
  if (parts[0] === "enter" && parts.length === 1) return { page: "enter", kind: "link" };
  if (parts[0] === "enter" && (parts[1] === "operator" || parts[1] === "mail") && parts.length === 2) return { page: "enter", kind: parts[1] };
  // A link in a mail confirms an address, or stops mails.
  if (parts[0] === "confirm" || parts[0] === "unsubscribe") return { page: "confirm", token: parts[1] };
  if (parts[0] === "invited" && parts.length === 1) return { page: "invited" };
  if ((parts[0] === "imprint" || parts[0] === "privacy") && parts.length === 1) return { page: "text", name: parts[0] };
  if (parts[0] === "moderation" && parts.length === 1) return { page: "moderation", part: MODERATION_PARTS.find((each) => each === query.get("part")) ?? "reports", act: query.get("act") ?? "", person: query.get("person") ?? "" };
  if (parts[0] === "program" && parts.length === 1) return { page: "program" };
  if (parts[0] === "today" && parts.length === 1) return { page: "day", date: "today" };
  if (parts[0] === "today" && parts[1] && /^\d{4}-\d\d-\d\d$/.test(parts[1]) && parts.length === 2) return { page: "day", date: parts[1] };
  if (parts[0] === "e" && parts.length === 1) return { page: "tournaments" };
  if (parts[0] === "e" && parts[1] && /^[\w-]{8,64}$/.test(parts[1]) && parts.length === 2) return { page: "tournament", id: parts[1], isWall: query.has("wall") };
  if (parts[0] === "c" && parts.length === 1) return { page: "clubs" };
  const club = clubOf(parts[1]);
  if (parts[0] === "c" && club && parts.length === 2) return { page: "club", name: club };
  if (parts[0] === "rules" && isGame(parts[1]) && parts.length === 2) return { page: "rules", game: parts[1] };
  if (parts[0] === "puzzles" && parts.length === 1) return { page: "puzzles", game: null, theme: null, isRun: false };
  if (parts[0] === "puzzles" && isGame(parts[1]) && parts.length === 2) return { page: "puzzles", game: parts[1], theme: query.get("theme"), isRun: query.has("run") };
  if (parts[0] === "learn" && parts.length === 1) return { page: "learn", game: null, step: null };
  if (parts[0] === "learn" && isGame(parts[1]) && parts.length === 2) return { page: "learn", game: parts[1], step: numberOf(query.get("step")) };
  const table = query.get("table") ?? "";
  if (parts[0] === "study" && parts.length === 1 && /^[\w-]{8,64}$/.test(table)) return { page: "study", table, ply: numberOf(query.get("ply")) ?? 1 };
  if (parts[0] === "t" && parts[1] && /^[\w-]{8,64}$/.test(parts[1])) {
    if (parts.length === 2) return { page: "table", id: parts[1], isGuided: query.has("guided") };
    if ((parts[2] === "replay" || parts[2] === "review") && parts.length === 3) {
      return { page: parts[2], id: parts[1], ply: numberOf(query.get("ply")) };
    }
  }
  return { page: "unknown" };
}

/** Return the address of a part of the operators' page; of the log, of one kind of action or about some people. */
export function moderationPath(part: ModerationPart, act = "", person = ""): string {
  const given = Object.entries({ part, act, person }).filter(([, value]) => value !== "");
  return `/moderation?${new URLSearchParams(given)}`;
}

class Router {
  route = $state.raw<Route>({ page: "home" });
  hash = $state("");
  /** Preload the code of a table's page; set by the app, which knows the pages. */
  loadTablePage: () => Promise<unknown> = () => Promise.resolve();

  start(): void {
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => this.#follow(event));
    this.#read();
  }

  #read(): void {
    const at = addresses.inApp(location);
    this.route = at ? parse(at.pathname, at.search) : { page: "unknown" };
    this.hash = location.hash.slice(1);
  }

  /** Go to an address within the app. */
  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, "", addresses.shown(address));
    else history.pushState(null, "", addresses.shown(address));
    const before = this.route;
    this.#read();
    if (!replace && (before.page !== this.route.page || !this.hash)) scrollTo(0, 0);
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    const at = addresses.inApp(link);
    if (!at || at.pathname.startsWith("/api/") || at.pathname.endsWith(".ics")) return;
    event.preventDefault();
    this.go(at.pathname + at.search + at.hash);
  }
}

export const router = new Router();
