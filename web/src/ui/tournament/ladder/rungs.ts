/** The order of a ladder as its page shows it, and its games in the form of other parts. */

import { t } from "../../../i18n/index.svelte";
import type { Reason, TournamentGame, TournamentLadder, TournamentLine, TournamentView } from "../../../wire/types";

type Result = TournamentLadder["results"][number];

export interface Rung {
  readonly line: TournamentLine;
  readonly isMine: boolean;
  readonly isAway: boolean;
  /** True if I may challenge this player by our places. */
  readonly isRival: boolean;
  /** The reason why I cannot challenge them now; `null` for a rival: I can. */
  readonly reason: Reason | null;
}

/** First places that are always shown, and the places shown below mine. */
const FIRST = 3;
const BELOW = 2;
/** The most players that are shown at once to any viewer. */
const SHORT = 12;

/** Return all players on the ladder, the first place first. */
export function rungsOf({ standings, you, ladder }: TournamentView): Rung[] {
  const rivals = new Map(you.rivals.map(({ player, reason }) => [player, reason]));
  return standings.filter(({ is_out }) => !is_out).map((line) => ({ line, isMine: line.player === you.player, isAway: ladder?.away.includes(line.player) ?? false, isRival: rivals.has(line.player), reason: rivals.get(line.player) ?? null }));
}

/** Return the rungs to show at first: of a long ladder the top, and my surroundings with all whom I may challenge. `null` stands for those left out. */
export function shortened(rungs: readonly Rung[]): (Rung | null)[] {
  if (rungs.length <= SHORT) return [...rungs];
  const mine = rungs.findIndex(({ isMine }) => isMine);
  if (mine < 0) return [...rungs.slice(0, SHORT - 2), null];
  const rivals = rungs.map(({ isRival }, at) => (isRival ? at : rungs.length));
  const from = Math.min(mine - 1, ...rivals);
  const shown = rungs.map((_, at) => at < FIRST || (at >= from && at <= mine + BELOW));
  return rungs.flatMap((rung, at) => (shown[at] ? [rung] : at === 0 || shown[at - 1] ? [null] : []));
}

/** Return the games of a ladder in the form of a round's, for the host who sets results. */
export function gamesOf({ ladder }: Pick<TournamentView, "ladder">): TournamentGame[] {
  const game = (board: number, players: readonly number[], table: string | null, points: readonly number[] | null, is_ruled: boolean) => ({ board, players: [...players], table, points: points && [...points], left: [], is_ruled, sides: [], has_begun: false, seats: [] });
  const running = ladder?.games.map(({ challenge, players, table }) => game(challenge, players, table, null, false)) ?? [];
  const over = ladder?.results.filter(({ table }) => table).map(({ challenge, players, table, points, is_ruled }) => game(challenge, players, table, points, is_ruled)) ?? [];
  return [...running, ...over];
}

/** How long after a game to which nobody came the host is asked for its result, and how many such games the host's card names. */
const WEEK = 7 * 86_400_000;
const MOST_DUE = 3;

/** Return the games to which nobody came and whose result no host has set, the newest first. */
export const dueOf = ({ ladder, now }: Pick<TournamentView, "ladder" | "now">): readonly Result[] => ladder?.results.filter(({ outcome, is_ruled, table, at }) => outcome === "missed" && table !== null && !is_ruled && now - at < WEEK) ?? [];

/** Return those of them that the host's card names. */
export const namedDueOf = (view: Pick<TournamentView, "ladder" | "now">) => dueOf(view).slice(0, MOST_DUE);

/** Describe a result: “Ada beat Bo”. */
export const resultText = ({ outcome, player, other }: Result, name: (player: number) => string) => t(`tournament.rungs.outcome.${outcome}`, { name: name(player), other: name(other) });

/** Return the places between which the challenger has climbed by a result, if so. */
export const climbOf = ({ before, after }: Result) => (before !== null && after !== null && after < before ? { before, after } : null);
