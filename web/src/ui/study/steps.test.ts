import { flushSync } from "svelte";
import { beforeAll, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { show, text } from "../../testing/show";
import Steps from "./Steps.svelte";

beforeAll(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});

/** Return the numbers of the steps that are listed in so many pixels, and whether their rows are as high as a finger. */
async function listed(height: number, at: number, count = 8) {
  document.body.replaceChildren();
  const room = vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(height);
  await show(Steps, { names: Array.from({ length: count }, (_, index) => `name ${index + 1}`), at, isFinished: () => false, addressOf: String });
  flushSync();
  room.mockRestore();
  return [[...document.querySelectorAll(".name")].map((each) => Number(text(each).slice(5))), document.querySelector(".high") !== null];
}

it("lists as many steps as there is room for, around the current one", async () => {
  expect(await listed(80, 4)).toEqual([[], false]);
  expect(await listed(90, 4)).toEqual([[4, 5, 6], false]);
  expect(await listed(170, 0)).toEqual([[1, 2, 3, 4, 5], false]);
  expect(await listed(170, 7)).toEqual([[4, 5, 6, 7, 8], false]);
  expect(await listed(191, 4), "close rows only if all fit").toEqual([[3, 4, 5, 6, 7, 8], false]);
  expect(await listed(192, 3)).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], false]);
  expect(await listed(240, 3)).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], false]);
  expect(await listed(400, 3)).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], true]);
});
