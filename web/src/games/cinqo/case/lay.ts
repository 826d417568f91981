/**
 * Where each of the five dice lies. Views name values only; a die on the table stays the same die wherever it
 * goes, so that it can be seen to go there, and keeps the focus of whoever moves it by keyboard.
 */

import type { CinqoView } from "../types";

/** Where a die of this roll lies, or is about to be put. */
export type Fate = "tray" | "rack" | "bank";

export interface Spot {
  /** Which die this is, 0 to 4. */
  readonly id: number;
  readonly value: number;
  /** Where it lies to the eye, and its place there from the left. */
  readonly place: Fate;
  readonly slot: number;
  /** Which entry of the view it is: `tray[1]`, say. */
  readonly of: Fate;
  readonly index: number;
}

type Placed = Pick<CinqoView, "tray" | "rack" | "bank">;
/** Where dice are about to be put. */
export interface Fates {
  readonly fates: readonly Fate[];
  readonly moved: readonly boolean[];
}

const IDS = [0, 1, 2, 3, 4];

/** The dice of this view, those of `before` remembered. In the order of their ids. */
export function lay(before: readonly Spot[], view: Placed, { fates, moved }: Fates = { fates: [], moved: [] }): readonly Spot[] {
  const found = identify(before, view).map((spot) => ({
    ...spot,
    place: spot.of === "tray" ? (fates[spot.index] ?? "tray") : spot.of === "bank" && moved[spot.index] ? ("rack" as const) : spot.of,
  }));
  return found.map((spot) => ({ ...spot, slot: slotOf(spot, found, before) }));
}

/** Which die each entry of the view is: the one that was there, or that was seen to go there, or any. */
function identify(before: readonly Spot[], view: Placed): Omit<Spot, "place" | "slot">[] {
  const places = ["rack", "bank", "tray"] as const;
  const left = places.flatMap((of) => view[of].map((value, index) => ({ of, index, value })));
  const free = new Set(IDS);
  const found: Omit<Spot, "place" | "slot">[] = [];
  const likeness: readonly ((spot: Spot, entry: (typeof left)[number]) => boolean)[] = [
    (spot, { of, index, value }) => spot.of === of && spot.index === index && spot.value === value && isUnmoved(before, view, of),
    (spot, { of, value }) => spot.place === of && spot.value === value,
    (spot, { of, value }) => of !== "tray" && spot.value === value,
    (spot, { of }) => spot.place === of,
  ];
  const settle = (entry: (typeof left)[number], id: number) => {
    found.push({ id, ...entry });
    free.delete(id);
    left.splice(left.indexOf(entry), 1);
  };
  for (const isLike of likeness)
    for (const entry of [...left]) {
      const spot = before.find((each) => free.has(each.id) && isLike(each, entry));
      if (spot) settle(entry, spot.id);
    }
  for (const entry of [...left]) settle(entry, [...free][0]!);
  return found.sort((one, other) => one.id - other.id);
}

/** Whether the view's list is the one that the dice were laid from. */
function isUnmoved(before: readonly Spot[], view: Placed, of: Fate): boolean {
  const were = before.filter((spot) => spot.of === of);
  return were.length === view[of].length && were.every((spot) => view[of][spot.index] === spot.value);
}

/** In the tray dice lie as they fell; elsewhere the next one comes after those that are there. */
function slotOf(spot: Pick<Spot, "id" | "place" | "index">, all: readonly Pick<Spot, "id" | "place">[], before: readonly Spot[]): number {
  if (spot.place === "tray") return spot.index;
  const arrival = ({ id, place }: Pick<Spot, "id" | "place">) => {
    const was = before.find((each) => each.id === id);
    return was?.place === place ? was.slot : 10 + id;
  };
  return all.filter((other) => other.place === spot.place && arrival(other) < arrival(spot)).length;
}
