import { beforeAll, describe, expect, it } from "vitest";
import { addTexts } from "../../i18n/catalogue";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { factsOf, kindName } from "./words";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
  const person = { kind: { "two-teams": "two teams" }, fact: { best_turn_one: "best turn: {{most}} point", best_turn_other: "best turn: {{most}} points", fives: "fives: {{total}}" } };
  addTexts("en", { tiny: { person } });
});

describe("a game's own terms", () => {
  it("are in its texts", () => {
    expect(kindName("tiny", "two-teams")).toBe("two teams");
    expect(kindName("tiny", null)).toBe("Solitaire");
    expect(kindName("a-third-game", "in-the-dark"), "or it is called as it comes").toBe("in-the-dark");
  });

  it("include the facts that have texts and values", () => {
    const facts = { best_turn: [[12, 2], [21, 1]], fives: [[0, 3]], points: [[100, 3]] } as const;
    expect(factsOf({ game: "tiny", facts })).toEqual(["best turn: 21 points"]);
    expect(factsOf({ game: "tiny", facts: { best_turn: [[1, 2]], fives: [[1, 2]] } })).toEqual(["best turn: 1 point", "fives: 2"]);
    expect(factsOf({ game: "a-third-game", facts })).toEqual([]);
  });
});
