// @vitest-environment node
import { describe, expect, it } from "vitest";
import { predict } from "../predict";
import { choiceKey } from "../review/hint";
import { cinqoView } from "../testing";
import type { Put } from "../types";
import { Placing } from "./placing.svelte";

const put = (changes: Partial<Put>): Put => ({ type: "put", rack: [], bank: [], from_bank: [], box: false, ...changes });

it("a move of mine puts the dice away before it is confirmed, and leaves the others in the tray", () => {
  const shown = predict(cinqoView(), 0, put({ rack: [6], bank: [2], from_bank: [4], box: true }));
  expect(shown).toMatchObject({ tray: [6], rack: [4, 5, 6], bank: [2], boxed: true, to_move: null });
});

it("says what my move is worth only if no die is rolled again", () => {
  expect(predict(cinqoView(), 0, put({ rack: [6] }))).toMatchObject({ number: null, points: null, best: 0 });
  expect(predict(cinqoView(), 0, put({ rack: [2, 6, 6] }))).toMatchObject({ number: 5, points: 15 });
});

it("the same dice kept are one choice, wherever they lie", () => {
  expect(choiceKey(put({ rack: [6], bank: [2] }))).toBe(choiceKey(put({ rack: [2, 6] })));
  expect(choiceKey(put({ rack: [6] }))).not.toBe(choiceKey(put({ rack: [6], box: true })));
});

describe("placing dice", () => {
  function begin(changes = {}) {
    const placing = new Placing(() => cinqoView(changes));
    placing.follow();
    return placing;
  }

  it("a die goes to the Rack, then to the Bank, then back", () => {
    const placing = begin();
    placing.turn(0);
    expect(placing.put).toEqual(put({ rack: [6] }));
    placing.turn(0);
    expect(placing.put).toEqual(put({ bank: [6] }));
    placing.turn(0);
    expect(placing.put).toEqual(put({}));
  });

  it("counts what would be rolled again, and asks for one die in the Rack", () => {
    const placing = begin();
    expect([placing.again, placing.racksOne]).toEqual([3, false]);
    placing.moved[0] = true;
    expect([placing.again, placing.racksOne]).toEqual([3, true]);
  });

  it("lays the dice as a hint has them, the first of those alike", () => {
    const placing = begin();
    placing.apply(put({ rack: [6], bank: [2], from_bank: [4], box: true }));
    expect(placing.fates).toEqual(["rack", "bank", "tray"]);
    expect(placing.put).toEqual(put({ rack: [6], bank: [2], from_bank: [4], box: true }));
  });

  it("names the dice that a move has elsewhere, until all lie as in it", () => {
    const placing = begin();
    const move = put({ rack: [6], from_bank: [4], box: true });
    expect(placing.away(move)).toEqual({ tray: ["rack", null, null], bank: ["rack"], box: true });
    placing.keepAll();
    expect(placing.away(move)).toEqual({ tray: [null, "tray", "tray"], bank: ["rack"], box: true });
    placing.apply(move);
    expect(placing.away(move)).toEqual({ tray: [], bank: [], box: false });
    expect(placing.is(move)).toBe(true);
  });

  it("does not box a die that is in its box", () => {
    const placing = begin({ boxed: true });
    placing.apply(put({ rack: [6], box: true }));
    expect(placing.put.box).toBe(false);
  });
});
