import { describe, expect, it, vi } from "vitest";
import { TINY } from "../testing/tiny";
import { ME, OPEN, bot } from "./quick";
import { Setup } from "./setup.svelte";

vi.mock("../games", () => import("../testing/tiny"));

const [alone, two, four] = TINY.seatings as [(typeof TINY.seatings)[0], (typeof TINY.seatings)[0], (typeof TINY.seatings)[0]];
const kinds = (setup: Setup) => setup.seats.map((seat) => seat.kind);

describe("a new table", () => {
  it.each([
    [null, ["me", "bot"], true],
    ["friends", ["me", "open"], false],
    ["device", ["me", "me"], false],
  ] as const)("begins as asked for: %s", (preset, seats, hints) => {
    const setup = new Setup(TINY, preset);
    expect(kinds(setup)).toEqual(seats);
    expect(setup.hints).toBe(hints);
    expect(setup.settings).toMatchObject({ one_device: preset === "device", listed: false, watchable: true, options: { players: 2 } });
  });

  it("fills new seats as the second one is, and keeps what was chosen", () => {
    const setup = new Setup(TINY, "friends");
    setup.begin(1);
    setup.choose(four);
    expect(kinds(setup)).toEqual(["me", "open", "open", "open"]);
    expect(setup.options.first).toBe(1);
    setup.begin(3);
    setup.choose(two);
    expect(setup.options).toMatchObject({ players: 2, first: 0 });
  });

  it("seats whoever is alone", () => {
    const setup = new Setup(TINY, null);
    setup.place(0, bot("deep"));
    setup.choose(alone);
    expect(setup.seats).toEqual([ME]);
    setup.choose(two);
    expect(setup.seats).toEqual([ME, bot("novice")]);
  });

  it("has one seat for me, unless everybody is on this device", () => {
    const setup = new Setup(TINY, null);
    setup.place(1, ME);
    expect(kinds(setup)).toEqual(["open", "me"]);
    setup.share(true);
    expect(kinds(setup)).toEqual(["me", "me"]);
    setup.place(0, ME);
    expect(kinds(setup)).toEqual(["me", "me"]);
    setup.share(false);
    expect(kinds(setup)).toEqual(["me", "open"]);
  });

  it("is not listed when it is on one device, and needs somebody there", () => {
    const setup = new Setup(TINY, null);
    setup.listed = true;
    setup.share(true);
    expect(setup.listed).toBe(false);
    expect(setup.needsPerson).toBe(false);
    setup.place(0, bot("deep"));
    expect(setup.needsPerson).toBe(true);
  });

  it("has hints against bots alone, until somebody says otherwise", () => {
    const setup = new Setup(TINY, null);
    setup.place(1, OPEN);
    expect(setup.hints).toBe(false);
    setup.hints = true;
    expect(setup.settings.hints).toBe(true);
  });

  it("knows the teams of every seating", () => {
    const setup = new Setup(TINY, null);
    expect(setup.teamsOf(four)).toEqual([0, 1, 0, 1]);
    expect(setup.teamsOf(two)).toEqual([null, null]);
  });
});
