/**
 * Positions of the five dice. Views list values only, so this module gives each die an identity that lasts while it is
 * on the table. With it moves can be animated, and a die keeps the keyboard focus.
 */

import type { CinqoView } from "../types";

/** Current or planned location of a die of this roll. */
export type Fate = "tray" | "rack" | "bank";

export interface Spot {
  /** The die's identity, 0 to 4. */
  readonly id: number;
  readonly value: number;
  /** Visible location, and the position there from the left. */
  readonly place: Fate;
  readonly slot: number;
  /** The view's entry for this die: `tray[1]`, say. */
  readonly of: Fate;
  readonly index: number;
}

type Placed = Pick<CinqoView, "tray" | "rack" | "bank">;
/** The planned locations of dice. */
export interface Fates {
  readonly fates: readonly Fate[];
  readonly moved: readonly boolean[];
}

const IDS = [0, 1, 2, 3, 4];

/** Return the dice of this view, matched with those of `before`, in the order of their ids. */
export function lay(before: readonly Spot[], view: Placed, { fates, moved }: Fates = { fates: [], moved: [] }): readonly Spot[] {
  const found = identify(before, view).map((spot) => ({
    ...spot,
    place: spot.of === "tray" ? (fates[spot.index] ?? "tray") : spot.of === "bank" && moved[spot.index] ? ("rack" as const) : spot.of,
  }));
  return found.map((spot) => ({ ...spot, slot: slotOf(spot, found, before) }));
}

/** Match each entry of the view with a die: the one that was there, one that was seen to move there, or any. */
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

/** Return whether the view's list is the one that the dice were placed from. */
function isUnmoved(before: readonly Spot[], view: Placed, of: Fate): boolean {
  const were = before.filter((spot) => spot.of === of);
  return were.length === view[of].length && were.every((spot) => view[of][spot.index] === spot.value);
}

/** Dice in the tray keep the order in which they fell; elsewhere the next die goes behind the others. */
function slotOf(spot: Pick<Spot, "id" | "place" | "index">, all: readonly Pick<Spot, "id" | "place">[], before: readonly Spot[]): number {
  if (spot.place === "tray") return spot.index;
  const arrival = ({ id, place }: Pick<Spot, "id" | "place">) => {
    const was = before.find((each) => each.id === id);
    return was?.place === place ? was.slot : 10 + id;
  };
  return all.filter((other) => other.place === spot.place && arrival(other) < arrival(spot)).length;
}
