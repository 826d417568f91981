import { expect, it } from "vitest";
import { startLanguage } from "../../i18n/index.svelte";
import { result } from "./result";
import { cincoView } from "./testing";

it("says which space completed the five", async () => {
  await startLanguage();
  const ending = { view: cincoView({ last_space: 63, winning: [61, 62, 63, 64, 65] }), outcome: { termination: "five", winners: [0] }, names: "you", isMine: true };
  expect(result(ending as never).line).toBe("Five in a row for you, completed on 63.");
  expect(result({ ...ending, outcome: { termination: "board", winners: [] } } as never).line).toBe("The board is full, and nobody has five in a row.");
});
