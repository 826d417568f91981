import { expect, it, vi } from "vitest";
import { show, text } from "../testing/show";
import { person, tinyTable } from "../testing/tiny";
import PersonLink from "./PersonLink.svelte";
import SeatName from "./SeatName.svelte";

vi.mock("../games", () => import("../testing/tiny"));
vi.mock("../state/guests.svelte", () => ({ guests: { is: (handle: string | null) => handle === "guest" } }));

const marks = () => document.querySelectorAll('[data-testid="guest-mark"]').length;

it("marks a guest where a person is named, also for those who hear the page", async () => {
  await show(PersonLink, { name: "Ada", handle: "guest" });
  expect(marks()).toBe(1);
  expect(text(document.querySelector("a")!)).toContain("(guest)");
});

it("marks no member, and nobody without a page", async () => {
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
