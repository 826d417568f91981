/**
 * What a game is to the rest of the client: one value of `Game`. Shared code knows a game by it alone, and finds
 * it by the name in options and views (`gameOf`).
 *
 * What is small is in the value itself; what a game shows is loaded when it is needed, so that a first visit is
 * light. A game knows no rules: what may be done, and why not, its views say. Its words are in the package, under
 * the game's name; shared code asks for `<game>.name`, `line`, `facts`, `about` and `keys`, `result.check` and
 * `result.checked`, and finds `refusal.*` and `level.*` there before the shared ones; on a person's page it calls the
 * game's kinds of seating by `person.kind.*`, and tells those of its facts that have a text, `person.fact.*`.
 */

import type { Component } from "svelte";
import type { Key } from "../i18n/index.svelte";
import type { Judged, Option, Options, Outcome, PublicEvent, Statistics, TableView } from "../wire/types";
import type { ChancePart } from "./chance";
import type { DayPart } from "./day";
import type { GameHints, Playing } from "./playing";

/** The names by which options and views call their game. */
export type GameName = Options["game"];

/** So many players on so many sides. */
export interface Seating {
  readonly players: number;
  readonly sides: number;
}

/** How a game ended, in words. */
export interface Result {
  /** What stands above it, where “Anna wins” will not do. */
  readonly title?: string;
  /** How it was won, and by whom. */
  readonly line: string;
  /** Something more to say, such as a record of one's own. */
  readonly note?: string;
}

export interface Ending<V> {
  readonly view: V;
  readonly outcome: Outcome;
  /** The winners' names, as a list; “you” for the reader. */
  readonly names: string;
  /** Whether this device has a seat, and the game counts. */
  readonly isMine: boolean;
}

/** What is shown at a table. */
export interface TablePart<V> {
  /**
   * The game itself: what is on the table, and what I may do. Sets `hints.take`. If the game fits the window, its two
   * parts are of class `slot-board` and `slot-mine` (`kit/layouts.svelte.ts`), and the page shows hints itself.
   */
  readonly Table: Component<{ table: Playing; view: V; hints: GameHints }>;
  /** What a seat shows beside its name; without it seats are listed only when there is something to say. */
  readonly SeatFacts?: Component<{ view: V; seat: number; many: boolean; history: readonly PublicEvent[] }>;
}

/** What a game shows of a hint. */
export interface HintPart<M, V> {
  /** A move as a line of the hint's panel. */
  readonly MoveLine: Component<{ move: M; view: V }>;
  /** Moves with the same key are one choice to a person. */
  choiceKey(move: M): string;
  /** Whether a move gives up much; of moves that are about equal the others are shown first. */
  isCostly?(move: M): boolean;
  /** The meaning of the marks that a hint puts on the board. */
  readonly legend?: Key;
}

/** A finished game at one of its plies, everything open. */
export interface ReplayPart<V> {
  readonly Scene: Component<{ view: V }>;
  readonly Side: Component<{ view: V; table: TableView }>;
}

/** What a game shows of its review. */
export interface ReviewPart<M, V> {
  /**
   * A position, everything open. With a choice it is the position in which it was made: what was chosen is marked
   * there, and what was better; the one that is `shown` is on the board, with what follows if that is certain enough.
   */
  readonly Scene: Component<{ view: V; choice: Judged | null; shown: Option | null }>;
  /** A move in a line. */
  readonly MoveLine: Component<{ move: M; view: V }>;
}

/** A paragraph that is “[picture]” is the place of the section's picture; else it stands at the section's end. */
export interface Rules {
  readonly intro: readonly string[];
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: readonly string[] }[];
}

export interface RulesPart {
  read(language: string): Promise<Rules>;
  /** What illustrates a section, if anything does. */
  readonly Picture: Component<{ section: string }>;
}

/** What somebody may ask about at a table, where its parts say which term they are (`data-term`). */
export interface Term {
  /** What it is called; by default as its rule is. */
  readonly name?: Key;
  /** The section of the rules that explains it, and those of its paragraphs that do; by default all. */
  readonly rule: string;
  readonly paragraphs?: readonly number[];
}
export type Terms = Readonly<Record<string, Term>>;

export interface Game<O, M, V, E> {
  readonly name: GameName;
  /** Whether there are hands to hide, so that one device is covered between turns. */
  readonly hasSecrets: boolean;
  /** Whether a draw may be offered. */
  readonly hasDraws: boolean;
  /** Whether a lot may decide who starts. */
  readonly hasLot: boolean;
  /** Whether all of the table fits the window, whatever its size; else the page scrolls. */
  readonly fillsHeight: boolean;
  /** Every number of players and sides that can play, in the order in which they are offered. */
  readonly seatings: readonly Seating[];
  /** The bots that people choose from, weakest first, and the one that they meet first. */
  readonly levels: readonly string[];
  readonly usualLevel: string;

  /** The options for a seating: as chosen before, as far as that still goes. */
  options(seating: Seating, before?: O): O;
  /** The team whose colour and shape a seat wears, from 0; `null` in a game without teams. */
  team(options: O, seat: number): number | null;
  /** Which of its variants it is, in a word or two; may be empty. */
  variant(options: O): string;
  /** One public event in a sentence; `names[seat]` are the players' names, `you` the seat that is the reader's own. */
  describe(event: E, names: readonly string[], you: number | null): string;
  /** The event without what only one hand may know. */
  withoutSecrets(event: E): E;
  /**
   * What a move of mine will look like before the server has confirmed it: only what is certain. Nobody is to
   * move until the answer comes.
   */
  predict(view: V, seat: number, move: M): V;
  result(ending: Ending<V>): Result;

  /** The picture on the lid of its box. */
  readonly Box: Component;
  /** What lists show of a game that goes on: the position in a few characters, as the package's value writes it. */
  small?(): Promise<{ readonly default: Component<{ small: string }> }>;
  table(): Promise<TablePart<V>>;
  /** Needed once a hint is asked for. */
  hint(): Promise<HintPart<M, V>>;
  /** The part of the set-up page that is this game's own. */
  setup(): Promise<{ readonly default: Component<{ options: O; onchange: (options: O) => void }> }>;
  replay(): Promise<ReplayPart<V>>;
  /** Needed to check the chance of a finished game. */
  chance(): Promise<ChancePart<O, V>>;
  /** Needed of games that the package reviews. */
  review?(): Promise<ReviewPart<M, V>>;
  rules(): Promise<RulesPart>;
  /** What can be asked about at its table. */
  terms?(): Promise<{ readonly TERMS: Terms }>;
  /** Its deal of the day, in a game that has one. */
  day?(): Promise<{ readonly DAY: DayPart }>;
  /** What somebody's games alone have come to, in a game that can be played alone. */
  alone?(): Promise<{ readonly default: Component<{ statistics: Statistics }> }>;
}

// Shared code knows no narrower types; each game's own folder is fully typed.
export type AnyGame = Game<any, any, any, any>;
