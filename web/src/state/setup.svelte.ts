/** What a new table is going to be: seating, options, who sits where. Impossible combinations cannot be chosen. */

import type { AnyGame, Seating } from "../games/game";
import type { Options, SeatSetup, TableSettings } from "../wire/types";
import { ME, OPEN, bot, companyOf } from "./quick";

export type Preset = "friends" | "device" | null;

export class Setup {
  seating = $state.raw<Seating>({ players: 0, sides: 0 });
  options = $state.raw<Options>()!;
  seats = $state<SeatSetup[]>([]);
  oneDevice = $state(false);
  listed = $state(false);
  watchable = $state(true);
  /** Until somebody says otherwise: with hints when I play against bots alone. */
  #hintsChosen = $state<boolean | null>(null);

  constructor(
    readonly game: AnyGame,
    preset: Preset,
  ) {
    this.oneDevice = preset === "device";
    const other = preset === "friends" ? OPEN : preset === "device" ? ME : bot(game.usualLevel);
    this.#seat(companyOf(game), other);
  }

  get players(): number {
    return this.seating.players;
  }

  get hints(): boolean {
    return this.#hintsChosen ?? this.seats.filter((seat) => seat.kind !== "bot").length === 1;
  }

  set hints(wanted: boolean) {
    this.#hintsChosen = wanted;
  }

  /** On one device somebody must be there to play. */
  get needsPerson(): boolean {
    return this.oneDevice && !this.seats.some((seat) => seat.kind === "me");
  }

  /** The team of each seat, `null` where there are none, in this seating or another one. */
  teamsOf(seating: Seating): (number | null)[] {
    const options: unknown = this.game.options(seating, this.options);
    return Array.from({ length: seating.players }, (_, seat) => this.game.team(options, seat));
  }

  choose(seating: Seating): void {
    const second = this.seats[1];
    const other = this.oneDevice ? ME : second && second.kind !== "me" ? second : bot(this.game.usualLevel);
    this.#seat(seating, other);
  }

  #seat(seating: Seating, other: SeatSetup): void {
    this.seating = seating;
    const options = this.game.options(seating, this.options) as Options;
    const { first } = options;
    this.options = first !== null && first >= seating.players ? ({ ...options, first: 0 } as Options) : options;
    // Whoever is alone plays.
    this.seats = Array.from({ length: seating.players }, (_, seat) => (seating.players === 1 ? ME : (this.seats[seat] ?? (seat === 0 ? ME : other))));
  }

  /** Who starts: a seat, or a lot (`null`). */
  begin(first: number | null): void {
    this.options = { ...this.options, first } as Options;
  }

  /** Everybody on this device, or each on their own. */
  share(on: boolean): void {
    this.oneDevice = on;
    if (on) this.listed = false;
    this.seats = this.seats.map((each, seat) => {
      if (on) return each.kind === "bot" ? each : ME;
      return each.kind === "me" && seat > 0 ? OPEN : each;
    });
  }

  /** Who is meant to sit on a seat. */
  place(seat: number, who: SeatSetup): void {
    // Only one seat can be mine when everyone has their own device: the other one becomes open.
    if (who.kind === "me" && !this.oneDevice) this.seats = this.seats.map((each) => (each.kind === "me" ? OPEN : each));
    this.seats[seat] = who;
  }

  get settings(): TableSettings {
    const { options, oneDevice, listed, watchable, hints } = this;
    return { options, seats: [...this.seats], one_device: oneDevice, listed, watchable, hints, bot_pace: "normal" };
  }
}
