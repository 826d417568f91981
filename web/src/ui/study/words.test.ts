import { expect, it } from "vitest";
import { endText } from "../../games/cinqo/review/hint";
import { turnResult } from "../../games/cinqo/testing";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { fittingOf } from "./words";

it("says no more above a phone's board than fits, and always the first sentence", () => {
  const long = "a".repeat(180);
  expect(fittingOf([long, "b"])).toEqual([long]);
  expect(fittingOf(["a", "b", long])).toEqual(["a", "b"]);
});

it("says what a turn was worth that the answer ended", async () => {
  await startLanguage();
  await withMore(Promise.resolve());
  expect(endText([{ type: "turn_ended", seat: 0, result: turnResult({ points: 30 }), score: 30 } as never])).toBe("The turn ends with 30 points.");
  expect(endText([])).toBe("");
});
