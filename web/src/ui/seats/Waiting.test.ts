import { describe, expect, it, vi } from "vitest";
import { router } from "../../router.svelte";
import { guest } from "../../state/people/guest.svelte";
import type { Table } from "../../state/table/table.svelte";
import { click, get, settled, show, text } from "../../testing/show";
import { TINY, person, tinyTable } from "../../testing/tiny";
import Waiting from "./Waiting.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));

const open = { kind: "open", name: null, level: null, yours: false };
const options = TINY.options(TINY.seatings[2]!);

async function wait(changes: object, mine: number[] = []) {
  const table = { mine, command: vi.fn(), sitDown: vi.fn() };
  const seats = [person("Anna"), open, { kind: "kept", name: "Carl", level: null, yours: false }, person("Dora")];
  await show(Waiting, { table: table as unknown as Table, view: tinyTable({ status: "waiting", game: null, seats, hosted_by_you: false, ...changes }, { options }) });
  return table;
}

describe("before the game", () => {
  it("a visitor who follows a link reads the host's name and the game, and takes a seat", async () => {
    const table = await wait({});
    expect(text(get("invitation"))).toContain("Anna has invited you to play");
    expect(text(get("facts"))).toBe("4 players in 2 teams");
    expect(document.querySelector('[data-testid="link"]')).toBeNull();
    click("sit-1");
    expect(table.sitDown).toHaveBeenCalledExactlyOnceWith(1);
  });

  it("names the team of each seat where partners play", async () => {
    await wait({});
    expect([0, 1, 2, 3].map((seat) => text(get(`team-${seat}`)))).toEqual(["Blue", "Red", "Blue", "Red"]);
    document.body.replaceChildren();
    await wait({ seats: [person("Anna"), open] });
    expect(document.querySelector('[data-testid^="team-"]')).toBeNull();
  });

  it("lets a host who is tired of waiting start with bots", async () => {
    const table = await wait({ hosted_by_you: true, seats: [person("Anna", true), open, person("Dora"), open] }, [0]);
    click("fill");
    expect(table.command.mock.calls).toEqual([1, 3].map((seat) => [{ type: "seat_bot", seat, level: TINY.usualLevel }]));
  });

  it("lets the host alone cancel the table, by two presses", async () => {
    const cancels = () => document.querySelector('[data-testid="cancel-table"]') !== null;
    await wait({ seats: [person("Anna"), person("Bo", true), open, open] }, [1]);
    expect(cancels()).toBe(false);
    document.body.replaceChildren();
    await wait({ hosted_by_you: true, appointment: { begins_by: 60_000, now: 15_000 } }, [0]);
    expect(cancels()).toBe(false);
    document.body.replaceChildren();
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const table = await wait({ hosted_by_you: true, seats: [person("Anna", true), open, open, open] }, [0]);
    click("cancel-table");
    expect(table.command).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    click("cancel-table");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "cancel_table" });
    vi.useRealTimers();
  });

  it("keeps the way to end a table quiet, until a second press is asked for", async () => {
    await wait({ hosted_by_you: true, seats: [person("Anna", true), open, open, open] }, [0]);
    expect([...get("cancel-table").classList].filter((look) => ["quiet", "danger", "armed"].includes(look))).toEqual(["quiet"]);
    click("cancel-table");
    await settled();
    expect(get("cancel-table").classList.contains("armed")).toBe(true);
  });

  it("shows that each open seat waits, and has the way to end it below all cards, and a way back", async () => {
    await wait({ hosted_by_you: true, seats: [person("Anna", true), open, open, open] }, [0]);
    expect(get("fill").closest(".sheet")!.contains(get("seat-3"))).toBe(true);
    expect(get("cancel-table").closest(".sheet")).toBeNull();
    expect(document.querySelectorAll("li .pulse")).toHaveLength(3);
    expect(get("back").getAttribute("href")).toBe("/");
  });

  it("heads its invitation beside the code, and says what to do with both", async () => {
    await wait({ hosted_by_you: true, seats: [person("Anna", true), open, open, open] }, [0]);
    const words = document.querySelector(".join-link .words");
    expect([...words!.querySelectorAll("h2, p")].map(text)).toEqual(["Invite a friend", "Send the link, or let your friend scan the code."]);
    expect(document.querySelector("section.invite")?.getAttribute("aria-labelledby")).toBe(words!.querySelector("h2")!.id);
  });

  it("has no second button for a single open seat, which has its own list of bots", async () => {
    await wait({ hosted_by_you: true, seats: [person("Anna", true), open, person("Dora"), person("Emil")] }, [0]);
    get("add-bot-1");
    expect(document.querySelector('[data-testid="fill"]')).toBeNull();
  });

  it("does not offer that while a seat is reserved", async () => {
    await wait({ hosted_by_you: true, seats: [person("Anna", true), open, { kind: "kept", name: "Carl", level: null, yours: false }, open] }, [0]);
    expect(document.querySelector('[data-testid="fill"]')).toBeNull();
  });

  it("offers no invitations at a tournament's table, and does not release its players", async () => {
    const ready = vi.spyOn(guest, "ready").mockRejectedValue(new Error("nobody is there"));
    await wait({ tournament: "friday-cup", appointment: { begins_by: 1, now: 0 }, seats: [person("Anna", true), { kind: "kept", name: "Carl", level: null, yours: false }] }, [0]);
    await vi.waitFor(() => expect(get("to-tournament").getAttribute("href")).toBe("/e/friday-cup"));
    for (const id of ["link", "invitation"]) expect(document.querySelector(`[data-testid="${id}"]`)).toBeNull();
    expect(text()).not.toContain("Leave seat");
    ready.mockRestore();
  });

  it("tells two who were paired how long the other is waited for, and lets neither give a seat away", async () => {
    const seats = [person("Anna", true), { kind: "kept", name: "Carl", level: null, yours: false }];
    await wait({ hosted_by_you: true, appointment: { begins_by: 60_000, now: 15_000 }, seats }, [0]);
    await vi.waitFor(() => expect(text(get("appointment"))).toMatch(/^Not here yet: Carl\. A bot takes over in 0:4\d\.$/));
    for (const id of ["link", "invitation", "add-bot-1"]) expect(document.querySelector(`[data-testid="${id}"]`)).toBeNull();
    expect(text()).not.toContain("Leave seat");
    expect(text()).not.toContain("Open this seat");
  });

  it("counts no further than to nothing", async () => {
    const seats = [person("Anna", true), { kind: "kept", name: "Carl", level: null, yours: false }];
    await wait({ appointment: { begins_by: 60_000, now: 60_500 }, seats }, [0]);
    await vi.waitFor(() => expect(text(get("appointment"))).toBe("The game starts when every seat is filled."));
  });

  it("asks invited players, who may decline", async () => {
    // Return an answer for each request: guest marks may be requested meanwhile, and a body can be read only once.
    const asked = vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(new Response("{}")));
    const go = vi.spyOn(router, "go").mockImplementation(() => undefined);
    const seats = [person("Anna"), { kind: "kept", name: "Bo", level: null, yours: true }];
    const settings = { options, seats: [{ kind: "me" }, { kind: "invited", handle: "bos" }] };
    const table = await wait({ seats, settings });
    expect(document.querySelector('[data-testid="full"]')).toBeNull();
    expect(text(get("seat-1"))).toContain("Reserved for you");
    await vi.waitFor(() => get("accept"));
    click("decline");
    await vi.waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/"));
    const said = (asked.mock.calls as unknown as [string, { body: string }][]).filter(([path]) => path === "/api/tables/table-of-a-test/commands");
    expect(said).toHaveLength(1);
    expect(JSON.parse(said[0]![1].body)).toMatchObject({ version: 5, command: { type: "stand_up", seat: 1 } });
    expect(table.sitDown).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("takes the seat for a player who accepts", async () => {
    const seats = [person("Anna"), { kind: "kept", name: "Bo", level: null, yours: true }];
    const table = await wait({ seats, settings: { options, seats: [{ kind: "me" }, { kind: "invited", handle: "bos" }] } });
    await vi.waitFor(() => get("accept"));
    click("accept");
    expect(table.sitDown).toHaveBeenCalledExactlyOnceWith(1);
  });

  it("says that nothing is left, and for whom it is kept", async () => {
    await wait({ seats: [person("Anna"), person("Bo"), { kind: "kept", name: "Carl", level: null, yours: false }, person("Dora")] });
    expect(text(get("full"))).toBe("Every seat is taken or reserved.");
    expect(text(get("seat-2"))).toContain("Reserved for Carl");
  });

  it("tells that the devices are at it, when every seat is taken and one keeps the others waiting", async () => {
    const commit_reveal = { round: 1, commitments: [], taking_part: [0, 3], awaited: [3], left_out: [], voided: [] };
    await wait({ commit_reveal, seats: [person("Anna", true), person("Bo"), person("Carl"), person("Dora")] }, [0]);
    expect(text(get("commit-reveal"))).toContain("Setting up a fair game");
    expect(text()).not.toContain("Leave seat");
  });

  it("the host frees an occupied seat at the second press", async () => {
    const table = await wait({ hosted_by_you: true, seats: [person("Anna", true), person("Bo"), open, open] }, [0]);
    expect(document.querySelector('[data-testid="free-0"]')).toBeNull();
    expect(get("free-1").getAttribute("aria-label")).toBe("Open Bo’s seat");
    click("free-1");
    expect(table.command).not.toHaveBeenCalled();
    expect(text(get("free-1"))).toContain("press again");
    click("free-1");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "open_seat", seat: 1 });
  });

  it("lets no guest free a seat, nor anyone during commit–reveal", async () => {
    await wait({ seats: [person("Anna"), person("Bo"), open, open] });
    expect(document.querySelector('[data-testid="free-1"]')).toBeNull();
    const commit_reveal = { round: 1, commitments: [], taking_part: [0, 1], awaited: [1], left_out: [], voided: [] };
    await wait({ hosted_by_you: true, commit_reveal, seats: [person("Anna", true), person("Bo"), person("Carl"), person("Dora")] }, [0]);
    expect(document.querySelector('[data-testid="free-1"]')).toBeNull();
  });

  it("the host brings the others", async () => {
    await wait({ hosted_by_you: true }, [0]);
    expect(document.querySelector('[data-testid="invitation"]')).toBeNull();
    expect((get("link") as HTMLInputElement).value).toContain("/t/table-of-a-test");
  });

  it("has the invitation before the seats: to share where the device can, to copy, and the link", async () => {
    const share = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    await wait({ hosted_by_you: true }, [0]);
    const order = ["share", "copy", "link", "seat-0"].map(get);
    for (const [at, each] of order.slice(1).entries()) expect(order[at]!.compareDocumentPosition(each)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(["share", "copy"].map((id) => get(id).classList.contains("primary"))).toEqual([true, false]);
    click("share");
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: "Quincunx", url: (get("link") as HTMLInputElement).value });
    Reflect.deleteProperty(navigator, "share");
    await wait({ hosted_by_you: true }, [0]);
    expect(document.querySelectorAll('[data-testid="share"]')).toHaveLength(1); // that of the first page
  });
});
