import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startLanguage } from "../../i18n/index.svelte";
import { GAME } from ".";
import { describe as tell } from "./events";
import { result } from "./result";
import { cinqoView } from "./testing";
import type { PlayEvent, TurnResult } from "./types";

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

const turn = (changes: Partial<TurnResult> = {}): TurnResult => ({ seat: 1, round: 7, rack: [6, 6, 6, 5, 4], hilo: 3, total: 27, number: 6, points: 18, kind: "sum", ...changes });

describe("Cinq-O's events", () => {
  it.each<[string, PlayEvent]>([
    ["Bo rolls 1-\u20602-\u20606 and 2↓.", { type: "dice_rolled", seat: 1, roll: 2, dice: [1, 2, 6], hilo: -2 }],
    ["Bo rolls 1-\u20602.", { type: "dice_rolled", seat: 1, roll: 2, dice: [1, 2], hilo: null }],
    ["Bo racks 6-\u20605.", { type: "put_away", seat: 1, rack: [6], from_bank: [5], bank: [], box: false }],
    ["Bo racks 6 and banks 3. The Hi/Lo die goes into its box.", { type: "put_away", seat: 1, rack: [6], from_bank: [], bank: [3], box: true }],
    ["Bo scores 18, for a total of 40.", { type: "turn_ended", result: turn(), score: 40 }],
    ["Five of a kind! Bo scores 10, for a total of 40, and takes a second turn.", { type: "turn_ended", result: turn({ kind: "five", points: 10 }), score: 40 }],
  ])("%s", (sentence, event) => {
    expect(tell(event, ["Anna", "Bo"], null)).toBe(sentence);
  });

  it.each<[string, PlayEvent]>([
    ["You roll 1-\u20602-\u20606 and 2↓.", { type: "dice_rolled", seat: 1, roll: 2, dice: [1, 2, 6], hilo: -2 }],
    ["You rack 6 and bank 3. The Hi/Lo die goes into its box.", { type: "put_away", seat: 1, rack: [6], from_bank: [], bank: [3], box: true }],
    ["You score 18, for a total of 40.", { type: "turn_ended", result: turn(), score: 40 }],
    ["Anna rolls 1.", { type: "dice_rolled", seat: 0, roll: 2, dice: [1], hilo: null }],
  ])("told to Bo: %s", (sentence, event) => {
    expect(tell(event, ["Anna", "Bo"], 1)).toBe(sentence);
  });
});

describe("the result in words", () => {
  const outcome = (termination: string) => ({ termination, winners: [1] });

  it("names the winner's points", () => {
    expect(result({ view: cinqoView({ scores: [90, 104] }), outcome: outcome("hundred"), names: "Bo", isMine: true })).toEqual({ line: "104 points for Bo." });
  });

  it("says what the turn brought that ended it", () => {
    const view = cinqoView({ scores: [90, 104], history: [turn({ seat: 1, points: 4 }), turn({ seat: 1, points: 18 })] });
    expect(result({ view, outcome: outcome("hundred"), names: "Bo", isMine: true })).toEqual({ line: "Bo reached 104, with 18 in the last turn." });
  });

  it("names the rounds that were agreed", () => {
    const { options } = cinqoView();
    const view = cinqoView({ scores: [90, 70], options: { ...options, goal: "rounds", rounds: 8 } });
    expect(result({ view, outcome: outcome("rounds"), names: "Anna", isMine: true }).line).toBe("90 points for Anna after 8 rounds.");
  });

  it("keeps a record of solitaire on this device, for the player here", () => {
    const { options } = cinqoView();
    const alone = (round: number, isMine = true) =>
      result({ view: cinqoView({ scores: [100], options: { ...options, players: 1 }, history: [turn({ round })] }), outcome: outcome("hundred"), names: "Anna", isMine });
    expect(alone(9)).toMatchObject({ title: "100 reached in 9 rounds", line: "Anna reached 100, with 18 in the last turn." });
    expect(alone(7).line).toBe("That’s your new record!");
    expect(alone(8).line).toBe("Your record: 7 rounds");
    expect(alone(2, false).line).toBe("Anna reached 100, with 18 in the last turn.");
  });
});

it("a variant is told in a word or two, and solitaire is always to 100", () => {
  const rounds = { ...GAME.options({ players: 3, sides: 3 }), goal: "rounds" as const };
  expect([GAME.variant(rounds), GAME.variant(GAME.options({ players: 2, sides: 2 }))]).toEqual(["5 rounds", "First to 100"]);
  expect(GAME.options({ players: 4, sides: 4 }, rounds).goal).toBe("rounds");
  expect(GAME.options({ players: 1, sides: 1 }, rounds).goal).toBe("hundred");
});
