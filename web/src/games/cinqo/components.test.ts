import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import { click, get, show, text } from "../../testing/show";
import Case from "./Case.svelte";
import MoveLine from "./MoveLine.svelte";
import { Placing } from "./placing.svelte";
import ScoreCard from "./ScoreCard.svelte";
import Setup from "./Setup.svelte";
import { cinqoView } from "./testing";

it("a die of the case goes where it is touched to", async () => {
  const view = cinqoView();
  const placing = new Placing(() => view);
  placing.follow();
  await show(Case, { view, placing, active: true });
  expect(get("die-1").getAttribute("aria-label")).toBe("Die 2, will be rolled again");
  click("die-1");
  expect(get("die-1").dataset["fate"]).toBe("rack");
  click("hilo");
  expect(get("hilo").getAttribute("aria-label")).toBe("Hi/Lo die 3↑, goes into its box");
  click("bank-0");
  expect(get("bank-0").getAttribute("aria-label")).toBe("Banked die 4, moves to the Rack");
  expect(placing.put).toEqual({ type: "put", rack: [2], bank: [], from_bank: [4], box: true });
});

it("nothing of the case can be moved when it is not my turn", async () => {
  await show(Case, { view: cinqoView() });
  expect([...document.querySelectorAll("button")].every((each) => each.disabled)).toBe(true);
});

it("a hint's choice is read out in words", async () => {
  await show(MoveLine, { view: cinqoView(), move: { type: "put", rack: [6, 6], bank: [2], from_bank: [4], box: true } });
  expect(text(document.querySelector(".visually-hidden")!)).toBe("rack 6 6, move 4 from the Bank to the Rack, bank 2, box the Hi/Lo die");
});

it("the score card marks what the dice read on the side that the arrow names", async () => {
  await show(ScoreCard, { view: { number: 8, hilo: -2, points: 16, best: 30 } });
  expect(text(document.querySelector(".mark")!)).toBe("6");
  expect(text()).toContain("If the turn ended now: 16");
});

it("the goal is chosen on the set-up page, but not in solitaire", async () => {
  const onchange = vi.fn();
  const { options } = cinqoView();
  await show(Setup, { options: { ...options, goal: "rounds" as const }, onchange });
  const rounds = get("rounds") as HTMLInputElement;
  rounds.value = "8";
  rounds.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  expect(onchange).toHaveBeenLastCalledWith({ ...options, goal: "rounds", rounds: 8 });
  document.body.replaceChildren();
  await show(Setup, { options: { ...options, players: 1 }, onchange });
  expect((get("goal-rounds") as HTMLInputElement).disabled).toBe(true);
  expect(text()).toContain("Solitaire is always played to 100.");
});
