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
  const numbers = numbersOf({ continuation });
  const next = continuation.flatMap((each, index) => (numbers[index] == null ? [] : [{ number: numbers[index], space: spaceOf(each)!, team: each.seat! % teams }]));
  return own === null ? next : [{ number: 1, space: own, team: seat % teams }, ...next];
}

/** Return the numbers of a continuation's moves on the board; `null` for what has no mark. */
export function numbersOf({ continuation }: Pick<Option, "continuation">): (number | null)[] {
  let number = 1;
  return continuation.map((each) => {
    if (each.code === "danger" || each.seat === null) return null;
    number++;
    return spaceOf(each) === null ? null : number;
  });
}

const spaceOf = ({ params }: Option["continuation"][number]) => (params["space"] as number | undefined) ?? null;
