import { beforeAll, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { person, tinyTable } from "../../testing/tiny";
import type { PublicEvent } from "../../wire/types";
import { describeAll } from "./events";

vi.mock("../../games", () => import("../../testing/tiny"));
beforeAll(() => withMore(startLanguage()));

const added = { type: "game", event: { type: "added", seat: 1, secret: 7 } } as unknown as PublicEvent;
const seat = (what: string, level: string | null = null) => ({ type: "seat", what, seat: 1, name: what === "opened" ? null : "Bo", level, bot_moves: 0 }) as PublicEvent;
const table = (what: string, at: number | null = null) => ({ type: "table", what, seat: at, outcome: null }) as PublicEvent;

describe("events in sentences", () => {
  it("tells of seats, of the table and of the game, in their order", () => {
    expect(describeAll([seat("sat_down"), table("started"), added], tinyTable())).toEqual(["Bo takes a seat.", "The game begins.", "Bo adds 7."]);
    expect(describeAll([table("started"), table("unrated")], tinyTable())[1]).toContain("this game isn’t rated");
  });

  it("tells who cancelled the table", () => {
    const ended = (termination: string) => ({ ...table("ended"), outcome: { termination, winners: [] } }) as PublicEvent;
    expect(describeAll([ended("cancelled")], tinyTable({ hosted_by_you: true }))).toEqual(["You cancelled this table"]);
    expect(describeAll([ended("cancelled")], tinyTable({ hosted_by_you: false, host: "Dora" }))).toEqual(["Dora cancelled this table"]);
    expect(describeAll([ended("abandoned")], tinyTable())).toEqual([]);
  });

  it("says how long the server was away, and that its clock was wrong", () => {
    const away = (since: number, until: number): PublicEvent => ({ type: "away", since, until });
    expect(describeAll([away(0, 600_000), away(0, 3_723_000), away(90_000, 0)], tinyTable())).toEqual([
      "The server was away for 10 minutes. Clocks and deadlines stood still.",
      "The server was away for 1 hour 2 minutes. Clocks and deadlines stood still.",
      "The server’s clock was wrong and has been set right. No player lost time by it.",
    ]);
  });

  it("tells a shared device no secrets", () => {
    expect(describeAll([added], tinyTable(), true)).toEqual(["Bo adds something."]);
  });

  it("says who leaves to a bot, and who merely stands up", () => {
    expect(describeAll([seat("stood_up", "deep"), seat("time_ran_out", "deep"), seat("stood_up"), seat("took_back")], tinyTable())).toEqual([
      "Bo leaves; a bot takes over.",
      "Bo runs out of time; a bot takes over.",
      "Bo leaves their seat.",
      "Bo is back.",
    ]);
  });

  it("says how many moves a bot has made for whom", () => {
    const help = (what: string, at: number, bot_moves: number) => ({ type: "seat", what, seat: at, name: "Bo", level: null, bot_moves }) as PublicEvent;
    expect(describeAll([help("took_back", 1, 1), help("took_back", 0, 2), help("helped", 1, 3), help("helped", 0, 1)], tinyTable())).toEqual([
      "Bo is back. A bot has made 1 move for them so far.",
      "You’re back. A bot has made 2 moves for you so far.",
      "A bot made 3 moves for Bo.",
      "A bot made 1 move for you.",
    ]);
  });

  it("says whose seat the host frees", () => {
    const freed = { type: "seat", what: "opened", seat: 1, name: "Bo", level: null, bot_moves: 0 } as PublicEvent;
    expect(describeAll([freed], tinyTable())).toEqual(["The host opens Bo’s seat."]);
  });

  it("says nothing of what needs no word", () => {
    expect(describeAll([table("made"), table("ended"), table("rematch"), seat("opened")], tinyTable())).toEqual([]);
  });

  it("names who offers a draw", () => {
    expect(describeAll([table("draw_offered", 0), table("offer_taken_back", 1)], tinyTable())).toEqual(["You offer a draw.", "Bo withdraws the draw offer."]);
  });

  it("tells who declines a draw, and who resigns", () => {
    expect(describeAll([table("draw_declined", 1), table("resigned", 0)], tinyTable())).toEqual(["Bo declines the draw.", "You resign."]);
  });

  it("addresses the reader in their own actions, except on a shared device", () => {
    const mine = { type: "game", event: { type: "added", seat: 0, secret: 7 } } as unknown as PublicEvent;
    const back = { type: "seat", what: "took_back", seat: 0, name: "Anna", level: null, bot_moves: 0 } as PublicEvent;
    expect(describeAll([mine, back], tinyTable())).toEqual(["You add 7.", "You’re back."]);
    const shared = tinyTable({ seats: [person("Anna", true), person("Bo", true)] }, { one_device: true });
    expect(describeAll([mine, back], shared)).toEqual(["Anna adds 7.", "Anna is back."]);
  });
});
