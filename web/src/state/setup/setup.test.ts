import { beforeAll, describe, expect, it, vi } from "vitest";
import { startLanguage } from "../../i18n/index.svelte";
import { TINY } from "../../testing/tiny";
import { ME, OPEN, bot, invited } from "./quick";
import { LIVE, Setup } from "./setup.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));
beforeAll(startLanguage);

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
    setup.setFirst(1);
    setup.choose(four);
    expect(kinds(setup)).toEqual(["me", "open", "open", "open"]);
    expect(setup.options.first).toBe(1);
    setup.setFirst(3);
    setup.choose(two);
    expect(setup.options).toMatchObject({ players: 2, first: 0 });
  });

  it("invites no person twice: further seats are open", () => {
    const setup = new Setup(TINY, "friends");
    setup.place(1, invited("a-friends-handle"));
    setup.choose(four);
    expect(kinds(setup)).toEqual(["me", "invited", "open", "open"]);
    setup.share(true);
    expect(kinds(setup)).toEqual(["me", "me", "me", "me"]);
  });

  it("seats the only person", () => {
    const setup = new Setup(TINY, null);
    setup.place(0, bot("deep"));
    setup.choose(alone);
    expect(setup.seats).toEqual([ME]);
    setup.choose(two);
    expect(setup.seats).toEqual([ME, bot("deep")]);
  });

  it("has one seat for me, unless all people are on this device", () => {
    const setup = new Setup(TINY, null);
    setup.share(true);
    expect(kinds(setup)).toEqual(["me", "bot"]);
    setup.place(1, ME);
    expect(kinds(setup)).toEqual(["me", "me"]);
    setup.share(false);
    expect(kinds(setup)).toEqual(["me", "open"]);
  });

  it("loses no player when I take another seat: we swap places", () => {
    const setup = new Setup(TINY, null);
    setup.choose(four);
    setup.place(2, OPEN);
    setup.place(1, bot("deep"));
    setup.place(1, ME);
    expect(setup.seats).toEqual([bot("deep"), ME, OPEN, bot("novice")]);
    setup.place(0, ME);
    expect(setup.seats).toEqual([ME, bot("deep"), OPEN, bot("novice")]);
  });

  it("has one level for all bots, but for those that were chosen one by one", () => {
    const setup = new Setup(TINY, null);
    setup.choose(four);
    setup.place(2, OPEN);
    setup.setLevel("deep");
    expect(setup.seats).toEqual([ME, bot("deep"), OPEN, bot("deep")]);
    setup.place(1, bot("novice"));
    expect([setup.level, setup.seats[3]]).toEqual(["novice", bot("deep")]);
  });

  it("fills all seats but mine with bots", () => {
    const setup = new Setup(TINY, "friends");
    setup.choose(four);
    setup.place(1, ME);
    setup.fillWithBots();
    expect(setup.seats).toEqual([bot("novice"), ME, bot("novice"), bot("novice")]);
    expect(setup.isAgainstBots).toBe(true);
  });

  it("names players on a shared device, and no others", () => {
    const setup = new Setup(TINY, "device");
    setup.names[1] = "  Bo ";
    setup.choose(four);
    setup.place(3, bot("deep"));
    expect(setup.settings.seats.map(({ name }) => name)).toEqual(["Player 1", "Bo", "Player 3", null]);
    setup.fillWithBots();
    expect(setup.settings.seats[0]).toEqual(ME);
  });

  it("is not listed when it is on one device, and needs a player there", () => {
    const setup = new Setup(TINY, null);
    setup.listed = true;
    setup.share(true);
    expect(setup.listed).toBe(false);
    expect(setup.needsPerson).toBe(false);
    setup.place(0, bot("deep"));
    expect(setup.needsPerson).toBe(true);
  });

  it("has hints against bots alone by default", () => {
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

  it("is rated only where a result means something, and then chance and no hints decide", () => {
    const setup = new Setup(TINY, null);
    setup.rated = true;
    expect([setup.rated, setup.whyNotRated]).toEqual([false, "rated-pace"]);
    setup.pace = LIVE[0]!;
    expect([setup.settings.rated, setup.hints]).toEqual([true, false]);
    setup.share(true);
    expect([setup.settings.rated, setup.whyNotRated]).toEqual([false, "rated-one-device"]);
    setup.share(false);
    setup.choose(alone);
    expect([setup.settings.rated, setup.whyNotRated]).toEqual([false, "rated-alone"]);
  });
});
