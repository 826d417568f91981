// @vitest-environment node
import { expect, it } from "vitest";
import { cinqoView } from "../testing";
import { type Fate, type Spot, lay } from "./lay";

const where = (spots: readonly Spot[]) => spots.map(({ value, place, slot }) => `${value} ${place} ${slot}`);

const fallen = cinqoView({ tray: [6, 2, 6, 1, 6], rack: [], bank: [] });
const nothing: readonly Fate[] = ["tray", "tray", "tray", "tray", "tray"];

it("a die stays itself wherever it is put, also beside others like it", () => {
  const first = lay([], fallen);
  expect(where(first)).toEqual(["6 tray 0", "2 tray 1", "6 tray 2", "1 tray 3", "6 tray 4"]);
  const racked = lay(first, fallen, { fates: nothing.with(4, "rack"), moved: [] });
  expect(where(racked)).toEqual(["6 tray 0", "2 tray 1", "6 tray 2", "1 tray 3", "6 rack 0"]);
  const banked = lay(racked, fallen, { fates: nothing.with(4, "bank"), moved: [] });
  expect(where(banked)[4]).toBe("6 bank 0");
});

it("dice lie in the Rack in the order in which they came there", () => {
  const first = lay([], fallen);
  const one = lay(first, fallen, { fates: nothing.with(3, "rack"), moved: [] });
  const two = lay(one, fallen, { fates: nothing.with(3, "rack").with(0, "rack"), moved: [] });
  expect(where(two)).toEqual(["6 rack 1", "2 tray 1", "6 tray 2", "1 rack 0", "6 tray 4"]);
});

it("those put away stay, the others are rolled", () => {
  const placed = lay(lay([], fallen), fallen, { fates: ["tray", "bank", "rack", "tray", "rack"], moved: [] });
  const sent = lay(placed, { tray: [6, 1], rack: [6, 6], bank: [2] });
  expect(where(sent)).toEqual(["6 tray 0", "2 bank 0", "6 rack 0", "1 tray 1", "6 rack 1"]);
  const rolled = lay(sent, { tray: [3, 3], rack: [6, 6], bank: [2] });
  expect(where(rolled)).toEqual(["3 tray 0", "2 bank 0", "6 rack 0", "3 tray 1", "6 rack 1"]);
});

it("a die of the Bank goes to the Rack itself", () => {
  const view = cinqoView({ tray: [6, 2], rack: [5], bank: [4, 4] });
  const before = lay([], view);
  const moved = lay(before, view, { fates: ["tray", "tray"], moved: [false, true] });
  const sent = lay(moved, { tray: [6, 2], rack: [4, 5], bank: [4] });
  expect(sent.map(({ id, place }) => [id, place])).toEqual(moved.map(({ id, place }) => [id, place]));
});

it("there are five dice, whatever comes", () => {
  const before = lay([], fallen);
  const after = lay(before, { tray: [], rack: [1, 2, 3, 4, 5], bank: [] });
  expect(after.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
  expect(after.map(({ slot }) => slot).sort()).toEqual([0, 1, 2, 3, 4]);
});

it("laying the same again changes nothing", () => {
  const placed = lay(lay([], fallen), fallen, { fates: ["tray", "bank", "rack", "tray", "rack"], moved: [] });
  expect(lay(placed, fallen, { fates: ["tray", "bank", "rack", "tray", "rack"], moved: [] })).toEqual(placed);
});
