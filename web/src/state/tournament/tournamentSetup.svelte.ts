/** The setup of a new tournament, and its plan for a number of players. It outlives the page. */

import { ALL, GAMES } from "../../games";
import type { AnyGame, GameName, Seating } from "../../games/game";
import type { TournamentSettings, Options, Pace } from "../../wire/types";
import { forget, keep, kept } from "../device/preferences.svelte";
import { LIVE } from "../setup/setup.svelte";

type Format = TournamentSettings["format"];
type LivePace = TournamentSettings["pace"];

export const FEWEST = 3;
export const MOST = 64;
export const MOST_ROUNDS = 20;
export const LONGEST_NAME = 60;
/** Selectable waiting times in seconds. */
export const WAITS: readonly number[] = [60, 180, 300, 600];
export const PAUSES: readonly number[] = [0, 60, 180, 300, 600];
const KEPT = "tournament-draft";
/** Estimated turns of each player, for the length of a game. */
const TURNS = 20;
/** Return whether two players play against each other. */
const isForTwo = ({ players, sides }: Seating) => players === 2 && sides === 2;

/** Games that a tournament can use. */
export const PLAYED: readonly AnyGame[] = ALL.filter(({ seatings }) => seatings.some(isForTwo));

/** Return the most rounds of a Swiss tournament in which no two players need meet twice. */
export function mostRounds(people: number): number {
  return people <= 4 ? everybody(people) : Math.min(MOST_ROUNDS, Math.floor((people + 1) / 2));
}

/** Return the number of rounds of a round robin. */
function everybody(people: number): number {
  return people % 2 ? people : people - 1;
}

/** Return the number of rounds for this many players; the server computes the same. */
export function roundsOf(format: Format, rounds: number | null, people: number): number {
  if (format === "knockout") return Math.ceil(Math.log2(people));
  if (format !== "swiss") return everybody(people) * (format === "double_round_robin" ? 2 : 1);
  return Math.min(mostRounds(people), rounds ?? Math.max(3, Math.ceil(Math.log2(people))));
}

export interface Plan {
  readonly rounds: number;
  /** Number of games in total. */
  readonly games: number;
  /** Estimated longest duration in milliseconds. */
  readonly lasts: number;
}

/** Plan a tournament for a number of players. The player left over in a round has a bye. */
export function planOf({ format, rounds, pace, pause }: Pick<TournamentSettings, "format" | "rounds" | "pace" | "pause">, people: number): Plan {
  const count = roundsOf(format, rounds, people);
  const game = 2 * (pace.total + TURNS * pace.increment);
  // In a knockout all but one player lose once; with four or more there is a match for third place.
  const games = format === "knockout" ? people - 1 + Number(people > 3) : count * Math.floor(people / 2);
  return { rounds: count, games, lasts: 1_000 * (count * game + (count - 1) * pause) };
}

interface Draft {
  readonly name: string;
  readonly options: Options;
  readonly format: Format;
  readonly rounds: number | null;
  readonly people: number;
  readonly pace: LivePace;
  readonly rated: boolean;
  readonly most: number;
  readonly wait: number;
  readonly pause: number;
  readonly byHand: boolean;
  readonly isListed: boolean;
  readonly begins: string;
}

export class TournamentSetup {
  name = $state("");
  options = $state.raw<Options>(optionsOf(PLAYED[0]!));
  format = $state<Format>("swiss");
  /** Number of rounds of a Swiss tournament; `null`: as many as it needs. */
  rounds = $state<number | null>(null);
  /** Estimated number of players, for the plan. */
  people = $state(8);
  pace = $state.raw<LivePace>(LIVE[1] as LivePace);
  rated = $state(false);
  most = $state(MOST);
  wait = $state(180);
  pause = $state(60);
  byHand = $state(false);
  isListed = $state(false);
  /** Announced start in the format of its field, by this device's clock; empty: none. */
  begins = $state("");
  /** The default draft. */
  readonly #usual: string;

  constructor() {
    this.#usual = JSON.stringify(this.draft);
    const draft = remembered();
    if (draft) Object.assign(this, draft);
  }

  get game(): GameName {
    return this.options.game;
  }

  choose(game: AnyGame): void {
    this.options = optionsOf(game);
  }

  get plan(): Plan {
    return planOf(this, this.people);
  }

  /** Set the estimated number of players, and raise the limit of places if needed. */
  setPeople(people: number): void {
    this.people = people;
    this.most = Math.max(this.most, people);
  }

  setMost(most: number): void {
    this.most = most;
    this.people = Math.min(this.people, most);
  }

  /** Return whether this number of players can play this number of rounds. */
  isPossible(rounds: number): boolean {
    return rounds <= mostRounds(this.people);
  }

  get draft(): Draft {
    const { name, options, format, rounds, people, pace, rated, most, wait, pause, byHand, isListed, begins } = this;
    return { name, options, format, rounds, people, pace, rated, most, wait, pause, byHand, isListed, begins };
  }

  /** Store the draft, so that it survives navigation and a sign-in. */
  remember(): void {
    const draft = JSON.stringify(this.draft);
    if (draft === this.#usual) forget(KEPT);
    else keep(KEPT, draft);
  }

  /** Delete the draft after the tournament is created. */
  forget(): void {
    forget(KEPT);
  }

  /** Return the settings. `usual`: the default name. */
  settings(usual: string): TournamentSettings {
    const { name, options, format, rounds, pace, rated, most, wait, pause, byHand, isListed } = this;
    const begins = this.begins ? new Date(this.begins).getTime() : null;
    return { name: name.trim() || usual, format, options, pace, rounds: format === "swiss" ? rounds : null, rated, most, wait, pause, by_hand: byHand, listed: isListed, begins };
  }
}

function optionsOf(game: AnyGame): Options {
  return game.options(game.seatings.find(isForTwo)!) as Options;
}

const isOne = (paces: readonly Pace[], pace: Pace) => paces.find((each) => JSON.stringify(each) === JSON.stringify(pace));

/** Return whether this device has a draft of a tournament. */
export const hasDraft = (): boolean => remembered() !== null;

/** Return the stored draft; one of an older client may be anything. */
function remembered(): Partial<Draft> | null {
  try {
    const draft = JSON.parse(kept(KEPT) ?? "null") as Draft | null;
    const pace = draft && isOne(LIVE, draft.pace);
    return draft && pace && GAMES[draft.options.game] ? { ...draft, pace: pace as LivePace } : null;
  } catch {
    return null;
  }
}
