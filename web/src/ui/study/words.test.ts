import { expect, it } from "vitest";
import { fittingOf } from "./words";

it("says no more above a phone's board than fits, and always the first sentence", () => {
  const long = "a".repeat(180);
  expect(fittingOf([long, "b"])).toEqual([long]);
  expect(fittingOf(["a", "b", long])).toEqual(["a", "b"]);
});
