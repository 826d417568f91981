/** The setup of a new table: seating, options, seats. Impossible combinations cannot be chosen. */

import type { AnyGame, Seating } from "../../games/game";
import { t } from "../../i18n/index.svelte";
import type { Options, Pace, SeatSetup, TableSettings } from "../../wire/types";
import { place } from "../server/place.svelte";
import { ME, OPEN, bot, companyOf } from "./quick";

/** Selectable paces: some speeds for live games, and times for a turn in daily games. */
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
  /** Names of the players on a shared device; empty until entered. */
  names = $state<string[]>([]);
  /** Level of the bots. A bot chosen for a single seat may differ. */
  level = $state("");
  oneDevice = $state(false);
  listed = $state(false);
  watchable = $state(true);
  /** Time of each player; `null`: unlimited. */
  pace = $state.raw<Pace | null>(null);
  /** Chosen hints; until then games against bots alone have them. */
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

  /** Whether the result changes ratings. Choosing it removes hints, and lets chance decide who starts. */
  get rated(): boolean {
    return this.#ratedWanted && this.whyNotRated === null;
  }

  set rated(wanted: boolean) {
    this.#ratedWanted = wanted;
  }

  /** Reason why a table like this cannot be rated, as a code of the server's refusals; `null` if it can. */
  get whyNotRated(): "needs-server" | "rated-alone" | "rated-one-device" | "rated-pace" | null {
    if (place.isHere) return "needs-server";
    if (this.players === 1) return "rated-alone";
    if (this.oneDevice) return "rated-one-device";
    return this.pace ? null : "rated-pace";
  }

  /** Whether one person plays against bots. */
  get isAgainstBots(): boolean {
    return this.seats.filter((seat) => seat.kind !== "bot").length === 1 && !this.needsPerson;
  }

  /** Whether others join this table from their own devices. */
  get needsOthers(): boolean {
    return this.listed || this.seats.some(({ kind }) => kind === "open" || kind === "invited");
  }

  /** Whether a shared device has no player yet. */
  get needsPerson(): boolean {
    return this.oneDevice && !this.seats.some((seat) => seat.kind === "me");
  }

  /** Return the team of each seat, `null` without teams, in this seating or another one. */
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
    // The only person at a table plays.
    this.seats = Array.from({ length: seating.players }, (_, seat) => (seating.players === 1 ? ME : (this.seats[seat] ?? (seat === 0 ? ME : other))));
  }

  /** Set who starts: a seat, or a random one (`null`). */
  setFirst(first: number | null): void {
    this.options = { ...this.options, first } as Options;
  }

  /** Put all people on this device, or each on their own. */
  share(on: boolean): void {
    this.oneDevice = on;
    if (on) this.listed = false;
    if (on) this.pace = null;
    this.seats = this.seats.map((each, seat) => {
      if (on) return each.kind === "bot" ? each : ME;
      return each.kind === "me" && seat > 0 ? OPEN : each;
    });
  }

  /** Kind of the other players at this table; `null` for a mixture. */
  get company(): Company | null {
    if (this.oneDevice) return "device";
    if (this.players === 1 || this.isAgainstBots) return "bots";
    return this.seats.some(({ kind }) => kind === "bot") ? null : "friends";
  }

  /** Give all other seats to players of this kind. */
  gather(company: Company): void {
    this.share(company === "device");
    if (company === "bots") this.fillWithBots();
    else this.seats = this.seats.map((each) => (each.kind === "bot" ? (company === "device" ? ME : OPEN) : each));
  }

  /** Set the player of a seat. */
  place(seat: number, who: SeatSetup): void {
    // With separate devices only one seat can be mine: I swap places with the player planned there.
    const mine = this.seats.findIndex((each) => each.kind === "me");
    if (who.kind === "me" && !this.oneDevice && mine >= 0) this.seats[mine] = this.seats[seat]!;
    this.seats[seat] = who;
    if (who.level) this.level = who.level;
  }

  /** Set all bots to this level. */
  setLevel(level: string): void {
    this.level = level;
    this.seats = this.seats.map((each) => (each.kind === "bot" ? bot(level) : each));
  }

  /** Fill the other seats with bots. */
  fillWithBots(): void {
    const mine = Math.max(0, this.seats.findIndex((each) => each.kind === "me"));
    this.seats = this.seats.map((_, seat) => (seat === mine ? ME : bot(this.level)));
  }

  /** Return whether several people share this device, and one of them has this seat. */
  isNamed(seat: number): boolean {
    return this.oneDevice && this.seats[seat]?.kind === "me" && this.seats.filter((each) => each.kind === "me").length > 1;
  }

  /** Return the default name of a person on this device. */
  usualName(seat: number): string {
    return t("new.player", { n: seat + 1 });
  }

  get settings(): TableSettings {
    const { options, oneDevice, listed, watchable, hints, pace, rated } = this;
    const named = (each: SeatSetup, seat: number) => (this.isNamed(seat) ? { ...each, name: this.names[seat]?.trim() || this.usualName(seat) } : each);
    return { options, seats: this.seats.map(named), one_device: oneDevice, listed, watchable, hints, bot_pace: "normal", pace, rated, club: null };
  }
}
