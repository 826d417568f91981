import { beforeAll, expect, it } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { get, show, text } from "../../testing/show";
import LevelSlider from "./LevelSlider.svelte";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

it("each face of the slider has its name, and the chosen one its description", async () => {
  const levels = ["novice", "keen", "master"];
  await show(LevelSlider, { game: "tiny", levels, value: "keen", onchange: () => undefined });
  const names = [...get("level-names").querySelectorAll("span")];
  expect(names.map((name) => text(name))).toEqual(["Seedling", "Lamplighter", "Stargazer"]);
  expect(names.map((name) => name.classList.contains("on"))).toEqual([false, true, false]);
  expect(text(get("level-line"))).toBe("Lamplighter Knows the game. Expect to win some and lose some.");
});
