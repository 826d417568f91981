import { describe, expect, it, vi } from "vitest";
import type { Table } from "../../state/table/table.svelte";
import { click, get, show, text } from "../../testing/show";
import { person, tinyTable } from "../../testing/tiny";
import type { Presence } from "../../wire/types";
import Prompts from "./Prompts.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

async function prompts(view = tinyTable(), presence: Partial<Presence> = {}, mine = [0]) {
  const table = { presence: { here: [true, true], away: [false, false], watching: 0, idle: null, ...presence }, mine, command: vi.fn() };
  await show(Prompts, { table: table as unknown as Table, view });
  return table;
}

describe("a question to me", () => {
  it("is nothing most of the time", async () => {
    await prompts();
    expect(text()).toBe("");
  });

  it.each([
    ["agree-draw", "offer_draw", 2],
    ["not-now", "decline_draw", 1],
  ])("a draw that is offered: %s", async (button, type, presses) => {
    const table = await prompts(tinyTable({ draw_offers: [1] }));
    expect(text()).toContain("Bo offers a draw.");
    for (let number = 1; number < presses; number++) await click(button);
    expect(table.command).not.toHaveBeenCalled();
    click(button);
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type, seat: 0 });
  });

  it("is no question of a draw that I offer too, or only watch", async () => {
    await prompts(tinyTable({ draw_offers: [0, 1] }));
    await prompts(tinyTable({ draw_offers: [1], point_of_view: null }), {}, []);
    expect(text()).toBe("");
  });

  it("is to take my seat back after my time ran out, once the bot has ended the turn", async () => {
    const seats = [{ ...person("Anna", true), kind: "stand_in", level: "deep", ran_out: true }, person("Bo")];
    const clock = { remaining: [0, 9_000], since: 1, now: 1, running: null, finished_by_bot: 0 };
    await prompts(tinyTable({ seats, clock }), {}, []);
    expect(text()).toBe("You ran out of time. A bot is finishing this turn for you.");
    expect(document.querySelector("button")).toBeNull();
    document.body.replaceChildren();
    const table = await prompts(tinyTable({ seats, clock: { ...clock, finished_by_bot: null } }), {}, []);
    expect(text()).toContain("You ran out of time. A bot is playing for you.");
    click("take-back");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "take_back", seat: 0 });
  });

  it("is whether a bot may play for an absent player, or I wait", async () => {
    const table = await prompts(tinyTable(), { away: [false, true] });
    expect(text()).toContain("Bo is away.");
    click("call-bot");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "call_bot", seat: 1 });
    click("not-now");
    expect(text()).toBe("");
    expect(table.command).toHaveBeenCalledOnce();
  });

  it("is whether a bot may play for a connected but idle player, turn by turn", async () => {
    const table = await prompts(tinyTable(), { idle: 1 });
    expect(text()).toContain("Bo hasn’t moved for 5 minutes.");
    click("call-bot");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "call_bot", seat: 1 });
    click("not-now");
    expect(text()).toBe("");
  });

  it("is not for the idle player, nor for spectators", async () => {
    await prompts(tinyTable(), { idle: 0 });
    await prompts(tinyTable({ point_of_view: null }), { idle: 1 }, []);
    expect(text()).toBe("");
  });

  it("is whether I take my seat back from a bot", async () => {
    const standIn = { kind: "stand_in", name: "Anna", level: "novice", yours: true };
    const table = await prompts(tinyTable({ seats: [standIn, person("Bo")], point_of_view: null }), {}, []);
    expect(text(get("prompt"))).toContain("A bot is playing for you.");
    click("take-back");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "take_back", seat: 0 });
  });
});
