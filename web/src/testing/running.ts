/** My running games, for tests of the list of them. */

import { GAMES } from "../games";
import type { GameName } from "../games/game";
import type { MyTable } from "../wire/types";

const bot = { kind: "bot", name: null, level: "novice", yours: false, bot_moves: 0, ran_out: false, handle: null };
const me = { ...bot, kind: "person", name: "Ann", level: null, yours: true };

/** Return a game of mine against the weakest bot, which is to move. */
export function myTable(game: GameName, number: number, more: Partial<MyTable> = {}): MyTable {
  const options = GAMES[game]!.options({ players: 2, sides: 2 });
  return {
    ...{ id: `t${number}`, version: 1, status: "playing", host: "Ann", seats: [me, bot], to_move: 1, waits_for_you: false },
    ...{ clock: null, since: Date.now() - 3 * 3_600_000, tournament: null, small: null, handle: null },
    settings: { options, one_device: false },
    ...more,
  } as unknown as MyTable;
}
