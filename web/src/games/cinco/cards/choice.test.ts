// @vitest-environment node
import { beforeEach, describe, expect, it } from "vitest";
import { board, cincoView } from "../testing";
import { Choice } from "./choice.svelte";

describe("my choice", () => {
  let view = cincoView();
  let choice: Choice;

  beforeEach(() => {
    view = cincoView();
    choice = new Choice(() => view);
  });

  it("a card lights the spaces that it reaches", () => {
    choice.touchCard(12);
    expect([...choice.lit]).toEqual([12, 63]);
    choice.touchCard(12);
    expect(choice.lit.size).toBe(0);
  });

  it("a space takes the card that costs least, and a second touch confirms", () => {
    expect(choice.touchSpace(63)).toBe(false);
    expect(choice.move).toEqual({ type: "play", card: 57, space: 63 });
    expect(choice.touchSpace(63)).toBe(true);
  });

  it("a space keeps the card that was chosen, if that reaches it", () => {
    choice.touchCard(12);
    choice.touchSpace(63);
    expect(choice.move).toEqual({ type: "play", card: 12, space: 63 });
    choice.touchCard(57);
    expect(choice.move).toEqual({ type: "play", card: 57, space: 63 });
  });

  it("a space that nothing reaches says so, a taken one undoes", () => {
    choice.touchSpace(5);
    expect(choice).toMatchObject({ unreachable: 5, move: null });
    choice.touchSpace(63);
    view = cincoView({ board: board({ 70: 1 }) });
    choice.touchSpace(70);
    expect(choice).toMatchObject({ card: null, space: null, unreachable: null });
  });

  it("a card without a space is spent", () => {
    view = cincoView({ hand: [88], reach: [{ card: 88, spaces: [] }] });
    choice = new Choice(() => view);
    choice.touchCard(88);
    expect(choice.move).toEqual({ type: "play", card: 88, space: null });
  });

  it("impossible choices are cleared", () => {
    choice.touchCard(57);
    choice.touchSpace(63);
    view = cincoView({ board: board({ 63: 1 }) });
    choice.prune();
    expect(choice).toMatchObject({ card: 57, space: null });
    view = cincoView({ hand: [12] });
    choice.prune();
    expect(choice.card).toBeNull();
  });
});
