/** A tournament for tests: three players, round by round. */

import type { TournamentGame, TournamentLine, TournamentRound, TournamentSettings, TournamentView } from "../wire/types";
import { TINY } from "./tiny";

export const PACE = { type: "live", total: 300, increment: 10 } as const;
export const tournamentSettings = (changes: Partial<TournamentSettings> = {}): TournamentSettings =>
  ({ name: "Friday Cup", format: "swiss", options: TINY.options(TINY.seatings[1]!), pace: PACE, rounds: null, rated: false, most: 64, wait: 180, pause: 60, by_hand: false, listed: false, begins: null, boards: null, reach: null, answer: null, ends: null, ...changes }) as unknown as TournamentSettings;

export const line = (player: number, name: string, changes: Partial<TournamentLine> = {}): TournamentLine => ({ place: player, player, name, handle: `handle-${player}`, is_account: false, points: 0, buchholz: 0, wins: 0, games: 0, is_out: false, ...changes });
export const game = (board: number, players: number[], points: number[] | null = null, left: boolean[] = []): TournamentGame => ({ board, players, table: players.length > 1 ? `table-${board}` : null, points, left, is_ruled: false, sides: [], has_begun: points === null && players.length > 1, seats: points === null && players.length > 1 ? players.map(() => "here" as const) : [] });
export const round = (number: number, games: TournamentGame[]): TournamentRound => ({ round: number, began: 1_000_000, waits_until: 1_180_000, games, matches: [] });
export const NOBODY = { is_host: false, is_owner: false, player: null, table: null, may_join: false, rivals: [], voice: "nothing", apart: [], breaches: [] } as const;

/** Return a tournament, by default in its second round of three, a minute after the round's start. */
export function tournamentView(changes: Partial<TournamentView> = {}): TournamentView {
  return {
    id: "tournament-of-a-test",
    version: 7,
    status: "playing",
    settings: tournamentSettings(),
    host: { name: "Margherita", handle: "handle-host" },
    cohosts: [],
    made: 1,
    round: 2,
    rounds: 3,
    now: 1_060_000,
    next_at: null,
    current: round(2, [game(1, [2, 1]), game(2, [3], [1])]),
    standings: [line(1, "Ada"), line(2, "Bo"), line(3, "Carl")],
    teams: [],
    ladder: null,
    rulings: [],
    you: NOBODY,
    ...changes,
  };
}
