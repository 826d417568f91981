/** The moves that follow a choice, as numbers on the board. */

import type { Option } from "../../../wire/types";
import type { Move } from "../types";

export interface Mark {
  /** Position in the sequence: 1 is the choice itself. */
  readonly number: number;
  readonly space: number;
  readonly team: number;
}

/**
 * Return the marks of a choice and its continuation. Moves without a token are counted but show no mark. Chance events
 * in between are not moves.
 */
export function marksOf({ move, continuation }: Option, seat: number, teams: number): Mark[] {
  const own = (move as Move).type === "play" ? (move as { space: number | null }).space : null;
  const turns = [{ space: own, by: seat }, ...continuation.flatMap(({ code, params, seat: by }) => (code === "danger" || by === null ? [] : [{ space: (params["space"] as number | undefined) ?? null, by }]))];
  return turns.flatMap(({ space, by }, index) => (space === null ? [] : [{ number: index + 1, space, team: by % teams }]));
}
