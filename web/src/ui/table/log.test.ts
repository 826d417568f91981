import { beforeAll, expect, it, vi } from "vitest";
import { startLanguage } from "../../i18n/index.svelte";
import type { Table } from "../../state/table/table.svelte";
import { tinyTable } from "../../testing/tiny";
import type { PublicEvent } from "../../wire/types";
import { Log, shownOf } from "./log.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));
beforeAll(startLanguage);

const added = (seat: number, secret: number) => ({ type: "game", event: { type: "added", seat, secret } });
const table = { server: tinyTable(), history: [added(0, 1), added(1, 2)] } as unknown as Table;

it("tells the newest first, and speaks only of what is new", () => {
  const log = new Log(table, () => false);
  expect(log.lines).toEqual(["Bo adds 2.", "You add 1."]);
  expect(log.spoken).toBe("");
  log.speak(table.history.slice(1));
  expect(log.spoken).toBe("Bo adds 2.");
});

it("is never ahead of a board that shows one event after the other", () => {
  const talk = { type: "talk", line: { seat: 0, phrase: "hello", text: null } } as unknown as PublicEvent;
  const history = [added(0, 1), talk, added(1, 2), talk, added(0, 3)] as PublicEvent[];
  expect([0, 1, 2, 3, 9].map((untold) => shownOf(history, untold).length)).toEqual([5, 4, 2, 0, 0]);
  expect(new Log({ ...table, untold: 1 } as unknown as Table, () => false).lines).toEqual(["You add 1."]);
});

it("names no secrets on a shared device", () => {
  expect(new Log(table, () => true).lines).toEqual(["Bo adds something.", "You add something."]);
});

it("says the same sentence again as another text, so that it is announced each time", () => {
  const log = new Log(table, () => false);
  const said = [1, 2, 3].map(() => {
    log.say("Thanks!");
    return log.spoken;
  });
  expect(said.map((each) => each.trim())).toEqual(["Thanks!", "Thanks!", "Thanks!"]);
  expect(said[1]).not.toBe(said[0]);
  expect(said[2]).not.toBe(said[1]);
});
