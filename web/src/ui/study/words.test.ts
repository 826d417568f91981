import { expect, it } from "vitest";
import { fittingOf, labelIn } from "./words";

it("says no more above a phone's board than fits, and always the first sentence", () => {
  const long = "a".repeat(180);
  expect(fittingOf([long, "b"])).toEqual([long]);
  expect(fittingOf(["a", "b", long])).toEqual(["a", "b"]);
});

it("finds the button that a question names, in the quotation marks of each language", () => {
  expect(["Tap “Keep all”, then end the turn.", "Tippe auf „Alle behalten“.", "Touche « Tout garder ».", "Tocca «Tieni tutto»."].map(labelIn)).toEqual(["Keep all", "Alle behalten", "Tout garder", "Tieni tutto"]);
  expect(labelIn("What do you keep?")).toBe("");
});
