/** The setup of a new tournament, and its plan for a number of players. It outlives the page. */

import { ALL, GAMES, gameOf } from "../../games";
import type { AnyGame, GameName, Seating } from "../../games/game";
import type { TournamentSettings, Options, Pace } from "../../wire/types";
import { forget, keep, kept } from "../device/preferences.svelte";
import { DAILY, LIVE } from "../setup/setup.svelte";

type Format = TournamentSettings["format"];

export const FEWEST = 3;
export const MOST = 64;
export const MOST_ROUNDS = 20;
export const LONGEST_NAME = 60;
/** Selectable waiting times in seconds. */
const WAITS: readonly number[] = [60, 180, 300, 600];
const PAUSES: readonly number[] = [0, 60, 180, 300, 600];
/** The same by the day. */
const WAITS_BY_THE_DAY: readonly number[] = [86_400, 259_200, 604_800];
const PAUSES_BY_THE_DAY: readonly number[] = [0, 3_600, 86_400];
export const waitsOf = ({ type }: Pace) => (type === "daily" ? WAITS_BY_THE_DAY : WAITS);
export const pausesOf = ({ type }: Pace) => (type === "daily" ? PAUSES_BY_THE_DAY : PAUSES);
const KEPT = "tournament-draft";
/** Estimated turns of each player, for the length of a game. */
const TURNS = 20;
/** Return whether two players play against each other. */
const isForTwo = ({ players, sides }: Seating) => players === 2 && sides === 2;
const TWO: Seating = { players: 2, sides: 2 };

/** Return the tables at which a tournament of this game can be played, of two, three or four; smaller ones seat those left over. */
export function seatingsOf({ seatings }: AnyGame): readonly Seating[] {
  const isFor = (count: number) => seatings.some(({ players, sides }) => players === count && sides === count);
  return seatings.filter((seating) => isForTwo(seating) || ((seating.players === 3 || seating.players === 4) && [2, 3].every((count) => count >= seating.players || isFor(count))));
}

/** Return the players and sides of a tournament's full tables. */
export function seatingOf(options: Options): Seating {
  const game = gameOf(options);
  const sides = new Set(Array.from({ length: options.players }, (_, seat) => game.team(options, seat) ?? seat)).size;
  return seatingsOf(game).find((each) => each.players === options.players && each.sides === sides) ?? TWO;
}

/** Games that a tournament can use. */
export const PLAYED: readonly AnyGame[] = ALL.filter(({ seatings }) => seatings.some(isForTwo));

/** The formats of tables of two, and of three or four. */
const OF_TWO: readonly Format[] = ["swiss", "round_robin", "double_round_robin", "knockout", "team_swiss", "team_round_robin", "ladder"];
const OF_TABLES: readonly Format[] = ["table_swiss", "table_round_robin"];
/** Return whether three or four play at each table. */
export const hasLargeTables = (format: Format) => OF_TABLES.includes(format);
/** Return whether players may join late, and the host chooses the number of rounds. */
export const isSwiss = (format: Format) => format === "swiss" || format === "table_swiss" || format === "team_swiss";
/** Return whether teams meet at several boards. */
export const hasTeams = (format: Format) => format === "team_swiss" || format === "team_round_robin";
/** Selectable numbers of boards of a match. */
export const BOARDS: readonly number[] = [2, 3, 4, 5, 6, 7, 8];
export const FEWEST_TEAMS = 2;
const usualPace = (format: Format): Pace => (format === "ladder" ? DAILY[1]! : LIVE[1]!);
/** Selectable places by which a player of a ladder may challenge upwards, and hours to answer. */
export const REACHES: readonly number[] = [1, 2, 3, 4, 5, 6, 8, 10];
export const ANSWERS: readonly number[] = [24, 48, 72, 120, 168, 336];

/** Return the most rounds of a Swiss tournament in which no two players need meet twice; at larger tables as many as it takes to meet all. */
export function mostRounds(people: number, { players }: Seating = TWO): number {
  if (players > 2) return Math.min(MOST_ROUNDS, throughAll(people, players));
  return people <= 4 ? roundsToMeetAll(people) : Math.min(MOST_ROUNDS, Math.floor((people + 1) / 2));
}

/** Return the number of rounds in which a player can meet all others at tables of this size. */
const throughAll = (people: number, seats: number) => Math.max(FEWEST, Math.ceil((people - 1) / (seats - 1)));

/** Return the number of rounds until one player can have won all, and one. */
function toOneWinner(people: number, seats: number): number {
  return people > 1 ? 1 + toOneWinner(Math.ceil(people / seats), seats) : 1;
}

/** Return the number of rounds of a round robin. */
function roundsToMeetAll(people: number): number {
  return people % 2 ? people : people - 1;
}

/** Return the number of rounds for this many players; the server computes the same. */
export function roundsOf(format: Format, rounds: number | null, people: number, seating: Seating = TWO): number {
  if (format === "table_round_robin") return throughAll(people, seating.players);
  if (format === "table_swiss") return Math.min(throughAll(people, seating.players), rounds ?? Math.max(FEWEST, toOneWinner(people, seating.players)));
  if (format === "team_round_robin") return roundsToMeetAll(people);
  if (format === "team_swiss") return Math.min(mostRounds(people), rounds ?? Math.max(3, Math.ceil(Math.log2(people))));
  if (format === "knockout") return Math.ceil(Math.log2(people));
  if (format !== "swiss") return roundsToMeetAll(people) * (format === "double_round_robin" ? 2 : 1);
  return Math.min(mostRounds(people), rounds ?? Math.max(3, Math.ceil(Math.log2(people))));
}

export interface Plan {
  readonly rounds: number;
  /** Number of games in total. */
  readonly games: number;
  /** Estimated longest duration in milliseconds. */
  readonly lasts: number;
}

/** Return the number of tables in a round. With partners the last table has fewer players, or the one left over has a bye. */
function tablesIn(people: number, { players, sides }: Seating): number {
  if (players === sides && players > 2) return Math.ceil(people / players);
  return Math.floor(people / players) + Number(people % players > 1);
}

/** Plan a tournament for a number of players. The player left over in a round has a bye. */
export function planOf({ format, rounds, pace, pause, seating = TWO, boards }: Pick<TournamentSettings, "format" | "rounds" | "pace" | "pause"> & { seating?: Seating; boards?: number | null }, players: number): Plan {
  // In matches of teams it is the teams that meet.
  const isOfTeams = hasTeams(format) && boards;
  const people = isOfTeams ? Math.max(FEWEST_TEAMS, Math.floor(players / boards)) : players;
  const count = roundsOf(format, rounds, people, seating);
  const game = seating.players * (pace.type === "live" ? pace.total + TURNS * pace.increment : TURNS * 3_600 * pace.hours);
  // In a knockout all but one player lose once; with four or more there is a match for third place.
  const games = format === "knockout" ? people - 1 + Number(people > 3) : count * tablesIn(people, seating) * (isOfTeams || 1);
  return { rounds: count, games, lasts: 1_000 * (count * game + (count - 1) * pause) };
}

interface Draft {
  readonly name: string;
  readonly options: Options;
  readonly format: Format;
  readonly rounds: number | null;
  readonly people: number;
  readonly pace: Pace;
  readonly rated: boolean;
  readonly most: number;
  readonly wait: number;
  readonly pause: number;
  readonly byHand: boolean;
  readonly isListed: boolean;
  readonly begins: string;
  readonly boards: number;
  readonly reach: number;
  readonly answer: number;
  readonly ends: string;
}

export class TournamentSetup {
  name = $state("");
  options = $state.raw<Options>(optionsOf(PLAYED[0]!));
  format = $state<Format>("swiss");
  /** Number of rounds of a Swiss tournament; `null`: as many as it needs. */
  rounds = $state<number | null>(null);
  /** Estimated number of players, for the plan. */
  people = $state(8);
  pace = $state.raw<Pace>(usualPace("swiss"));
  rated = $state(false);
  most = $state(MOST);
  wait = $state(180);
  pause = $state(60);
  byHand = $state(false);
  isListed = $state(false);
  /** Announced start in the format of its field, by this device's clock; empty: none. */
  begins = $state("");
  /** Boards of a match of teams. */
  boards = $state(4);
  /** Places by which a player of a ladder may challenge upwards. */
  reach = $state(3);
  /** Hours to answer a challenge of a ladder. */
  answer = $state(72);
  /** End of a ladder, as the announced start; empty: after a year. */
  ends = $state("");
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

  /** Choose a game; the size of the tables stays if the game can be played like that. */
  chooseGame(game: AnyGame): void {
    const { players } = this.seating;
    this.options = optionsOf(game, seatingsOf(game).find((each) => each.players === players));
    this.#adjustFormat();
  }

  /** The players and sides of a table. */
  get seating(): Seating {
    return seatingOf(this.options);
  }

  teamsOf(seating: Seating): (number | null)[] {
    const game = gameOf(this.options);
    const options = game.options(seating, this.options);
    return Array.from({ length: seating.players }, (_, seat) => game.team(options, seat));
  }

  choose(seating: Seating): void {
    this.options = gameOf(this.options).options(seating, this.options) as Options;
    this.#adjustFormat();
  }

  /** The formats for tables of the chosen size. */
  get formats(): readonly Format[] {
    return this.seating.players > 2 ? OF_TABLES : OF_TWO;
  }

  #adjustFormat(): void {
    if (this.formats.includes(this.format)) return;
    const isRobin = this.format.endsWith("round_robin");
    this.chooseFormat(this.seating.players > 2 ? (isRobin ? "table_round_robin" : "table_swiss") : isRobin ? "round_robin" : "swiss");
  }

  get isLadder(): boolean {
    return this.format === "ladder";
  }

  /** Choose the format. A ladder runs for weeks, so its usual pace is by the day, and the waits of rounds do not suit it. */
  chooseFormat(format: Format): void {
    const isUsual = this.pace === usualPace(this.format);
    this.format = format;
    if (isUsual) this.choosePace(usualPace(format));
    this.#adjustWait();
  }

  /** Selectable waiting times. The players of a ladder agree on a time, so they are long. */
  get waits(): readonly number[] {
    return this.isLadder ? WAITS_BY_THE_DAY : waitsOf(this.pace);
  }

  #adjustWait(): void {
    if (!this.waits.includes(this.wait)) this.wait = this.waits[1]!;
  }

  /** Set the pace; waits and pauses of live games do not suit games by the day. */
  choosePace(pace: Pace): void {
    this.pace = pace;
    this.#adjustWait();
    if (!pausesOf(pace).includes(this.pause)) this.pause = pausesOf(pace)[pace.type === "live" ? 1 : 0]!;
  }

  get plan(): Plan {
    return planOf(this, this.people);
  }

  /** Number of players, or of teams, that are paired. */
  get meeting(): number {
    return hasTeams(this.format) ? Math.max(FEWEST_TEAMS, Math.floor(this.people / this.boards)) : this.people;
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
    return rounds <= mostRounds(this.meeting, this.seating);
  }

  get draft(): Draft {
    const { name, options, format, rounds, people, pace, rated, most, wait, pause, byHand, isListed, begins, boards, reach, answer, ends } = this;
    return { name, options, format, rounds, people, pace, rated, most, wait, pause, byHand, isListed, begins, boards, reach, answer, ends };
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
    const ladder = this.isLadder ? { reach: this.reach, answer: this.answer, ends: this.ends ? new Date(this.ends).getTime() : null } : { reach: null, answer: null, ends: null };
    return { name: name.trim() || usual, format, options, pace, rounds: isSwiss(format) ? rounds : null, rated, most, wait, pause, by_hand: byHand && !this.isLadder, listed: isListed, begins, boards: hasTeams(format) ? this.boards : null, ...ladder };
  }
}

function optionsOf(game: AnyGame, seating: Seating = game.seatings.find(isForTwo)!): Options {
  return game.options(seating) as Options;
}

const isOne = (paces: readonly Pace[], pace: Pace) => paces.find((each) => JSON.stringify(each) === JSON.stringify(pace));

/** Return whether this device has a draft of a tournament. */
export const hasDraft = (): boolean => remembered() !== null;

/** Return the stored draft; one of an older client may be anything. */
function remembered(): Partial<Draft> | null {
  try {
    const draft = JSON.parse(kept(KEPT) ?? "null") as Draft | null;
    const pace = draft && isOne([...LIVE, ...DAILY], draft.pace);
    return draft && pace && GAMES[draft.options.game] ? { ...draft, pace } : null;
  } catch {
    return null;
  }
}
