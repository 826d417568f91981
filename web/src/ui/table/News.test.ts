import { describe, expect, it, vi } from "vitest";
import type { Table } from "../../state/table/table.svelte";
import { get, show, text } from "../../testing/show";
import News from "./News.svelte";

const refusal = { kind: "rule", code: "too-much", sentence: "That is too much.", rule: "4.1", params: {} };

async function news(table: object) {
  await show(News, { table: { refusal: null, connectivity: "open", isBack: false, ...table } as unknown as Table, game: "tiny" });
}

describe("urgent messages", () => {
  it("use the server's text of a refusal until the reader's has loaded", async () => {
    await news({ refusal: { kind: "stale", code: "seat-kept", sentence: "Kept.", rule: null, params: { name: "Bo" } } });
    expect(text(get("refusal"))).toContain("Kept.");
    await vi.waitFor(() => expect(text(get("refusal"))).toContain("That seat is reserved for Bo."));
  });

  it("are absent by default", async () => {
    await news({});
    expect(text()).toBe("");
  });

  it("put the refusal first", async () => {
    await news({ connectivity: "lost" });
    expect(text(get("banner"))).toBe("Connection lost. Reconnecting; your game is safe.");
    document.body.replaceChildren();
    await news({ isBack: true });
    expect(text()).toContain("You’re back online.");
    document.body.replaceChildren();
    await news({ connectivity: "lost", refusal });
    expect(text(get("refusal"))).toContain("That is too much. Rule 4.1");
    expect(text()).not.toContain("Connection lost");
  });
});
