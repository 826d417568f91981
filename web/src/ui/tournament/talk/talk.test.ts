/** The chat of a tournament for each of its readers. */

import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../../i18n/index.svelte";
import { peace } from "../../../state/people/peace.svelte";
import { TournamentChat } from "../../../state/tournament/talk.svelte";
import { click, get, show, text } from "../../../testing/show";
import { NOBODY, tournamentView } from "../../../testing/tournament";
import type { TalkLine, TournamentTalk, TournamentYou } from "../../../wire/types";
import Talk from "./Talk.svelte";

vi.mock("../../../games", () => import("../../../testing/tiny"));
const { ask, other } = vi.hoisted(() => ({ ask: vi.fn(), other: vi.fn(() => Promise.resolve({ members: [] })) }));
vi.mock("../../../state/server/api", async (original) => ({ ...(await original<object>()), ask: (path: string, ...more: unknown[]) => (path.startsWith("/api/tournaments/") ? ask(path, ...more) : other()), api: { me: vi.fn(() => Promise.resolve({ name: "Anna" })), blocks: vi.fn(() => Promise.resolve({ people: [] })) } }));

const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;
const line = (number: number, name: string, changes: Partial<TalkLine> = {}): TalkLine => ({ number, at: Date.now(), by: { name, handle: `handle-of-${name}` }, is_host: false, is_yours: false, phrase: null, text: `words ${number}`, ...changes });
const chatOf = (lines: readonly TalkLine[], changes: Partial<TournamentTalk> = {}): TournamentTalk => ({ tournament: "cup", version: lines.length, lines, is_silenced: false, silenced: [], record: [], ...changes });

async function see(talk: TournamentTalk, you: Partial<TournamentYou> = {}): Promise<TournamentChat> {
  const chat = new TournamentChat("cup");
  chat.show(talk);
  await show(Talk, { chat, view: tournamentView({ you: { ...NOBODY, ...you } }) });
  return chat;
}

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  await startLanguage();
  await withMore(Promise.resolve());
});
beforeEach(() => ask.mockReset());
afterEach(() => {
  peace.muted = [];
  peace.blocked = null;
});

describe("the lines", () => {
  it("name their authors, and mark hosts and removed ones", async () => {
    await see(chatOf([line(1, "Bo", { is_host: true }), line(2, "Cy", { text: null }), line(3, "Me", { is_yours: true, text: null, phrase: "hello" })]));
    const lines = [...document.querySelectorAll('[data-testid="chat-line"]')].map((each) => text(each as HTMLElement));
    expect(lines[0]).toMatch(/^Bo ?Host .* words 1$/);
    expect(lines[1]).toMatch(/^Cy .* \(removed\)$/);
    expect(lines[2]).toMatch(/^You .* Hello!$/);
  });
  it("of muted and blocked people are hidden", async () => {
    peace.muted = ["handle-of-Bo"];
    peace.blocked = [{ handles: ["handle-of-Cy"], name: "Cy", since: 1 }];
    await see(chatOf([line(1, "Bo"), line(2, "Cy"), line(3, "Di")]));
    expect(text(get("chat-lines"))).not.toMatch(/words [12]/);
    expect(text(get("chat-lines"))).toContain("words 3");
  });
  it("are not replaced by an older state or another tournament’s", () => {
    const chat = new TournamentChat("cup");
    chat.show(chatOf([line(1, "Bo"), line(2, "Bo")]));
    chat.show(chatOf([line(1, "Bo")]));
    chat.show(chatOf([line(1, "Bo"), line(2, "Bo"), line(3, "Bo")], { tournament: "other" }));
    expect(chat.talk?.version).toBe(2);
  });
});

describe("what a reader may say", () => {
  it.each([
    ["nothing", false, false],
    ["phrases", true, false],
    ["words", true, true],
  ] as const)("%s", async (voice, phrases, words) => {
    await see(chatOf([]), { voice });
    expect([has("chat-say-hello"), has("chat-field")]).toEqual([phrases, words]);
    expect(has("chat-playing")).toBe(voice === "phrases");
  });
  it("is nothing once silenced, and the reader is told", async () => {
    await see(chatOf([], { is_silenced: true }), { voice: "words" });
    expect([has("chat-say-hello"), has("chat-field")]).toEqual([false, false]);
    expect(text(get("chat-silenced"))).toBe("A host has silenced you in this tournament.");
  });
  it("is kept for correction if it is refused", async () => {
    await see(chatOf([]), { voice: "words" });
    vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
    ask.mockRejectedValueOnce(new Error("lost"));
    const field = get("chat-field") as HTMLInputElement;
    field.value = "Hi all";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    field.form!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(has("chat-failure")).toBe(true));
    expect(ask).toHaveBeenCalledExactlyOnceWith("/api/tournaments/cup/talk", "POST", { type: "write", text: "Hi all" });
    expect((get("chat-field") as HTMLInputElement).value).toBe("Hi all");
  });
});

describe("a host", () => {
  const you = { is_host: true, voice: "words" } as const;
  it("removes a line and silences its author", async () => {
    const chat = await see(chatOf([line(7, "Bo")]), you);
    ask.mockImplementation((_path: string, _method?: string, command?: { type: string }) => Promise.resolve({ ...chat.talk!, version: 9, record: [{ number: 9, at: 1, by: { name: "Ann", handle: "a" }, act: command?.type === "silence" ? "silence" : "remove", person: { name: "Bo", handle: "b" } }] }));
    await click("chat-more");
    await click("chat-remove");
    expect(ask).toHaveBeenLastCalledWith("/api/tournaments/cup/talk", "POST", { type: "remove_line", number: 7 });
    await vi.waitFor(() => expect(has("chat-remove")).toBe(false));
    expect(text(get("chat-record"))).toContain("Ann removed a message from Bo.");
    await click("chat-more");
    await click("chat-silence");
    expect(ask).toHaveBeenLastCalledWith("/api/tournaments/cup/talk", "POST", { type: "silence", handle: "handle-of-Bo" });
  });
  it("cannot silence a host", async () => {
    await see(chatOf([line(1, "Bo", { is_host: true })]), you);
    await click("chat-more");
    expect([has("chat-remove"), has("chat-silence")]).toEqual([true, false]);
  });
  it("lets a silenced person write again", async () => {
    await see(chatOf([line(1, "Bo")], { silenced: [{ name: "Bo", handle: "handle-of-Bo" }] }), you);
    await click("chat-more");
    expect([has("chat-silence"), has("chat-let-speak")]).toEqual([false, true]);
  });
});

describe("a reader", () => {
  it("reports an author", async () => {
    await see(chatOf([line(1, "Bo")]), {});
    ask.mockResolvedValue(undefined);
    await click("chat-more");
    expect([has("chat-remove"), has("chat-silence")]).toEqual([false, false]);
    await click("report-chat");
    (get("why-chat") as HTMLInputElement).form!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(text(get("told-chat"))).toBe("Thank you. Your report has been sent."));
    expect(ask).toHaveBeenCalledExactlyOnceWith("/api/tournaments/cup/talk/reports", "POST", { handle: "handle-of-Bo", why: "" });
  });
  it("blocks an author, whose last line keeps a place from which that can be undone", async () => {
    await see(chatOf([line(1, "Bo"), line(2, "Bo")]), {});
    ask.mockResolvedValue({ people: [{ handles: ["handle-of-Bo"], name: "Bo", since: 1 }] });
    await click("chat-more");
    await click("block-chat");
    await vi.waitFor(() => expect(document.querySelectorAll("[data-testid=chat-line]")).toHaveLength(1));
    expect(text(get("chat-line"))).toContain("Hidden message");
    expect(get("chat-more").getAttribute("aria-haspopup")).toBe("dialog");
    expect(ask).toHaveBeenCalledExactlyOnceWith("/api/tournaments/cup/talk/blocks", "POST", { handle: "handle-of-Bo" });
  });
});
