import { afterEach, expect, it, vi } from "vitest";
import { withMore } from "../i18n/index.svelte";
import { peace } from "../state/people/peace.svelte";
import { api } from "../state/server/api";
import { get, settled, show, text } from "../testing/show";
import { TINY, person, tinyTable, tinyView } from "../testing/tiny";
import type { Replay } from "../wire/types";
import ReplayPage from "./ReplayPage.svelte";

vi.mock("../games", () => import("../testing/tiny"));
afterEach(() => vi.restoreAllMocks());

it.each([
  [[person("Ada", true), person("Priya")], [0], "You and Priya You win!"],
  [[person("Priya"), person("Ada", true)], [0], "You and Priya You lost"],
  [[person("Bo"), person("Priya")], [1], "Bo and Priya Priya wins"],
])("a replay names its players as its result does, you first", async (seats, winners, parties) => {
  await withMore(Promise.resolve());
  vi.spyOn(peace, "load").mockResolvedValue(undefined);
  const table = tinyTable({ status: "ended", seats, outcome: { winners, termination: "line" } });
  vi.spyOn(api, "replay").mockResolvedValue({ table, steps: [{ seat: null, chance: null, events: [], view: tinyView() }], talk: [], started_at: null } as unknown as Replay);
  await show(ReplayPage, { id: "a-table", ply: null });
  await settled();
  expect(text(get("replay-facts").querySelector(".parties")!).replaceAll(" · ", " ")).toBe(parties);
});

it.each([
  [[12, 30], "You 30 – 12 Bo You win!"],
  [[12, 30, 9], "You 30, Bo 12 and Cleo 9 You win!"],
])("a replay of a game with points names the final score, yours first", async (scores, parties) => {
  await withMore(Promise.resolve());
  vi.spyOn(peace, "load").mockResolvedValue(undefined);
  const part = await TINY.replay();
  vi.spyOn(TINY, "replay").mockResolvedValue({ ...part, scoresOf: () => scores });
  const seats = [person("Bo"), person("Ada", true), person("Cleo")].slice(0, scores.length);
  const table = tinyTable({ status: "ended", seats, outcome: { winners: [1], termination: "points" } });
  vi.spyOn(api, "replay").mockResolvedValue({ table, steps: [{ seat: null, chance: null, events: [], view: tinyView() }], talk: [], started_at: null } as unknown as Replay);
  await show(ReplayPage, { id: "a-table", ply: null });
  await settled();
  expect(text(get("replay-facts").querySelector(".parties")!).replaceAll(" · ", " ")).toBe(parties);
});
