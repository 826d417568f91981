import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withMore } from "../../i18n/index.svelte";
import { peace } from "../../state/people/peace.svelte";
import { api } from "../../state/server/api";
import type { Table } from "../../state/table/table.svelte";
import { click, get, show, text } from "../../testing/show";
import { TINY, person, tinyTable } from "../../testing/tiny";
import type { PublicEvent, Reason, SaidLine, SeatView } from "../../wire/types";
import { describeAll } from "../table/events";
import Bubbles from "./Bubbles.svelte";
import Talk from "./Talk.svelte";
import TalkSheet from "./TalkSheet.svelte";

vi.mock("../../games", () => import("../../testing/tiny"));
vi.mock("../../state/server/api", async (original) => ({ ...(await original<object>()), api: { me: vi.fn(() => Promise.resolve({ name: "Anna" })), blocks: vi.fn(), block: vi.fn(), unblock: vi.fn(), report: vi.fn() } }));

const BO = { ...person("Bo"), handle: "handle-of-bo" } as SeatView;
const ANNA = { ...person("Anna", true), handle: "handle-of-anna" } as SeatView;
const said = (seat: number, phrase: string | null, words: string | null = null): SaidLine => ({ seat, at: 1, phrase, text: words });
const view = (changes: object = {}) => tinyTable({ seats: [ANNA, BO], phrases: ["hello", "well-played"], ...changes });
const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;

function sheet(shown = view(), refusal: Reason | null = null) {
  const table = { command: vi.fn(), refusal };
  const onclose = vi.fn();
  return show(TalkSheet, { table: table as unknown as Table, view: shown, onclose }).then(() => ({ table, onclose }));
}

function type(id: string, words: string) {
  const field = get(id) as HTMLInputElement;
  field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  field.form!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  flushSync();
}

beforeAll(async () => {
  await withMore(Promise.resolve()); // when the sheet opens
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
beforeEach(() => {
  vi.mocked(api.blocks).mockResolvedValue({ people: [] });
});
afterEach(() => {
  vi.useRealTimers();
  peace.muted = [];
  peace.blocked = null;
});

describe("the way to say something", () => {
  const bot = { kind: "bot", name: null, level: "deep", yours: false, handle: null };
  it("is there if another person can read it", async () => {
    await show(Talk, { table: {} as Table, view: view() });
    expect(get("talk").getAttribute("aria-label")).toBe("Chat");
  });
  it.each([
    ["bots alone", [ANNA, bot]],
    ["me on all seats", [ANNA, { ...ANNA, name: "Ann" }]],
  ])("is not where there is %s", async (_, seats) => {
    await show(Talk, { table: {} as Table, view: view({ seats }) });
    expect(has("talk")).toBe(false);
  });
});

describe("my chat", () => {
  it("has phrases during the game, and sending one closes the sheet", async () => {
    const { table, onclose } = await sheet();
    expect(has("talk-field")).toBe(false);
    expect(text(get("say-well-played"))).toBe("Well played!");
    click("say-hello");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "say", seat: 0, phrase: "hello" });
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("says why partners have fewer", async () => {
    await sheet();
    expect(text()).not.toContain("Partners can use only");
    document.body.replaceChildren();
    const options = TINY.options(TINY.seatings[2]!);
    await sheet(tinyTable({ seats: [ANNA, BO, BO, BO], phrases: ["hello"] }, { options }));
    expect(text()).toContain("Partners can use only phrases that give nothing away.");
  });

  it("has free text after the end", async () => {
    const { table } = await sheet(view({ status: "ended", talk: [said(1, "hello"), said(0, null, "<b>hi</b> {{name}} $t(app.home)"), said(1, null, null)] }));
    expect([...get("talk-lines").querySelectorAll("li")].map((each) => text(each))).toEqual(["Bo: Hello!", "You: <b>hi</b> {{name}} $t(app.home)", "Bo: (removed)"]);
    expect(get("talk-lines").querySelector("b")).toBeNull();
    type("talk-field", "   ");
    expect(table.command).not.toHaveBeenCalled();
    type("talk-field", "that was close");
    expect(table.command).toHaveBeenCalledExactlyOnceWith({ type: "write", seat: 0, text: "that was close" });
    expect((get("talk-field") as HTMLInputElement).value).toBe("");
  });

  it("shows why words were refused", async () => {
    const refusal: Reason = { kind: "too-fast", code: "talks-too-fast", sentence: "", rule: null, params: {} };
    await sheet(view({ status: "ended" }), refusal);
    await vi.waitFor(() => expect(text(get("talk-refused"))).toContain("Please wait a moment"));
  });

  it("is missing for spectators, who can still mute people", async () => {
    await sheet(view({ seats: [{ ...ANNA, yours: false }, BO], phrases: [] }));
    expect(has("say-hello")).toBe(false);
    expect([has("person-0"), has("person-1")]).toEqual([true, true]);
  });
});

describe("a silenced person", () => {
  const news = [{ type: "talk", line: said(1, "hello") }] as unknown as PublicEvent[];

  it("is muted on this device", async () => {
    await sheet(view({ status: "ended", talk: [said(1, null, "rude")] }));
    expect(describeAll(news, view())).toEqual(["Bo: Hello!"]);
    click("mute-1");
    expect(has("talk-lines")).toBe(false);
    expect(describeAll(news, view())).toEqual([]);
    expect(localStorage.getItem("quincunx.muted")).toBe('["handle-of-bo"]');
    click("mute-1");
    expect(describeAll(news, view())).toEqual(["Bo: Hello!"]);
  });

  it("is blocked under all their names", async () => {
    vi.mocked(api.block).mockResolvedValue({ people: [{ handles: ["another", "handle-of-bo"], name: "Bo", since: 1 }] });
    vi.mocked(api.unblock).mockResolvedValue({ people: [] });
    await sheet();
    click("block-1");
    await vi.waitFor(() => expect(has("unblock-1")).toBe(true));
    expect(api.block).toHaveBeenCalledWith("table-of-a-test", 1);
    expect(describeAll(news, view())).toEqual([]);
    click("unblock-1");
    await vi.waitFor(() => expect(has("block-1")).toBe(true));
    expect(api.unblock).toHaveBeenCalledWith("handle-of-bo");
  });

  it("is never the reader", () => {
    peace.muted = ["handle-of-anna"];
    const mine = [{ type: "talk", line: said(0, "hello") }] as unknown as PublicEvent[];
    expect(describeAll(mine, view())).toEqual(["You: Hello!"]);
  });

  it("is reported with a reason", async () => {
    vi.mocked(api.report).mockResolvedValue(undefined);
    await sheet();
    click("report-1");
    type("why-1", "insults");
    expect(api.report).toHaveBeenCalledWith("table-of-a-test", 1, "insults");
    await vi.waitFor(() => expect(text(get("told-1"))).toBe("Thank you. Your report has been sent."));
    expect(has("why-1")).toBe(false);
  });

  it("is asked of the server once", async () => {
    vi.mocked(api.blocks).mockClear();
    await show(Talk, { table: {} as Table, view: view() });
    await peace.load();
    await peace.load();
    expect(vi.mocked(api.blocks).mock.calls.length).toBeLessThanOrEqual(1);
  });
});

describe("bubbles", () => {
  const table = (n: number, ...lines: SaidLine[]) => ({ news: { n, events: lines.map((line) => ({ type: "talk", line })) } }) as unknown as Table;

  it("stand by the seat for a few seconds, one for each person", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true }); // the texts are loaded meanwhile
    await show(Bubbles, { table: table(1, said(1, "hello"), said(1, null, "<i>two</i>")), view: view() });
    expect(text(get("bubble-1"))).toBe("Bo <i>two</i>");
    expect(document.querySelectorAll(".bubble i")).toHaveLength(0);
    vi.advanceTimersByTime(5_000);
    flushSync();
    expect(has("bubble-1")).toBe(false);
  });

  it("are not shown for a silenced person", async () => {
    peace.muted = ["handle-of-bo"];
    await show(Bubbles, { table: table(1, said(1, "hello"), said(0, "hello")), view: view() });
    expect([has("bubble-0"), has("bubble-1")]).toEqual([true, false]);
  });
});
