import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { withMore } from "../../i18n/index.svelte";
import { click, get, show, text } from "../../testing/show";
import type { VacationView } from "../../wire/types";
import Vacation from "./Vacation.svelte";

const ask = vi.hoisted(() => vi.fn());
vi.mock("../../state/server/api", async (original) => ({ ...(await original<object>()), ask }));

const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;
const view = (changes: Partial<VacationView> = {}): VacationView => ({ days: 20, left: 12, now: 0, since: null, until: null, next_at: null, ...changes });

async function see(changes: Partial<VacationView> = {}): Promise<void> {
  ask.mockReset().mockResolvedValueOnce(view(changes));
  await show(Vacation, {});
  await vi.waitFor(() => expect(ask).toHaveBeenCalledExactlyOnceWith("/api/me/vacation"));
  await Promise.resolve();
  flushSync();
}

beforeEach(() => withMore(Promise.resolve()));

describe("a vacation", () => {
  it("starts for some days, and ends early", async () => {
    await see();
    await vi.waitFor(() => expect(has("start-vacation")).toBe(true));
    expect(text(get("vacation"))).toContain("Days left this year: 12 of 20.");
    const field = get("vacation-days") as HTMLInputElement;
    expect(field.max).toBe("12");
    field.value = "3";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    ask.mockResolvedValueOnce(view({ left: 9, since: 1, until: 1_800_000_000_000 }));
    field.form!.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    expect(ask).toHaveBeenLastCalledWith("/api/me/vacation", "POST", { days: 3 });
    await vi.waitFor(() => expect(has("vacation-until")).toBe(true));
    ask.mockResolvedValueOnce(view({ left: 11, next_at: 1_800_000_000_000 }));
    click("end-vacation");
    expect(ask).toHaveBeenLastCalledWith("/api/me/vacation", "DELETE");
    await vi.waitFor(() => expect(has("vacation-next")).toBe(true));
    expect(has("start-vacation")).toBe(false);
  });
  it("is over by itself at its end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
    await see({ now: 1_000, since: 1, until: 61_000 });
    await vi.waitFor(() => expect(has("vacation-until")).toBe(true));
    ask.mockResolvedValueOnce(view({ now: 62_500, left: 11 }));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(has("vacation-until")).toBe(true);
    await vi.advanceTimersByTimeAsync(3_000);
    flushSync();
    vi.useRealTimers();
    await vi.waitFor(() => expect(has("start-vacation")).toBe(true));
  });
  it("cannot start without days, and is not shown where there are none", async () => {
    await see({ left: 0 });
    await vi.waitFor(() => expect(text(get("vacation"))).toContain("0 of 20"));
    expect(has("start-vacation")).toBe(false);
    document.body.replaceChildren();
    await see({ days: 0, left: 0 });
    await vi.waitFor(() => expect(has("vacation")).toBe(false));
  });
});
