import { afterEach, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import Mark from "../../kit/Mark.svelte";
import { optionsOf } from "../../state/table/choices";
import type { Hints } from "../../state/table/hint.svelte";
import { click, get, show, text } from "../../testing/show";
import { tinyView } from "../../testing/tiny";
import type { Hint, View } from "../../wire/types";
import HintPanel from "./HintPanel.svelte";

let reasons: Hint["reasons"] = [];
afterEach(() => (reasons = []));

let state: object = {};
afterEach(() => (state = {}));

let more: object = {};
afterEach(() => (more = {}));

let compact = false;
afterEach(() => (compact = false));

async function panel(scale: Hint["scale"], ...values: [points: number, value: number, error?: number][]) {
  const choices = values.map(([points, value, error = null]) => ({ move: { type: "add", points }, value, error }));
  const shown = { version: 1, scale, choices, reasons };
  const part = { MoveLine: Mark, choiceKey: ({ points }: { points: number }) => String(points), ...more };
  const options = optionsOf(shown as unknown as Hint, part as unknown as NonNullable<Hints["part"]>);
  const taken = (state as { taken?: number }).taken ?? -1;
  const hints = {
    shown,
    part,
    options,
    taken,
    advised: (options[taken] ?? options[0])?.move ?? null,
    proposed: null,
    ...state,
    showChoice: vi.fn(),
    clear: vi.fn(),
  };
  await show(HintPanel, { hints: hints as unknown as Hints, view: tinyView() as unknown as View, compact });
  return hints;
}
const worth = () => [...document.querySelectorAll(".value")].map((each) => text(each));

describe("the hint's panel", () => {
  it("shows the three best choices, each once, and takes one", async () => {
    const hints = await panel("chance", [1, 0.625], [1, 0.62], [2, 0.5], [3, 0.4], [4, 0.3]);
    expect(worth()).toEqual(["63% to win", "50% to win", "40% to win"]);
    click("hint-1");
    expect(hints.showChoice).toHaveBeenCalledExactlyOnceWith({ type: "add", points: 2 });
  });

  it("marks the choice that stands on the board, and says which button plays it", async () => {
    await panel("chance", [1, 0.6], [2, 0.5]);
    const pressed = () => ["hint-0", "hint-1"].map((id) => get(id).getAttribute("aria-pressed"));
    expect(text(get("hint-head"))).toBe("Best moves: pick one to try it");
    expect(pressed()).toEqual(["false", "false"]);
    document.body.replaceChildren();
    state = { taken: 1, proposed: { move: { type: "add", points: 2 }, button: "Add 2" } };
    await panel("chance", [1, 0.6], [2, 0.5]);
    expect(text(get("hint-head"))).toBe("Press “Add 2” or pick another");
    expect(pressed()).toEqual(["false", "true"]);
  });

  it("says that choices are just as good within their error, and shows last of them what costs much", async () => {
    more = { isCostly: ({ points }: { points: number }) => points === 1 };
    const hints = await panel("chance", [1, 0.43, 0.01], [2, 0.424, 0.01], [3, 0.41, 0.01]);
    expect(worth()).toEqual(["43% to win", "just as good", "41% to win"]);
    const bars = ["hint-0", "hint-1", "hint-2"].map((id) => get(id).style.getPropertyValue("--full"));
    expect(bars).toEqual(["43.0%", "43.0%", "41.0%"]);
    click("hint-0");
    expect(hints.showChoice).toHaveBeenCalledExactlyOnceWith({ type: "add", points: 2 });
  });

  it("takes the error from the hint: exact chances are numbers", async () => {
    await panel("chance", [1, 0.434, 0], [2, 0.424, 0], [3, 0.36, 0]);
    expect(worth()).toEqual(["43% to win", "42% to win", "36% to win"]);
    document.body.replaceChildren();
    await panel("chance", [1, 0.43, 0.02], [2, 0.38, 0.06], [3, 0.36, 0.02]);
    expect(worth()).toEqual(["43% to win", "just as good", "36% to win"]);
  });

  it("shows tenths only where choices differ by them alone, and one number for what is as good", async () => {
    await panel("chance", [1, 0.554, 0], [2, 0.5469, 0], [3, 0.36, 0]);
    expect(worth()).toEqual(["55.4% to win", "54.7% to win", "36% to win"]);
    document.body.replaceChildren();
    await panel("chance", [1, 0.552, 0], [2, 0.552, 0], [3, 0.55196]);
    expect(worth()).toEqual(["55% to win", "just as good", "just as good"]);
    document.body.replaceChildren();
    await panel("chance", [1, 0.5549, 0], [2, 0.5, 0]);
    expect(worth(), "rounded once").toEqual(["55% to win", "50% to win"]);
    document.body.replaceChildren();
    await panel("chance", [1, 0.6], [2, 0.501], [3, 0.499]);
    expect(worth()).toEqual(["60% to win", "50.1% to win", "49.9% to win"]);
  });

  it("shows first what costs much where nothing else is as good", async () => {
    more = { isCostly: ({ points }: { points: number }) => points === 1 };
    await panel("chance", [1, 0.46], [2, 0.424]);
    expect(worth()).toEqual(["46% to win", "42% to win"]);
  });

  it("numbers the choices of a game whose table does so", async () => {
    const numbers = () => [...document.querySelectorAll(".number")].map((each) => text(each));
    await panel("chance", [1, 0.6], [2, 0.5]);
    expect(numbers()).toEqual([]);
    document.body.replaceChildren();
    more = { isNumbered: true };
    await panel("chance", [1, 0.6], [2, 0.5]);
    expect(numbers()).toEqual(["1", "2"]);
  });

  it("says why the first is the best, in the game's own words, which come with it", async () => {
    reasons = [{ code: "builds", params: { space: 3 } }, { code: "draws", params: { count: 1 } }, { code: "wins", params: { space: 2 } }];
    await startLanguage();
    await withMore(Promise.resolve());
    await panel("chance", [1, 0.625], [2, 0.5]);
    expect(text(get("hint-why"))).toBe("tiny.review.reason.builds tiny.review.reason.draws");
    expect(get("hint-0").contains(get("hint-why"))).toBe(true);
  });

  it("repeats below the tiles why the first is the best, with its name while another choice stands on the board", async () => {
    reasons = [{ code: "builds", params: { space: 3 } }];
    compact = true;
    for (const [taken, isNamed] of [[-1, false], [0, false], [1, true]] as const) {
      document.body.replaceChildren();
      state = { taken };
      await panel("chance", [1, 0.625], [2, 0.5]);
      expect(get("hint-why-below").querySelector("b svg") !== null, `choice ${taken}`).toBe(isNamed);
      expect(text(get("hint-why-below"))).toContain("tiny.review.reason.builds");
    }
  });

  it("counts the rounds to go", async () => {
    await panel("rounds", [1, -5.25]);
    expect(worth()).toEqual(["6.25 rounds to go"]);
  });

  it("says when a simpler bot answered, whose values mean nothing to people", async () => {
    await panel("own", [1, -17]);
    expect(worth()).toEqual([""]);
    expect(text(get("hint-panel"))).toContain("This hint is from a simpler bot");
  });
});
