import { beforeAll, expect, it, vi } from "vitest";
import { startLanguage } from "../i18n/index.svelte";
import { guests } from "../state/people/guests.svelte";
import { person, tinyTable } from "../testing/tiny";
import type { Presence } from "../wire/types";
import { WIDE_STEM, fittingSeatName, isYou, levelName, ownSeat, seatLabel, seatLabels, seatName, seatNames, seatState, shortNames, shortSeatName } from "./names";

beforeAll(startLanguage);

const bot = (level: string) => ({ kind: "bot", name: null, level, yours: false });

it("people have names, bots their level's; alike ones have their seat's number", () => {
  const seats = [person("Anna"), bot("novice"), bot("novice"), { kind: "open", name: null, level: null, yours: false }];
  expect(seatNames(tinyTable({ seats }))).toEqual(["Anna", "Seedling 2", "Seedling 3", "Open seat"]);
});

it("the reader's own seat is the one that is theirs alone", () => {
  const [mine, other] = [person("Anna", true), person("Bo")];
  expect(ownSeat(tinyTable({ seats: [other, mine] }))).toBe(1);
  expect(ownSeat(tinyTable({ seats: [other, other] }))).toBeNull();
  expect(ownSeat(tinyTable({ seats: [mine, mine] }))).toBeNull();
  expect(ownSeat(tinyTable({ seats: [other, { ...mine, kind: "stand_in" }] }))).toBeNull();
});

it("only one's own seat is told as “you”, and none on a shared device", () => {
  const seats = [person("Anna", true), person("Bo"), { ...person("Cleo", true), kind: "stand_in" }];
  expect(seats.map((_, seat) => isYou(tinyTable({ seats }), seat))).toEqual([true, false, false]);
  expect(seats.map((_, seat) => isYou(tinyTable({ seats }, { one_device: true }), seat))).toEqual([false, false, false]);
});

it("only one's own seat is labelled “You”, and none on a shared device", () => {
  const seats = [person("Copper Raven", true), person("Velvet Puffin"), bot("novice")];
  expect(seatLabels(tinyTable({ seats }))).toEqual(["You", "Velvet Puffin", "Seedling"]);
  expect(seatLabels(tinyTable({ seats }), ["Copper", "Velvet", "Seedling"])).toEqual(["You", "Velvet", "Seedling"]);
  expect(seatLabels(tinyTable({ seats }, { one_device: true }))).toEqual(["Copper Raven", "Velvet Puffin", "Seedling"]);
});

it("a label that stands alone marks other people who are guests", () => {
  vi.spyOn(guests, "is").mockReturnValue(true);
  const seats = [{ ...person("Copper Raven", true), handle: "one" }, { ...person("Velvet Puffin"), handle: "other" }];
  const view = tinyTable({ seats });
  expect([seatLabel(view, 0), seatLabel(view, 1)]).toEqual(["You", "Velvet Puffin (guest)"]);
});

it("a level without a text is called as it is", () => {
  expect(levelName("tiny", "abyssal")).toBe("abyssal");
});

it.each([
  [["Copper Raven", "Velvet Puffin"], ["Copper", "Velvet"]],
  [["Copper Raven", "Copper Fox"], ["Raven", "Fox"]],
  [["Lamplighter 2", "Lamplighter 3", "Anna"], ["Lampl. 2", "Lampl. 3", "Anna"]],
  [["Old Tom Cat", "Old Big Cat"], ["Old Tom Cat", "Old Big Cat"]],
])("where there is little room, what tells %j apart stays", (names, short) => {
  expect(shortNames(names)).toEqual(short);
});

it("a guest's name is marked where there is little room, too", () => {
  vi.spyOn(guests, "is").mockImplementation((handle) => handle === "guest");
  const seats = [{ ...person("Copper Raven"), handle: "guest" }, { ...person("Velvet Puffin"), handle: "member" }];
  const view = tinyTable({ seats });
  expect(seatName(view, 0)).toBe("Copper Raven (guest)");
  expect([shortSeatName(view, 0), shortSeatName(view, 1)]).toEqual(["Copper (guest)", "Velvet"]);
});

it("keeps a bot's name whole where it just fits", () => {
  expect(shortNames(["Lamplighter 2", "Lamplighter 3", "Anna"], WIDE_STEM)).toEqual(["Lamplighter 2", "Lamplighter 3", "Anna"]);
});

it("keeps a name whole in a sentence, unless it is long", () => {
  const view = tinyTable({ seats: [person("Jolly Otter"), person("Magnificent Hippopotamus")] });
  expect([fittingSeatName(view, 0), fittingSeatName(view, 1)]).toEqual(["Jolly Otter", "Magnificent"]);
});

it("a seat's state tells a bot that plays for a person, and a person who is away", () => {
  const seats = [person("Anna", true), person("Bo"), { ...person("Cleo"), kind: "stand_in" }, bot("novice")];
  const presence = { here: [true, false, false, false], away: [], watching: 0, idle: null } as unknown as Presence;
  expect(seats.map((_, seat) => seatState(tinyTable({ seats }), seat, presence))).toEqual([null, "away", "bot", null]);
  expect(seatState(tinyTable({ seats }), 1, null)).toBeNull();
});
