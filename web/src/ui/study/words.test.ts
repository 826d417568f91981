import { expect, it } from "vitest";
import { LOW_ROOM, fittingOf, labelIn, splitTask } from "./words";

it("says no more above a phone's board than fits, and always the first sentence", () => {
  const long = "a".repeat(180);
  expect(fittingOf([long, "b"])).toEqual([long]);
  expect(fittingOf(["a", "b", long])).toEqual(["a", "b"]);
  expect(fittingOf(["a", "b".repeat(120)], LOW_ROOM)).toEqual(["a"]);
});

it("finds the button that a question names, in the quotation marks of each language", () => {
  expect(["Tap “Keep all”, then end the turn.", "Tippe auf „Alle behalten“.", "Touche « Tout garder ».", "Tocca «Tieni tutto»."].map(labelIn)).toEqual(["Keep all", "Alle behalten", "Tout garder", "Tieni tutto"]);
  expect(labelIn("What do you keep?")).toBe("");
});

it("sets the task, a lesson's last sentence, apart in any language", () => {
  expect(splitTask("3.5 is no total. Keep the sixes: tap each of them.")).toEqual(["3.5 is no total. ", "Keep the sixes: tap each of them."]);
  expect(splitTask("Drei Sechsen! Tippe auf „Alle behalten“.")).toEqual(["Drei Sechsen! ", "Tippe auf „Alle behalten“."]);
  expect(splitTask("满 100 分获胜。点“全部保留”。")).toEqual(["满 100 分获胜。", "点“全部保留”。"]);
  expect(splitTask("What do you keep?")).toEqual(["", "What do you keep?"]);
});
