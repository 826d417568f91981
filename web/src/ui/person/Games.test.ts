import { expect, it, vi } from "vitest";
import { withMore } from "../../i18n/index.svelte";
import { people } from "../../state/people/people";
import { click, get, show, text } from "../../testing/show";
import type { FinishedGame, PersonPage } from "../../wire/types";
import Games from "./Games.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));
const saveText = vi.hoisted(() => vi.fn());
vi.mock("../../state/device/files", () => ({ saveText }));

const seat = { name: "Anna", level: null, handle: null, side: 0, ending: "won", bot_moves: 0, change: null };
const game = { table: "sound", game: "tiny", kind: null, is_rated: false, ended: 0, termination: "rules", seats: [seat], seat: 0, opens_at: null } as unknown as FinishedGame;

it("says which games a download leaves out", async () => {
  await withMore(Promise.resolve());
  vi.spyOn(people, "games").mockResolvedValue({ games: [game], next: null } as never);
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response("[Quincunx]\n", { headers: { "x-damaged": "one,two" } })));
  await show(Games, { page: { handle: "anna", is_you: true } as unknown as PersonPage });
  await vi.waitFor(() => get("all-games"));
  expect(document.querySelector('[data-testid="side"]'), "my own page needs no side").toBeNull();
  click("all-games");
  await vi.waitFor(() => expect(text(get("damaged-games"))).toBe("2 games are damaged, and are not in the file: one, two"));
  expect([...get("damaged-games").querySelectorAll("a")].map((each) => each.getAttribute("href"))).toEqual(["/t/one", "/t/two"]);
  expect(saveText).toHaveBeenCalledWith("quincunx-games.txt", "[Quincunx]\n");
  vi.unstubAllGlobals();
});

it("shows the first games at once, and the others on request", async () => {
  await withMore(Promise.resolve());
  const games = Array.from({ length: 12 }, (_, at) => ({ ...game, table: `table-${at}` }));
  const ask = vi.spyOn(people, "games").mockReset().mockResolvedValue({ games, next: null } as never);
  await show(Games, { page: { handle: "anna", is_you: false } as unknown as PersonPage });
  await vi.waitFor(() => get("more-games"));
  const shown = () => document.querySelectorAll('[data-testid="game"]').length;
  expect(shown()).toBe(10);
  click("more-games");
  await vi.waitFor(() => expect(shown()).toBe(12));
  expect(document.querySelector('[data-testid="more-games"]')).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
});

it("tells our games from my side, and the person's other games from theirs", async () => {
  await withMore(Promise.resolve());
  const ask = vi.spyOn(people, "games").mockReset().mockResolvedValue({ games: [game], next: null } as never);
  await show(Games, { page: { handle: "anna", name: "Anna", is_you: false, with_you: [{}] } as unknown as PersonPage });
  await vi.waitFor(() => get("games"));
  expect(text(get("side"))).toBe("Results from Anna’s side.");
  expect(ask).toHaveBeenLastCalledWith("anna", expect.objectContaining({ against: "" }), null);
  const filter = get("filter-against") as HTMLSelectElement;
  filter.value = "me";
  filter.dispatchEvent(new Event("change", { bubbles: true }));
  await vi.waitFor(() => expect(ask).toHaveBeenLastCalledWith("me", expect.objectContaining({ against: "anna" }), null));
  expect(text(get("side"))).toBe("Results from your side.");
});
