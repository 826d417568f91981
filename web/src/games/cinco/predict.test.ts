// @vitest-environment node
import { describe, expect, it } from "vitest";
import { predict } from "./predict";
import { cincoView } from "./testing";

describe("a move of mine before it is confirmed", () => {
  it("puts the card on my pile and the token on the board", () => {
    const shown = predict(cincoView(), 0, { type: "play", card: 57, space: 63 });
    expect(shown.board[62]).toBe(0);
    expect(shown).toMatchObject({ hand: [12], hand_sizes: [1, 4], discards: [[57], []], last_space: 63, to_move: null });
    expect(shown.reach.map(({ card }) => card)).toEqual([12]);
  });

  it("spends a card that goes nowhere", () => {
    const shown = predict(cincoView({ last_space: 5 }), 0, { type: "play", card: 57, space: null });
    expect(shown.board.every((team) => team === null)).toBe(true);
    expect(shown).toMatchObject({ hand: [12], last_space: 5 });
  });

  it("gives the whole hand away in an exchange, and leaves open what comes", () => {
    expect(predict(cincoView(), 0, { type: "exchange" })).toMatchObject({ hand: [], reach: [], discards: [[12, 57], []], to_move: null });
    expect(predict(cincoView(), 0, { type: "draw" })).toEqual({ ...cincoView(), to_move: null });
  });
});
