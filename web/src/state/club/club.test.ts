import { describe, expect, it, vi } from "vitest";
import type { ClubView } from "../../wire/types";
import { addressOf, Club, weekly } from "./club.svelte";

const VIEW = { name: "cafe", you: { role: "owner" } } as unknown as ClubView;

function answers(...bodies: unknown[]) {
  const fetch = vi.fn();
  for (const body of bodies) fetch.mockResolvedValueOnce(new Response(JSON.stringify(body)));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

describe("a club", () => {
  it("shows what a command has changed, and nothing once it is closed", async () => {
    const fetch = answers(VIEW, { ...VIEW, count: 2 }, null);
    const club = new Club("cafe");
    await club.load();
    expect(club.isOwner && club.isStaff).toBe(true);
    expect(await club.command({ type: "announce", text: "Hello" })).toBe(true);
    expect(club.view?.count).toBe(2);
    await club.command({ type: "close" });
    expect(club.isClosed).toBe(true);
    expect(fetch.mock.calls.map(([path]) => path)).toEqual(["/api/clubs/cafe", "/api/clubs/cafe/commands", "/api/clubs/cafe/commands"]);
  });

  it("keeps what it has while the server is away, and says why there is none", async () => {
    const reason = { kind: "unknown", code: "no-such-club", sentence: "There is no such club.", rule: null, params: {} };
    answers(VIEW);
    const club = new Club("cafe");
    await club.load();
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("away")));
    await club.load();
    expect(club.view).toEqual(VIEW);
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response(JSON.stringify(reason), { status: 404 })));
    await club.load();
    expect(club.refusal?.code).toBe("no-such-club");
  });
});

it("weekly nights begin at the same time of the day", () => {
  const starts = weekly(new Date(2027, 2, 20, 19, 30), 3).map((at) => new Date(at));
  expect(starts.map((at) => [at.getMonth(), at.getDate(), at.getHours(), at.getMinutes()])).toEqual([
    [2, 20, 19, 30],
    [2, 27, 19, 30],
    [3, 3, 19, 30],
  ]);
});

it.each([
  ["Café Müßiggang", "cafe-mussiggang"],
  ["  The Old & Wise Players of the Town ", "the-old-wise-players-of"],
  ["俱乐部", ""],
])("the address of “%s” is “%s”", (title, address) => expect(addressOf(title)).toBe(address));
