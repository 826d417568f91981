/**
 * What goes on beyond this page: my tables and, for whoever follows it, the lobby, live over one socket.
 */

import { router } from "../../router.svelte";
import type { TournamentView, MyClientFrame, MyServerFrame, MyTable, MyTables, OpenTournament, OpenSeek, OpenTable, Options, Pace, Reason } from "../../wire/types";
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
/** So many milliseconds after a search has ended it is known whether somebody was found: the table comes apart. */
const FOUND_WITHIN = 2000;
/** Tables of the lobby, in the order in which they are shown. */
const ORDER = { waiting: 0, playing: 1, ended: 2 };

/** Who is told of a tournament: of all of it, whenever something has changed, or why there is nothing to be told. */
export interface TournamentListener {
  readonly id: string;
  told(tournament: TournamentView): void;
  refused(reason: Reason): void;
}

/** Others are looked for, for this game at this pace. */
export interface Search {
  readonly options: Options;
  readonly pace: Pace;
  /** By this device's clock. */
  readonly since: number;
  /** The bot that is nearest to me in rating. */
  readonly level: string | null;
}

export class Company {
  /**
   * My tables that go on: those that wait for me first, then the latest. Before they are told they are what this
   * device knew last, so that a page is not pushed about. `null`: not known yet.
   */
  tables = $state.raw<readonly MyTable[] | null>(remembered());
  /** So many further tables of mine are not among them. */
  more = $state(0);
  /** The open tables, those that wait for players first, and the day's finished games; `null` until they are known. */
  lobby = $state.raw<readonly OpenTable[] | null>(null);
  /** What the games among them look like that are shown first, in small. */
  boards = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** The tournaments that wait for people, for everybody to find. */
  tournaments = $state.raw<readonly OpenTournament[]>([]);
  /** People who seek a game right now, me among them; `null` until they are known. */
  seekers = $state.raw<readonly OpenSeek[] | null>(null);
  isLost = $state(false);
  /** What I look for others for; `null` while I do not. A page that is loaded anew looks on. */
  #seeking = $state.raw<Search | null>(searched());
  /** Why there was no looking for others. */
  refusal = $state.raw<Reason | null>(null);
  /** The time at my tables that have clocks, counted down; what is merely remembered of a table has none. */
  readonly clocks = new Map<string, Clocks>();
  readonly #line: Line;
  #followers = 0;
  #tournament: TournamentListener | null = null;
  #started = false;
  /** The line is new: whether I still look is known when my tables are, for somebody may have been found meanwhile. */
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

  /** Begin, once the server knows who I am; safe to call often. */
  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    try {
      await guest.ready();
    } catch {
      this.#started = false; // whoever asks next tries again
      return;
    }
    this.#line.start();
    addEventListener("online", () => this.#line.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#line.hurry());
  }

  /** Tell of the lobby until what comes back is called. */
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

  /** Tell of a tournament, and of no other, until what comes back is called. */
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
      // Where nothing may be kept, a page that is loaded anew looks no longer.
    }
  }

  /** Look for others for a rated game; a table with a seat kept for me is gone to as soon as they are found. */
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

  /** Who has been found waits at a table for me. Whoever plays elsewhere meanwhile, and not only against bots, is told
   * by the dot alone. */
  #found(tables: readonly MyTable[]): void {
    const table = tables.find((line) => line.status === "waiting" && line.waits_for_you && line.settings.rated && line.settings.pace && invitedSeat(line) === null);
    if (!this.seeking || !table) return;
    this.seeking = null;
    if (!this.#engagement) router.go(`/t/${table.id}`);
  }

  /** The game that I am at, if others wait for me there or if it counts. */
  get #engagement(): MyTable | null {
    const { route } = router;
    const here = route.page === "table" ? this.tables?.find(({ id }) => id === route.id) : undefined;
    if (here?.status !== "playing") return null;
    return here.settings.rated || here.seats.some(({ kind, yours }) => !yours && kind !== "bot") ? here : null;
  }

  /** Tables on which others wait for me, but for the one that I am at. */
  waiting(here: string | null): readonly MyTable[] {
    return (this.tables ?? []).filter((table) => isWaiting(table) && table.id !== here);
  }

  #send(frame: MyClientFrame): void {
    this.#line.send(frame);
  }

  /** Follow the clocks of these lines, and no others' than they leave. */
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
      // What a server knows is remembered while this device answers in its place.
      if (!place.isHere || isSite) keep(MY_TABLES, JSON.stringify(this.tables.slice(0, MOST_KEPT)));
      this.#found(frame.whole ? frame.tables.filter(({ id }) => !known.has(id)) : frame.tables);
      if (this.#isToSeek && this.seeking) this.#seek(this.seeking);
      this.#isToSeek = false;
      // Whoever has begun a game with others in one go would only let down whom they were paired with now.
      const engagement = this.#engagement;
      if (this.seeking && engagement && engagement.settings.pace?.type !== "daily") this.stopSeeking();
    } else if (frame.type === "seeking" && frame.is_on && this.seeking) {
      this.seeking = { ...this.seeking, level: frame.level };
    } else if (frame.type === "seeking" && this.seeking) {
      // Somebody was found, or another window of mine looks for something else.
      const search = this.seeking;
      this.environment.later(FOUND_WITHIN, () => this.seeking === search && (this.seeking = null));
    } else if (frame.type === "tournament") {
      if (frame.tournament.id === this.#tournament?.id) this.#tournament.told(frame.tournament);
    } else if (frame.type === "refused" && frame.reason.code === "no-such-tournament") {
      this.#tournament?.refused(frame.reason);
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

/** What was looked for before the page was loaded anew, unless that is long ago. */
function searched(): Search | null {
  try {
    const search = JSON.parse(sessionStorage.getItem(SEARCH) ?? "null") as Search | null;
    return search && Date.now() - search.since < SEARCHED_FOR ? search : null;
  } catch {
    return null;
  }
}

/** Others wait for me there: on one device nobody else does. */
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
