/** Activity beyond this page: my tables and, for its followers, the lobby, live over one socket. */

import { router } from "../../router.svelte";
import type { TournamentNews, TournamentTalkNews, MyClientFrame, MyServerFrame, MyTable, MyTables, OpenTournament, OpenSeek, OpenTable, Options, Pace, Reason } from "../../wire/types";
import { type Environment, browserEnvironment } from "../device/environment";
import { MY_TABLES, keep, kept } from "../device/preferences.svelte";
import { guest } from "../people/guest.svelte";
import { isSite } from "../server/address";
import { Line } from "../server/line";
import { place } from "../server/place.svelte";
import { isUnwanted } from "../server/standing.svelte";
import { Clocks } from "../table/clock.svelte";
import { invitedSeat } from "./invitations";

const PATH = "/api/me/socket";
const MOST_KEPT = 12;
const SEARCH = "quincunx.search";
const SEARCHED_FOR = 1_800_000;
/** Milliseconds after the end of a search within which the table of a found opponent arrives; it comes separately. */
const FOUND_WITHIN = 2000;
/** Sort order of the lobby's tables by status. */
const ORDER = { waiting: 0, playing: 1, ended: 2 };

/**
 * A listener to a tournament and its chat: it receives all of it at each change, perhaps also of the one followed
 * before, or the reason why there is nothing.
 */
export interface TournamentListener {
  readonly id: string;
  onNews(news: TournamentNews | TournamentTalkNews): void;
  onRefusal(reason: Reason): void;
}

/** A search for opponents in this game at this pace. */
export interface Search {
  readonly options: Options;
  readonly pace: Pace;
  /** Start of the search, by this device's clock. */
  readonly since: number;
  /** The bot level nearest to my rating. */
  readonly level: string | null;
}

export class Company {
  /**
   * My running tables: those that wait for me first, then the latest. Until the server sends them, this is the
   * remembered list, so that the page does not jump. `null`: unknown.
   */
  tables = $state.raw<readonly MyTable[] | null>(remembered());
  /** Number of further tables of mine outside the list. */
  more = $state(0);
  /** Open tables, those that wait for players first, and the day's finished games; `null` until known. */
  lobby = $state.raw<readonly OpenTable[] | null>(null);
  /** Previews of the first running games. */
  boards = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Tournaments that wait for players, open to all. */
  tournaments = $state.raw<readonly OpenTournament[]>([]);
  /** People who seek a game now, including me; `null` until known. */
  seekers = $state.raw<readonly OpenSeek[] | null>(null);
  isLost = $state(false);
  /** My search for opponents; `null` without one. A reloaded page continues it. */
  #seeking = $state.raw<Search | null>(searched());
  /** Reason why the search was refused. */
  refusal = $state.raw<Reason | null>(null);
  /** Countdown of the time at my tables with clocks; a remembered table has none. */
  readonly clocks = new Map<string, Clocks>();
  readonly #line: Line;
  #followers = 0;
  #tournament: TournamentListener | null = null;
  #started = false;
  /**
   * True on a new connection. Whether to search is decided once my tables are known, for an opponent may have been
   * found meanwhile.
   */
  #isToSeek = false;

  constructor(private readonly environment: Environment = browserEnvironment(PATH)) {
    this.#line = new Line(environment, {
      opened: () => {
        if (this.#followers) this.#send({ type: "follow", lobby: true });
        if (this.#tournament) this.#send({ type: "follow_tournament", tournament: this.#tournament.id });
        this.#isToSeek = this.seeking !== null;
      },
      received: (data) => this.#receive(JSON.parse(data) as MyServerFrame),
      connectivity: (state, code) => {
        this.isLost = true;
        if (state === "closed" && isUnwanted(code)) void guest.check();
      },
    });
  }

  /** Connect once the server knows the session; safe to call often. */
  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    try {
      await guest.ready();
    } catch {
      this.#started = false; // the next caller tries again
      return;
    }
    this.#line.start();
    addEventListener("online", () => this.#line.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#line.hurry());
  }

  /** Follow the lobby. Return a function that stops it. */
  follow(): () => void {
    if (++this.#followers === 1) this.#send({ type: "follow", lobby: true });
    return () => {
      if (--this.#followers) return;
      this.#send({ type: "follow", lobby: false });
      this.lobby = null;
      this.boards = new Map();
      this.tournaments = [];
      this.seekers = null;
    };
  }

  /** Follow one tournament. Return a function that stops it. */
  followTournament(listener: TournamentListener): () => void {
    this.#tournament = listener;
    this.#send({ type: "follow_tournament", tournament: listener.id });
    return () => {
      if (this.#tournament !== listener) return;
      this.#tournament = null;
      this.#send({ type: "follow_tournament", tournament: null });
    };
  }

  get seeking(): Search | null {
    return this.#seeking;
  }

  set seeking(search: Search | null) {
    this.#seeking = search;
    try {
      if (search) sessionStorage.setItem(SEARCH, JSON.stringify(search));
      else sessionStorage.removeItem(SEARCH);
    } catch {
      // Without storage a reloaded page ends its search.
    }
  }

  /** Search for opponents in a rated game. Once they are found, the page goes to the table with my reserved seat. */
  seek(options: Options, pace: Pace): void {
    this.refusal = null;
    this.seeking = { options, pace, since: Date.now(), level: null };
    this.#seek(this.seeking);
  }

  stopSeeking(): void {
    this.seeking = null;
    this.#send({ type: "stop_seeking" });
  }

  #seek({ options, pace }: Search): void {
    this.#send({ type: "seek", options, pace });
  }

  /**
   * A found opponent waits at a table for me. A player in another game, not only against bots, is notified by the dot
   * alone.
   */
  #found(tables: readonly MyTable[]): void {
    const table = tables.find((line) => line.status === "waiting" && line.waits_for_you && line.settings.rated && line.settings.pace && invitedSeat(line) === null);
    if (!this.seeking || !table) return;
    this.seeking = null;
    if (!this.#engagement) router.go(`/t/${table.id}`);
  }

  /** The game I am playing, if others wait for me there or if it counts. */
  get #engagement(): MyTable | null {
    const { route } = router;
    const here = route.page === "table" ? this.tables?.find(({ id }) => id === route.id) : undefined;
    if (here?.status !== "playing") return null;
    return here.settings.rated || here.seats.some(({ kind, yours }) => !yours && kind !== "bot") ? here : null;
  }

  /** Return the tables on which others wait for me, except the current one. */
  waiting(here: string | null): readonly MyTable[] {
    return (this.tables ?? []).filter((table) => isWaiting(table) && table.id !== here);
  }

  #send(frame: MyClientFrame): void {
    this.#line.send(frame);
  }

  /** Follow the clocks of these lines, and drop those of others. */
  #count({ tables, gone, whole }: MyTables): void {
    for (const id of whole ? [...this.clocks.keys()] : [...gone, ...tables.map((table) => table.id)]) {
      this.clocks.get(id)?.stop();
      this.clocks.delete(id);
    }
    for (const { id, clock, settings } of tables) {
      if (!clock) continue;
      const clocks = new Clocks(this.environment);
      clocks.follow(clock, settings.pace);
      this.clocks.set(id, clocks);
    }
  }

  #receive(frame: MyServerFrame): void {
    if (frame.type === "my_tables") {
      this.#line.works();
      this.isLost = false;
      this.#count(frame);
      const known = new Set((this.tables ?? []).map(({ id }) => id));
      const tables = merged(frame.whole ? [] : (this.tables ?? []), frame);
      this.more = frame.more;
      this.tables = tables.sort((a, b) => Number(b.waits_for_you) - Number(a.waits_for_you) || b.since - a.since);
      // The server's list stays stored while this device answers in its place.
      if (!place.isHere || isSite) keep(MY_TABLES, JSON.stringify(this.tables.slice(0, MOST_KEPT)));
      this.#found(frame.whole ? frame.tables.filter(({ id }) => !known.has(id)) : frame.tables);
      if (this.#isToSeek && this.seeking) this.#seek(this.seeking);
      this.#isToSeek = false;
      // A player in a live game with others would only let down a new opponent.
      const engagement = this.#engagement;
      if (this.seeking && engagement && engagement.settings.pace?.type !== "daily") this.stopSeeking();
    } else if (frame.type === "seeking" && frame.is_on && this.seeking) {
      this.seeking = { ...this.seeking, level: frame.level };
    } else if (frame.type === "seeking" && this.seeking) {
      // An opponent was found, or another window of mine searches for something else.
      const search = this.seeking;
      this.environment.later(FOUND_WITHIN, () => this.seeking === search && (this.seeking = null));
    } else if (frame.type === "tournament" || frame.type === "tournament_talk") {
      this.#tournament?.onNews(frame);
    } else if (frame.type === "refused" && frame.reason.code === "no-such-tournament") {
      this.#tournament?.onRefusal(frame.reason);
    } else if (frame.type === "refused" && this.seeking) {
      this.seeking = null;
      this.refusal = frame.reason;
    } else if (frame.type === "lobby" && this.#followers) {
      const gone = new Set(frame.gone);
      const boards = new Map([...(frame.whole ? [] : this.boards), ...Object.entries(frame.boards)]);
      this.boards = new Map([...boards].filter(([id, small]) => small && !gone.has(id)));
      this.tournaments = frame.tournaments ?? this.tournaments;
      this.seekers = frame.seekers ?? this.seekers;
      const tables = merged(frame.whole ? [] : (this.lobby ?? []), frame);
      this.lobby = tables.sort((a, b) => ORDER[a.status] - ORDER[b.status] || (b.ended ?? 0) - (a.ended ?? 0) || (b.surely ?? -Infinity) - (a.surely ?? -Infinity) || b.watching - a.watching || b.since - a.since);
    }
  }
}

/** Return the search from before a reload, unless it is too old. */
function searched(): Search | null {
  try {
    const search = JSON.parse(sessionStorage.getItem(SEARCH) ?? "null") as Search | null;
    return search && Date.now() - search.since < SEARCHED_FOR ? search : null;
  } catch {
    return null;
  }
}

/** Return whether others wait for me there: on a shared device none do. */
export const isWaiting = (table: MyTable): boolean => table.waits_for_you && !table.settings.one_device;

function remembered(): readonly MyTable[] | null {
  try {
    return JSON.parse(kept(MY_TABLES) ?? "null") as readonly MyTable[] | null;
  } catch {
    return null;
  }
}

function merged<T extends { readonly id: string }>(known: readonly T[], news: { readonly tables: readonly T[]; readonly gone: readonly string[] }): T[] {
  const gone = new Set([...news.gone, ...news.tables.map(({ id }) => id)]);
  return [...known.filter(({ id }) => !gone.has(id)), ...news.tables];
}

export const company = new Company();
