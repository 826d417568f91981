/**
 * What a move of mine will look like before the server has confirmed it: only what is certain. Cards to
 * be drawn and dice to be rolled stay open, and nobody is to move until the answer comes.
 */

import type { CincoView, CinqoView, Move, View } from "../wire/types";

export function foresee(view: View, seat: number, move: Move): View {
  return view.game === "cinco" ? cinco(view, seat, move) : cinqo(view, move);
}

function cinco(view: CincoView, seat: number, move: Move): CincoView {
  const waiting = { ...view, to_move: null };
  if (move.type === "play") {
    const board = [...view.board];
    if (move.space !== null) board[move.space - 1] = seat % view.options.teams;
    return {
      ...waiting,
      board,
      last_space: move.space ?? view.last_space,
      hand: view.hand.filter((card) => card !== move.card),
      reach: view.reach.filter((reach) => reach.card !== move.card),
      hand_sizes: view.hand_sizes.map((size, index) => (index === seat ? size - 1 : size)),
      discards: view.discards.map((pile, index) => (index === seat ? [...pile, move.card] : pile)),
    };
  }
  if (move.type === "exchange")
    return { ...waiting, hand: [], reach: [], discards: view.discards.map((pile, index) => (index === seat ? [...pile, ...view.hand] : pile)) };
  return waiting;
}

function cinqo(view: CinqoView, move: Move): CinqoView {
  if (move.type !== "put") return view;
  const tray = without(view.tray, [...(move.rack ?? []), ...(move.bank ?? [])]);
  return {
    ...view,
    to_move: null,
    tray,
    rack: [...view.rack, ...(move.rack ?? []), ...(move.from_bank ?? [])].sort(),
    bank: [...without(view.bank, move.from_bank ?? []), ...(move.bank ?? [])].sort(),
    boxed: view.boxed || (move.box ?? false),
  };
}

/** A list without one of each of these values. */
export function without(values: readonly number[], taken: readonly number[]): number[] {
  const left = [...values];
  for (const value of taken) {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
