import { beforeEach, expect, it } from "vitest";
import type { AnyGame } from "../../games/game";
import { proposeLevel, proposedLevel } from "./ladder";

const game = { name: "tiny", levels: ["easy", "usual", "hard"], usualLevel: "usual" } as unknown as AnyGame;

beforeEach(() => localStorage.clear());

it("proposes the usual level, then the one after a win, and never a lower one", () => {
  expect(proposedLevel(game)).toBe("usual");
  proposeLevel(game, "hard");
  expect(proposedLevel(game)).toBe("hard");
  proposeLevel(game, "easy");
  expect(proposedLevel(game)).toBe("hard");
});

it("does not know a level that the game no longer has", () => {
  localStorage.setItem("quincunx.level.tiny", "retired");
  expect(proposedLevel(game)).toBe("usual");
});
