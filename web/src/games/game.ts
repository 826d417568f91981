/**
 * Interface of a game for the rest of the client: one value of `Game`. Shared code knows a game through it alone, and
 * looks it up by the name in options and views (`gameOf`).
 *
 * The value itself holds the small parts. Its components are loaded on demand, so that a first visit is light. A game
 * knows no rules: its views state the legal actions, and the reasons for refusals.
 *
 * Its texts are in the package, under the game's name. Shared code uses `<game>.name`, `line`, `facts`, `about` and
 * `keys`, `result.check` and `result.checked`. It looks for `refusal.*` and `level.*` there before the shared ones. A
 * person's page uses `person.kind.*` for the kinds of seating, and shows the facts that have a text `person.fact.*`.
 */

import type { Component } from "svelte";
import type { Key } from "../i18n/index.svelte";
import type { Frame, Judged, Option, Options, Outcome, PublicEvent, Statistics, TableView } from "../wire/types";
import type { ChancePart } from "./chance";
import type { DayPart } from "./day";
import type { GameHints, Playing } from "./playing";

/** The names by which options and views call their game. */
export type GameName = Options["game"];

/** A number of players on a number of sides. */
export interface Seating {
  readonly players: number;
  readonly sides: number;
}

/** The result of a game in words. */
export interface Result {
  /** Headline, where “Anna wins” does not fit. */
  readonly title?: string;
  /** The winner and the way to the win. */
  readonly line: string;
  /** A further remark, such as a personal record. */
  readonly note?: string;
}

export interface Ending<V> {
  readonly view: V;
  readonly outcome: Outcome;
  /** The winners' names as a list; “you” for the reader. */
  readonly names: string;
  /** Whether this device has a seat and the game counts. */
  readonly isMine: boolean;
}

/** A game's part of the table page. */
export interface TablePart<V> {
  /**
   * The board and my actions. Sets `hints.showChoice`. If the game fits the window, its two parts have the classes
   * `slot-board` and `slot-mine` (`kit/layouts.svelte.ts`), and the page shows hints itself.
   */
  readonly Table: Component<{ table: Playing; view: V; hints: GameHints }>;
  /** Details beside a seat's name; without it seats are listed only if there is something to report. */
  readonly SeatFacts?: Component<{ view: V; seat: number; many: boolean; history: readonly PublicEvent[] }>;
}

/** A game's part of the hint panel. */
export interface HintPart<M, V> {
  /** A move as a line of the hint's panel. */
  readonly MoveLine: Component<{ move: M; view: V }>;
  /** Return a key; moves with the same key are one choice to a player. */
  choiceKey(move: M): string;
  /** Return what a move led to at once, such as the points of its turn; `""` for nothing. */
  endText?(events: Frame["events"]): string;
  /** Return what the points of a move that ended the turn add up to, as a sum of figures; `""` for no such move. */
  sumText?(events: Frame["events"]): string;
  /** Whether a move gives up much; among about equal moves the others come first. */
  isCostly?(move: M): boolean;
  /** Whether the table shows the place of each option, 1, 2 or 3, on what it needs: the panel shows it, too. */
  readonly isNumbered?: boolean;
}

/** A position of a finished game, with everything open. */
export interface ReplayPart<V, E> {
  readonly Scene: Component<{ view: V; table: TableView }>;
  readonly Side: Component<{ view: V; table: TableView }>;
  /** A step in the list of moves, drawn; screen readers are told its sentence. Without it, the list shows the sentence. */
  readonly Line?: Component<{ events: readonly E[]; view: V; table: TableView }>;
  /** True if these events begin a turn: the list sets it apart from the steps that follow. */
  readonly opensTurn?: (events: readonly E[]) => boolean;
  /** True if these events answer the step before them: the list shows both in one line. */
  readonly answers?: (events: readonly E[]) => boolean;
  /** True if the scene takes the whole width of a low phone, and the list less height. */
  readonly isBroad?: boolean;
  /** The points of each seat, if the game counts them. */
  readonly scoresOf?: (view: V) => readonly number[];
}

/** A game's part of the review. */
export interface ReviewPart<M, V> {
  /**
   * A position with everything open. With a choice it is the position before it, with the chosen and the better move
   * marked. The board shows the `shown` one, with its continuation if that is certain enough.
   */
  readonly Scene: Component<{ view: V; table: TableView; choice: Judged | null; shown: Option | null }>;
  /** A move as a line of text. */
  readonly MoveLine: Component<{ move: M; view: V }>;
  /** Return the numbers under which the scene shows the steps of a continuation; `null` for a step without one. */
  numbersOf?(option: Option): readonly (number | null)[];
}

/**
 * A game's rules. A paragraph “[picture]” marks the place of the section's picture; without one it stands at the
 * section's end.
 */
export interface Rules {
  readonly intro: readonly string[];
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: readonly string[] }[];
}

export interface RulesPart {
  read(language: string): Promise<Rules>;
  /** Illustration of a section, if there is one. */
  readonly Picture: Component<{ section: string }>;
}

/** A term that a player can ask about at a table, where an element names it (`data-term`). */
export interface Term {
  /** Name of the term; by default that of its rule. */
  readonly name?: Key;
  /** Section of the rules that explains it, with its paragraphs; by default all. */
  readonly rule: string;
  readonly paragraphs?: readonly number[];
}
export type Terms = Readonly<Record<string, Term>>;

export interface Game<O, M, V, E> {
  readonly name: GameName;
  /** Whether players hide their hands, so that a shared device is covered between turns. */
  readonly hasSecrets: boolean;
  /** Whether its table names the players beside their scores, with their states, so that no list of seats is needed. */
  readonly namesSeats?: boolean;
  /** Whether a draw may be offered. */
  readonly hasDraws: boolean;
  /** Whether chance may decide who starts. */
  readonly hasLot: boolean;
  /** Whether the whole table fits a window of any size; otherwise the page scrolls. */
  readonly fillsHeight: boolean;
  /** All playable numbers of players and sides, in the order of the set-up page. */
  readonly seatings: readonly Seating[];
  /** Bot levels that players choose from, weakest first, and the default. */
  readonly levels: readonly string[];
  readonly usualLevel: string;

  /** Return the options for a seating, as close to the earlier choice as possible. */
  options(seating: Seating, before?: O): O;
  /** Return the team whose colour and shape a seat has, from 0; `null` in a game without teams. */
  team(options: O, seat: number): number | null;
  /** Name the variant in a word or two; may be empty. */
  variant(options: O): string;
  /** Describe one public event in a sentence; `names[seat]` are the players' names, `you` is the reader's seat. */
  describe(event: E, names: readonly string[], you: number | null): string;
  /** Return the event without the parts that only one hand may know. */
  withoutSecrets(event: E): E;
  /**
   * Predict my move before the server confirms it, as far as it is certain. No seat is to move until the answer comes.
   */
  predict(view: V, seat: number, move: M): V;
  result(ending: Ending<V>): Result;

  /** The emblem on the lid of its box: six units wide and five high, drawn for small sizes, never cropped. */
  readonly Box: Component;
  /**
   * Preview of a running game for lists: the position in a few characters, as the package's view writes it. `standing`
   * is the same in words.
   */
  small?(): Promise<{ readonly default: Component<{ small: string }>; standing(small: string): string }>;
  table(): Promise<TablePart<V>>;
  /** Loaded when a player first asks for a hint. */
  hint(): Promise<HintPart<M, V>>;
  /** The game's own part of the set-up page. */
  setup(): Promise<{ readonly default: Component<{ options: O; onchange: (options: O) => void }> }>;
  replay(): Promise<ReplayPart<V, E>>;
  /** Loaded to check the chance of a finished game. */
  chance(): Promise<ChancePart<O, V>>;
  /** Needed for games that the package reviews. */
  review?(): Promise<ReviewPart<M, V>>;
  rules(): Promise<RulesPart>;
  /** Terms that a player can ask about at the game's table. */
  terms?(): Promise<{ readonly TERMS: Terms }>;
  /** The daily challenge, if the game has one. */
  day?(): Promise<{ readonly DAY: DayPart }>;
  /** Statistics of a person's solo games, if the game can be played alone. */
  alone?(): Promise<{ readonly default: Component<{ statistics: Statistics }> }>;
}

// Shared code knows no narrower types; each game's own folder is fully typed.
export type AnyGame = Game<any, any, any, any>;
