import { beforeAll, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { people } from "../../state/people/people";
import { get, show, text } from "../../testing/show";
import type { GamePlay, Loss } from "../../wire/types";
import { intervalText, tickText } from "../review/words";
import { scaleOf } from "./curve";
import { barsOf, luckCurve, pointText } from "./play";
import Play from "./Play.svelte";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

const mean = (value: number, margin: number, count: number) => ({ mean: value, margin, count });
const loss = (kind: string, phase: Loss["phase"], value: number, margin: number): Loss => ({ kind, phase, each: mean(value, margin, 9), total: value });
const play = (more: Partial<GamePlay> = {}): GamePlay => ({
  game: "tiny", scale: "chance", luck: mean(0.02, 0.06, 3), errors: mean(0.08, 0.03, 3), decisions: 30, found: 24,
  losses: [loss("play", "late", 0.04, 0.04), loss("draw", "early", 0.01, 0.002)],
  points: [0.1, -0.06, 0.02].map((luck, index) => ({ table: `t${index}`, at: Date.UTC(2026, 10, 1 + index, 12), luck, mean: [0.1, 0.02, 0.02][index]!, margin: [0, 0.157, 0.09][index]! })),
  ...more,
});

describe("luck and play over many games", () => {
  it("are means with what is uncertain of them", () => {
    expect(intervalText({ mean: 0.02, margin: 0.06 }, "chance")).toBe("+2 ± 6%");
    // Saved rounds are good luck, and have a minus.
    expect(intervalText({ mean: 0.02, margin: 0, count: 1 }, "chance")).toBe("+2%");
    expect(intervalText({ mean: 1.5, margin: 0.4 }, "rounds")).toBe("−1.5 ± 0.4 rounds");
    expect(intervalText({ mean: -0.034, margin: 0.012 }, "rounds")).toBe("+0.03 ± 0.01 rounds");
    expect([tickText(-0.2, "chance"), tickText(2, "rounds")]).toEqual(["−20", "−2"]);
  });

  it("go their way from game to game", () => {
    expect(luckCurve(play()).map(({ points, margin }) => [points, margin])).toEqual([[10, 0], [2, 15.7], [2, 9]]);
    expect(pointText(play(), 1)).toBe("2 November 2026: −6% in this game, +2 ± 16% on average so far.");
    expect(pointText(play(), 0)).toBe("1 November 2026: +10% in this game, +10% on average so far.");
    expect(scaleOf([{ at: 0, points: 0.4, margin: 0.3 }, { at: 1, points: 0.6, margin: 0.3 }], true).lines.length).toBeGreaterThan(2);
  });

  it("have bars as long as what is lost, and from where to where that may be", () => {
    const [first, second] = barsOf(play().losses);
    expect(first).toMatchObject({ share: 0.5, from: 0, to: 1 });
    expect(second!.from).toBeCloseTo(0.1);
    expect(second!.to).toBeCloseTo(0.15);
    expect(barsOf([loss("play", "late", 0, 0)])[0]).toMatchObject({ share: 0, to: 0 });
  });

  it("stand on a person's page", async () => {
    vi.spyOn(people, "play").mockResolvedValue({ games: [play()] });
    await show(Play, { handle: "ada" });
    expect(people.play).toHaveBeenCalledExactlyOnceWith("ada");
    const said = text(get("play-tiny-chance"));
    expect(said).toContain("tiny 3 games Found the best move 24 out of 30 times. Luck per game: +2 ± 6% to win");
    expect(said).toContain("Decisions per game: −8 ± 3% to win average loss play, second half (9)");
    expect((get("curve") as HTMLInputElement).getAttribute("aria-valuetext")).toContain("3 November 2026");
  });

  it("are not there while nothing is reviewed, or where the server cannot say", async () => {
    vi.spyOn(people, "play").mockResolvedValue({ games: [] });
    await show(Play, { handle: "ada" });
    expect(document.querySelector('[data-testid="play"]')).toBeNull();
    vi.spyOn(people, "play").mockRejectedValue(new Error("away"));
    await show(Play, { handle: "bo" });
    expect(document.querySelector('[data-testid="play"]')).toBeNull();
  });
});
