/**
 * Where I plan to put the dice of this roll, die by die. The dice are identified by their place in the tray; the move
 * sent to the server names values only.
 */

import type { CinqoView, Put } from "../types";
import type { Fate, Spot } from "./lay";

/** Where a move has the dice that lie elsewhere; `null` for the others. */
export interface Away {
  readonly tray: readonly (Fate | null)[];
  readonly bank: readonly (Fate | null)[];
  readonly box: boolean;
}

export class Placing {
  fates = $state<Fate[]>([]);
  /** Whether each die of the Bank moves to the Rack. */
  moved = $state<boolean[]>([]);
  boxed = $state(false);
  #key = "";

  constructor(private readonly view: () => CinqoView) {}

  /** Start again when there is another roll to place. */
  follow(): void {
    const view = this.view();
    const key = `${view.history.length}/${view.roll}/${view.tray.length}/${view.viewer}`;
    if (key === this.#key) return;
    this.#key = key;
    this.fates = view.tray.map(() => "tray");
    this.moved = view.bank.map(() => false);
    this.boxed = false;
  }

  /** Place the dice as in a move: the first of each value, where several are equal. */
  apply(put: Put): void {
    if (this.is(put)) return;
    Object.assign(this, this.#planOf(put));
  }

  /** Whether the dice lie as in a move. Those that are already there do not swap places with their equals. */
  is(put: Put): boolean {
    return JSON.stringify(put) === JSON.stringify(this.put);
  }

  /** Return where a move has each die of the tray and of the Bank that lies elsewhere, and whether it moves the Hi/Lo die. */
  away(put: Put): Away {
    if (this.is(put)) return { tray: [], bank: [], box: false };
    const { fates, moved, boxed } = this.#planOf(put);
    return {
      tray: fates.map((fate, die) => (fate === this.fates[die] ? null : fate)),
      bank: moved.map((to, die) => (to === this.moved[die] ? null : to ? "rack" : "bank")),
      box: boxed !== this.boxed,
    };
  }

  #planOf(put: Put): Pick<Placing, "fates" | "moved" | "boxed"> {
    const { tray, bank, boxed } = this.view();
    const rack = [...put.rack];
    const banked = [...put.bank];
    const back = [...put.from_bank];
    const has = (values: number[], die: number) => {
      const at = values.indexOf(die);
      if (at >= 0) values.splice(at, 1);
      return at >= 0;
    };
    return {
      fates: tray.map((die) => (has(rack, die) ? "rack" : has(banked, die) ? "bank" : "tray")),
      moved: bank.map((die) => has(back, die)),
      boxed: !boxed && put.box,
    };
  }

  /** Cycle a die through Rack, Bank and tray. */
  turn(die: number): void {
    const next: Record<Fate, Fate> = { tray: "rack", rack: "bank", bank: "tray" };
    this.fates[die] = next[this.fates[die] ?? "tray"];
  }

  /** Touch a die, wherever it lies: one of the Bank moves to the Rack, or back. */
  press({ of, index }: Pick<Spot, "of" | "index">): void {
    if (of === "tray") this.turn(index);
    else if (of === "bank") this.moved[index] = !this.moved[index];
  }

  /** Put every die of this roll that lies in the tray into the Rack. */
  keepAll(): void {
    this.fates = this.fates.map((fate) => (fate === "tray" ? "rack" : fate));
  }

  set(die: number, fate: Fate): void {
    this.fates[die] = fate;
  }

  #values(fate: Fate): number[] {
    return this.view()
      .tray.filter((_, die) => this.fates[die] === fate)
      .sort();
  }

  readonly put: Put = $derived.by(() => ({
    type: "put",
    rack: this.#values("rack"),
    bank: this.#values("bank"),
    from_bank: this.view().bank.filter((_, die) => this.moved[die]),
    box: this.boxed && !this.view().boxed,
  }));

  /** Whether at least one die goes into the Rack, as the rules demand of every roll. */
  readonly racksOne: boolean = $derived(this.put.rack.length + this.put.from_bank.length > 0);
  /** Number of scoring dice that would be rolled again. */
  readonly again: number = $derived(this.#values("tray").length);
  /** Whether no die has been placed yet. */
  readonly isUntouched: boolean = $derived.by(() => this.again === this.view().tray.length && !this.moved.includes(true) && !this.boxed);
}
