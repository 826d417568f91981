import { beforeAll, expect, it, vi } from "vitest";
import { startLanguage, withMore } from "../i18n/index.svelte";
import { guests } from "../state/people/guests.svelte";
import { show, text } from "../testing/show";
import { person, tinyTable } from "../testing/tiny";
import { describeAll, describeLine } from "../ui/table/events";
import type { PublicEvent } from "../wire/types";
import { plainNames, seatNames } from "../words/names";
import PersonLink from "./PersonLink.svelte";
import SeatName from "./SeatName.svelte";

vi.mock("../games", () => import("../testing/tiny"));
beforeAll(async () => {
  vi.spyOn(guests, "is").mockImplementation((handle) => handle === "guest");
  await startLanguage();
  await withMore(Promise.resolve()); // who leaves a seat is told in a later text
});

const marks = () => document.querySelectorAll('[data-testid="guest-mark"]').length;

it("marks a guest where a person is named, also for screen readers", async () => {
  await show(PersonLink, { name: "Ada", handle: "guest" });
  expect(marks()).toBe(1);
  expect(text(document.querySelector("a")!)).toContain("(guest)");
});

it("marks no member, and no name without a page", async () => {
  await show(PersonLink, { name: "Ada", handle: "member" });
  expect(marks()).toBe(0);
  expect(text(document.querySelector("a")!)).toBe("Ada");
});

it("marks a guest at a table, and says so in the name of the link", async () => {
  const view = tinyTable({ seats: [person("Ada", true), { ...person("Bo"), handle: "guest" }] }, {});
  await show(SeatName, { view, seat: 1, name: "Bo" });
  expect(marks()).toBe(1);
  expect(document.querySelector("a")!.getAttribute("aria-label")).toBe("Bo (guest)");
});

const guestAt = (seat: number, changes: object = {}) => {
  const seats = [person("Ada", true), person("Bo")].map((each, at) => ({ ...each, handle: at === seat ? "guest" : "member" }));
  return tinyTable({ seats, ...changes });
};

it("marks a guest in what is said and what happens at a table", () => {
  const view = guestAt(1);
  expect(seatNames(view)).toEqual(["Ada", "Bo (guest)"]);
  expect(plainNames(view)).toEqual(["Ada", "Bo"]);
  expect(describeLine({ seat: 1, at: 1, phrase: null, text: "Hello!" }, view)).toContain("Bo (guest)");
  expect(describeAll([{ type: "table", what: "resigned", seat: 1, outcome: null } as PublicEvent], view)).toEqual(["Bo (guest) resigns."]);
});

it("marks a guest who has left the seat to a member, and not the member", () => {
  const event = (handle: string) => ({ type: "seat", what: "stood_up", seat: 1, name: "Cy", level: null, bot_moves: 0, handle }) as PublicEvent;
  expect(describeAll([event("guest"), event("member")], guestAt(-1))).toEqual(["Cy (guest) leaves their seat.", "Cy leaves their seat."]);
});

it("marks neither the reader, nor people on one device, nor a name that has its mark", () => {
  expect(seatNames(guestAt(0))).toEqual(["Ada", "Bo"]);
  const shared = guestAt(1);
  expect(seatNames({ ...shared, settings: { ...shared.settings, one_device: true } })).toEqual(["Ada", "Bo"]);
  expect(seatNames(tinyTable({ seats: [person("Ada", true), { ...person("Bo (guest)"), handle: "guest" }] }))[1]).toBe("Bo (guest)");
});
