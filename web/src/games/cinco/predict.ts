import type { CincoView, Move } from "./types";

/** Predict my move on the view: the card goes, the token stands. Cards to be drawn stay open. */
export function predict(view: CincoView, seat: number, move: Move): CincoView {
  const waiting = { ...view, to_move: null };
  const discard = (...cards: number[]) => view.discards.map((pile, index) => (index === seat ? [...pile, ...cards] : pile));
  switch (move.type) {
    case "play": {
      const board = [...view.board];
      if (move.space !== null) board[move.space - 1] = seat % view.options.teams;
      return {
        ...waiting,
        board,
        last_space: move.space ?? view.last_space,
        hand: view.hand.filter((card) => card !== move.card),
        reach: view.reach.filter((reach) => reach.card !== move.card),
        hand_sizes: view.hand_sizes.map((size, index) => (index === seat ? size - 1 : size)),
        discards: discard(move.card),
      };
    }
    case "exchange":
      return { ...waiting, hand: [], reach: [], discards: discard(...view.hand) };
    case "draw":
      return waiting;
  }
}
