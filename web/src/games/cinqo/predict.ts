import type { CinqoView, Move } from "./types";

/**
 * Predict my move on the view: the dice are put away. Dice to be rolled again stay in the tray; their value is unknown.
 */
export function predict(view: CinqoView, _seat: number, move: Move): CinqoView {
  const tray = without(view.tray, [...move.rack, ...move.bank]);
  return {
    ...view,
    to_move: null,
    ...(tray.length ? { number: null, points: null, best: 0 } : {}),
    tray,
    rack: [...view.rack, ...move.rack, ...move.from_bank].sort(),
    bank: [...without(view.bank, move.from_bank), ...move.bank].sort(),
    boxed: view.boxed || move.box,
  };
}

/** Return the list without one of each of these values. */
function without(values: readonly number[], taken: readonly number[]): number[] {
  const left = [...values];
  for (const value of taken) {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
