/** Clubs: their list, the way into one, its next night, and the second press before anything is deleted. */

import type { Component } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../../i18n/index.svelte";
import { guest } from "../../state/people/guest.svelte";
import { click, get, resize, show, text } from "../../testing/show";
import type { ClubSummary, ClubView } from "../../wire/types";
import Cards from "./Cards.svelte";
import Delete from "./Delete.svelte";
import Joining from "./Joining.svelte";
import Jump from "./Jump.svelte";
import Nights from "./Nights.svelte";
import { daysText } from "./words";

beforeEach(async () => {
  await startLanguage();
  await withMore(Promise.resolve());
});
afterEach(() => guest.is({ name: "", is_account: false, has_played: false } as never));

const see = (part: Component<never>, props: Record<string, unknown>) => show(part as unknown as Component<Record<string, unknown>>, props);
const NOW = new Date(2026, 10, 27, 12).getTime();
const DAY = 86_400_000;
const summary = (title: string, changes: Partial<ClubSummary> = {}): ClubSummary => ({ name: title.toLowerCase(), title, about: "", count: 3, joining: "request", role: null, next_night: null, asking: 0, ...changes });

it("lists clubs with how to join, and first those in which people ask to", async () => {
  await see(Cards, { id: "clubs", title: "Clubs", clubs: [summary("Open", { joining: "open" }), summary("Own", { role: "owner", asking: 2 }), summary("Asked")] });
  expect([...document.querySelectorAll('[data-testid="club-card"]')].map((each) => text(each))).toEqual(["O Own 3 members · Owner 2 requests to join", "O Open 3 members · Open to everyone", "A Asked 3 members · Ask to join"]);
});

it("says how far off the next night is, on the calendar of the reader", async () => {
  const late = new Date(2026, 10, 27, 23, 59).getTime();
  expect([late, late + 60_000, NOW + 3 * DAY, NOW - DAY].map((at) => daysText(at, NOW))).toEqual(["today", "tomorrow", "in 3 days", "today"]);
  const night = (id: string, begins: number) => ({ id, title: "Club night", begins, minutes: 180 });
  await see(Nights, { club: { isStaff: false }, view: { now: NOW, nights: [night("a", NOW + 2 * DAY), night("b", NOW + 9 * DAY)], calendar: null } });
  expect([...document.querySelectorAll('[data-testid="night-in"]')].map((each) => text(each))).toEqual(["in 2 days"]);
});

it.each([[390, 844, 1], [844, 390, 3], [1280, 800, 3]])("shows the next nights first at %d × %d: %d of five", async (width, height, count) => {
  resize(width, height);
  const nights = [1, 2, 3, 4, 5].map((week) => ({ id: `n${week}`, title: "Club night", begins: NOW + 7 * week * DAY, minutes: 180 }));
  await see(Nights, { club: { isStaff: false }, view: { now: NOW, nights, calendar: null } });
  expect(document.querySelectorAll('[data-testid="club-night"]')).toHaveLength(count);
  [...document.querySelectorAll("button")].find((each) => text(each) === "Show more")!.click();
  await Promise.resolve();
  expect(document.querySelectorAll('[data-testid="club-night"]')).toHaveLength(5);
});

it("invites guests to ask, and tells that it takes an account", async () => {
  const view = { name: "cafe", settings: { joining: "request", private: false }, you: { role: null, has_asked: false, may_join: false, needs_account: true } } as unknown as ClubView;
  const command = vi.fn(() => Promise.resolve(true));
  await see(Joining, { club: { command, isBusy: false, failure: "" }, view });
  expect(text(get("club-account"))).toBe("Ask to join");
  expect(text()).toContain("You need an account to join the club.");
  document.body.replaceChildren();
  guest.is({ name: "Ada", is_account: true, has_played: false } as never);
  await see(Joining, { club: { command, isBusy: false, failure: "" }, view });
  click("join-club");
  expect(command).toHaveBeenCalledExactlyOnceWith({ type: "join" });
});

it("deletes nothing at the first press", async () => {
  const onpress = vi.fn();
  await see(Delete, { what: "Club night", isBusy: false, onpress });
  const press = async () => {
    document.querySelector("button")!.click();
    await Promise.resolve();
  };
  await press();
  expect(onpress).not.toHaveBeenCalled();
  expect(text()).toBe("Deletepress again");
  await press();
  expect(onpress).toHaveBeenCalledOnce();
});

it("leads to each part of a long page, and of organisers to the links", async () => {
  await see(Jump, { isStaff: true });
  expect([...document.querySelectorAll("button")].map((each) => text(each)).at(-1)).toBe("Links to join");
  const heading = Object.assign(document.createElement("h2"), { id: "club-news", scrollIntoView: vi.fn() });
  document.body.append(heading);
  [...document.querySelectorAll("button")].find((each) => text(each) === "News")!.click();
  expect(heading.scrollIntoView).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(heading);
});
