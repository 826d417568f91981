/** What a new table is going to be: seating, options, who sits where. Impossible combinations cannot be chosen. */

import type { AnyGame, Seating } from "../../games/game";
import { t } from "../../i18n/index.svelte";
import type { Options, Pace, SeatSetup, TableSettings } from "../../wire/types";
import { place } from "../server/place.svelte";
import { ME, OPEN, bot, companyOf } from "./quick";

/** What can be chosen: some speeds for a game in one go, and how long a turn may take by the day. */
export const LIVE: readonly Pace[] = [
  [3, 5],
  [5, 10],
  [10, 20],
  [25, 30],
].map(([minutes, increment]) => ({ type: "live", total: 60 * minutes!, increment: increment! }));
export const DAILY: readonly Pace[] = [12, 24, 72, 168].map((hours) => ({ type: "daily", hours }));

export type Preset = "friends" | "device" | null;
/** The others at a new table: bots, friends by a link, people on this device. */
export type Company = "bots" | "friends" | "device";

export class Setup {
  seating = $state.raw<Seating>({ players: 0, sides: 0 });
  options = $state.raw<Options>()!;
  seats = $state<SeatSetup[]>([]);
  /** What those who share this device are called; empty where nobody has said. */
  names = $state<string[]>([]);
  /** How good the bots are. One that was chosen for a single seat may differ. */
  level = $state("");
  oneDevice = $state(false);
  listed = $state(false);
  watchable = $state(true);
  /** How much time everybody has; `null`: as much as they like. */
  pace = $state.raw<Pace | null>(null);
  /** Until somebody says otherwise: with hints when I play against bots alone. */
  #hintsChosen = $state<boolean | null>(null);
  #ratedWanted = $state(false);

  constructor(
    readonly game: AnyGame,
    preset: Preset,
  ) {
    this.oneDevice = preset === "device";
    this.level = game.usualLevel;
    const other = preset === "friends" ? OPEN : preset === "device" ? ME : bot(this.level);
    this.#seat(companyOf(game), other);
  }

  get players(): number {
    return this.seating.players;
  }

  get hints(): boolean {
    return !this.rated && (this.#hintsChosen ?? this.isAgainstBots);
  }

  set hints(wanted: boolean) {
    this.#hintsChosen = wanted;
  }

  /** Whether the result changes ratings. Whoever wishes it does without hints, and lets chance decide who starts. */
  get rated(): boolean {
    return this.#ratedWanted && this.whyNotRated === null;
  }

  set rated(wanted: boolean) {
    this.#ratedWanted = wanted;
  }

  /** Why a table like this cannot be rated, as the server's refusals call it; `null` if it can. */
  get whyNotRated(): "needs-server" | "rated-alone" | "rated-one-device" | "rated-pace" | null {
    if (place.isHere) return "needs-server";
    if (this.players === 1) return "rated-alone";
    if (this.oneDevice) return "rated-one-device";
    return this.pace ? null : "rated-pace";
  }

  /** One of us, and bots. */
  get isAgainstBots(): boolean {
    return this.seats.filter((seat) => seat.kind !== "bot").length === 1 && !this.needsPerson;
  }

  /** Others come to this table from their own devices. */
  get needsOthers(): boolean {
    return this.listed || this.seats.some(({ kind }) => kind === "open" || kind === "invited");
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
    const other = this.oneDevice ? ME : second?.kind === "invited" ? OPEN : second && second.kind !== "me" ? second : bot(this.level);
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

  /** Who starts: a seat, or whoever is drawn (`null`). */
  begin(first: number | null): void {
    this.options = { ...this.options, first } as Options;
  }

  /** Everybody on this device, or each on their own. */
  share(on: boolean): void {
    this.oneDevice = on;
    if (on) this.listed = false;
    if (on) this.pace = null;
    this.seats = this.seats.map((each, seat) => {
      if (on) return each.kind === "bot" ? each : ME;
      return each.kind === "me" && seat > 0 ? OPEN : each;
    });
  }

  /** The others at this table; `null` for a mixture. */
  get company(): Company | null {
    if (this.oneDevice) return "device";
    if (this.players === 1 || this.isAgainstBots) return "bots";
    return this.seats.some(({ kind }) => kind === "bot") ? null : "friends";
  }

  /** Give all other seats to this company. */
  gather(company: Company): void {
    this.share(company === "device");
    if (company === "bots") this.fillWithBots();
    else this.seats = this.seats.map((each) => (each.kind === "bot" ? (company === "device" ? ME : OPEN) : each));
  }

  /** Who is meant to sit on a seat. */
  place(seat: number, who: SeatSetup): void {
    // Only one seat can be mine when everyone has their own device: I change places with whoever was meant to be there.
    const mine = this.seats.findIndex((each) => each.kind === "me");
    if (who.kind === "me" && !this.oneDevice && mine >= 0) this.seats[mine] = this.seats[seat]!;
    this.seats[seat] = who;
    if (who.level) this.level = who.level;
  }

  /** All bots become this good. */
  setLevel(level: string): void {
    this.level = level;
    this.seats = this.seats.map((each) => (each.kind === "bot" ? bot(level) : each));
  }

  /** One of us plays against bots. */
  fillWithBots(): void {
    const mine = Math.max(0, this.seats.findIndex((each) => each.kind === "me"));
    this.seats = this.seats.map((_, seat) => (seat === mine ? ME : bot(this.level)));
  }

  /** Whether several people share this device, and one of them sits here. */
  isNamed(seat: number): boolean {
    return this.oneDevice && this.seats[seat]?.kind === "me" && this.seats.filter((each) => each.kind === "me").length > 1;
  }

  /** What a person on this device is called as long as nobody says otherwise. */
  usualName(seat: number): string {
    return t("new.player", { n: seat + 1 });
  }

  get settings(): TableSettings {
    const { options, oneDevice, listed, watchable, hints, pace, rated } = this;
    const named = (each: SeatSetup, seat: number) => (this.isNamed(seat) ? { ...each, name: this.names[seat]?.trim() || this.usualName(seat) } : each);
    return { options, seats: this.seats.map(named), one_device: oneDevice, listed, watchable, hints, bot_pace: "normal", pace, rated, club: null };
  }
}
