import { afterEach, expect, it, vi } from "vitest";
import { withMore } from "../i18n/index.svelte";
import { peace } from "../state/people/peace.svelte";
import { api } from "../state/server/api";
import { get, settled, show, text } from "../testing/show";
import { person, tinyTable, tinyView } from "../testing/tiny";
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
