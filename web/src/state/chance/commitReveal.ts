/**
 * This device's part in the commit–reveal protocol of docs/chance.md. It commits to its own randomness, reveals it
 * after it has seen all commitments, and records what it saw. After the game it compares the server's data with this
 * record, and does not rely on the server's own account.
 */

import type { Command, Commit, CommitRevealView, Reveal, TableView } from "../../wire/types";
import { keep, kept } from "../device/preferences.svelte";
import { commitment as hashOf } from "./commitment";
import { randomHex } from "./entropy";

const REMEMBERED = 40;
const HEX = /^[0-9a-f]{64}$/;

/** This device's commitment, and the server's commitment that it saw before. */
interface Promised {
  seat: number;
  round: number;
  server: string;
  commitment: string;
  entropy: string;
  /** True once the server has acknowledged it. */
  isHeard?: true;
}
/** State of the table when this device was asked to reveal. */
interface Seen {
  round: number;
  server: string;
  commitments: readonly string[];
  takingPart: readonly number[];
}
/**
 * Reason why a seat of this device contributed nothing: as far as the device knows, it was connected all the time
 * (`here`) or not (`away`), or its commitment was not acknowledged (`late`).
 */
export type LeftOut = "here" | "away" | "late";
interface Kept {
  table: string;
  promised: Promised[];
  seen: Seen[];
  /** The rounds in which the server has acknowledged the reveal. */
  revealed?: number[];
  leftOut?: LeftOut;
}

/**
 * `kept`: everything is as this device saw it, and its contribution is included. `away`, `late`: no fault, but the
 * device was away or too late to contribute. `elsewhere`: the seat contributed the commitment of the person's other
 * device.
 *
 * The others are faults. `seed`: the seed is not the committed one. `own`: this device's randomness is not what it
 * sent. `others`: a contribution differs from the commitment that this device saw. `pretended`: the server claimed that
 * this device was away. `null`: this device saw nothing of the game.
 */
export type Verdict = "kept" | "away" | "late" | "elsewhere" | "seed" | "own" | "others" | "pretended" | null;

/** Fallback for as long as the page lives, where storage is forbidden. */
let memory = "[]";

function all(): Kept[] {
  try {
    const read: unknown = JSON.parse(kept("commit-reveal") ?? memory);
    return Array.isArray(read) ? (read as Kept[]) : [];
  } catch {
    return [];
  }
}

function of(table: string): Kept {
  return all().find((each) => each.table === table) ?? { table, promised: [], seen: [] };
}

/** Other windows write too, so a change reads the stored value again first. */
function change(table: string, how: (kept: Kept) => void): void {
  const mine = of(table);
  how(mine);
  memory = JSON.stringify([...all().filter((each) => each.table !== table), mine].slice(-REMEMBERED));
  keep("commit-reveal", memory);
}

/** Commit to fresh randomness for a seat. Return the commitment to send. */
export function promise(view: TableView, seat: number): string {
  const entropy = randomHex(32);
  const commitment = hashOf(entropy);
  const { commit_reveal: protocol } = view;
  // No device contributes to the daily challenge.
  if (protocol) change(view.id, ({ promised }) => promised.push({ seat, round: protocol.round, server: view.commitment, commitment, entropy }));
  return commitment;
}

const promisedFor = ({ promised }: Kept, { round, commitments }: CommitRevealView, seat: number) =>
  promised.find((each) => each.seat === seat && each.round === round && each.commitment === commitments[seat]);

/** One page's part in the protocol: the frames to send on each update. A page never sends the same one twice. */
export class CommitReveal {
  readonly #sent = new Set<string>();
  /** Whether this page has seen the table waiting, and has not lost its connection since. */
  #isHere = false;

  /** Record that the connection was lost. */
  lost(): void {
    this.#isHere = false;
  }

  /** Record that this page took a seat: it has committed. */
  sat(round: number, seat: number): void {
    this.#sent.add(`commit ${round} ${seat}`);
  }

  /** Record that the server has acknowledged a command. */
  recordAck(table: string, command: Command): void {
    const isIt = (each: Promised) => ("commitment" in command && each.commitment === command.commitment) || ("entropy" in command && each.entropy === command.entropy);
    change(table, (device) => {
      const promised = device.promised.find(isIt);
      if (promised && command.type === "reveal") device.revealed = [...(device.revealed ?? []), promised.round];
      else if (promised) promised.isHeard = true;
    });
  }

  /** Return the commands to send automatically for this person's seats. */
  react(view: TableView, mine: readonly number[]): (Commit | Reveal)[] {
    const protocol = view.commit_reveal;
    if (!protocol) return [];
    const asked = view.status === "waiting" ? mine : [];
    const found = asked.flatMap<Commit | Reveal>((seat) => (protocol.taking_part === null ? this.#commit(view, protocol, seat) : this.#reveal(view, protocol, seat)));
    this.#noteLeftOut(view, protocol, mine);
    this.#isHere ||= view.status === "waiting" && protocol.taking_part === null;
    return found;
  }

  /** Commit for a seat without a commitment, or with one that this device does not know. */
  #commit(view: TableView, protocol: CommitRevealView, seat: number): Commit[] {
    if (promisedFor(of(view.id), protocol, seat) || protocol.voided.flat().includes(seat) || !areRoundsFair(view, protocol)) return [];
    const what = `commit ${protocol.round} ${seat}`;
    if (this.#sent.has(what)) return [];
    this.#sent.add(what);
    return [{ type: "commit", seat, commitment: promise(view, seat) }];
  }

  /** Reveal once all commitments are recorded; never for two different sets of them. */
  #reveal(view: TableView, protocol: CommitRevealView, seat: number): Reveal[] {
    const promised = promisedFor(of(view.id), protocol, seat);
    const what = `reveal ${protocol.round} ${seat}`;
    if (!promised || !protocol.awaited.includes(seat) || this.#sent.has(what)) return [];
    const now = whatIsSeen(view, protocol);
    change(view.id, ({ seen }) => void (seen.some(({ round }) => round === now.round) || seen.push(now)));
    const first = of(view.id).seen.find(({ round }) => round === now.round) ?? now;
    const isWhole = now.takingPart.every((each) => HEX.test(now.commitments[each] ?? ""));
    if (!isSame(first, now) || promised.server !== now.server || !isWhole) return [];
    if (!now.takingPart.includes(seat) || !mayTakePart(view, protocol) || !areRoundsFair(view, protocol)) return [];
    this.#sent.add(what);
    return [{ type: "reveal", seat, entropy: promised.entropy }];
  }

  #noteLeftOut(view: TableView, protocol: CommitRevealView, mine: readonly number[]): void {
    const device = of(view.id);
    const how = device.leftOut ?? this.#howLeftOut(device, view, protocol, mine);
    if (how && !device.leftOut) change(view.id, (changed) => void (changed.leftOut = how));
  }

  #howLeftOut(device: Kept, { status }: TableView, protocol: CommitRevealView, mine: readonly number[]): LeftOut | undefined {
    const isFixed = protocol.taking_part !== null || status !== "waiting";
    const without = mine.filter((seat) => isFixed && !protocol.taking_part?.includes(seat));
    if (without.some((seat) => hasCommitted(device, protocol, seat)) || mine.some((seat) => wasNotAsked(device, protocol, seat))) return this.#isHere ? "here" : "away";
    // A commitment of a later round that the server has not acknowledged may have been too late.
    const isLate = protocol.round > 1 && without.some((seat) => this.#sent.has(`commit ${protocol.round} ${seat}`));
    return isLate && this.#isHere ? "late" : undefined;
  }
}

/** Return whether the server has this seat's commitment, or has acknowledged it. */
function hasCommitted(device: Kept, protocol: CommitRevealView, seat: number): boolean {
  return Boolean(promisedFor(device, protocol, seat)) || (!protocol.commitments[seat] && device.promised.some((each) => each.seat === seat && each.round === protocol.round && each.isHeard));
}

/** Return whether the server claims that the seat held up a round in which it never asked this device. */
const wasNotAsked = (device: Kept, { voided }: CommitRevealView, seat: number) =>
  device.promised.some((each) => each.seat === seat && each.isHeard && voided[each.round - 1]?.includes(seat) && !device.seen.some(({ round }) => round === each.round));

const whatIsSeen = (view: TableView, protocol: CommitRevealView): Seen => ({
  round: protocol.round,
  server: view.commitment,
  commitments: protocol.commitments,
  takingPart: protocol.taking_part ?? [],
});

const isSame = (one: Seen, other: Seen) =>
  one.server === other.server && one.commitments.join() === other.commitments.join() && one.takingPart.join() === other.takingPart.join();

/** Return this device's verdict on a game that has ended. */
export function judge(view: TableView): Verdict {
  const device = of(view.id);
  const { commit_reveal: protocol, entropies, seed } = view;
  if (!device.promised.length) return null;
  if (!protocol) return "others";
  const promised = device.promised.filter(({ round }) => round === protocol.round);
  const seen = device.seen.find(({ round }) => round === protocol.round);
  if (seed === null || !HEX.test(seed) || hashOf(seed) !== view.commitment) return "seed";
  if ([...promised, ...(seen ? [seen] : [])].some(({ server }) => server !== view.commitment)) return "seed";
  const mine = promised.filter(({ seat, commitment }) => seen?.takingPart.includes(seat) && seen.commitments[seat] === commitment);
  if (mine.some(({ seat, entropy }) => entropies[seat] !== entropy)) return "own";
  if (!isAsCommitted(view, protocol) || !areRoundsFair(view, protocol) || device.seen.some(({ round }) => round > protocol.round)) return "others";
  if (seen && !isSame(seen, whatIsSeen(view, protocol))) return "others";
  if (device.revealed?.some((revealed) => device.promised.some((each) => each.round === revealed && protocol.voided[revealed - 1]?.includes(each.seat)))) return "pretended";
  if (mine.length) return "kept";
  const isElsewhere = ({ seat, isHeard }: Promised) => isHeard && view.seats[seat]?.yours && protocol.taking_part?.includes(seat);
  if (promised.some(isElsewhere)) return "elsewhere";
  if (device.leftOut) return device.leftOut === "here" ? "pretended" : device.leftOut;
  return device.promised.some(({ seat }) => protocol.voided.flat().includes(seat)) ? "late" : "away";
}

/** Return whether exactly the participants contributed, each the value of their commitment. */
function isAsCommitted({ entropies }: TableView, { commitments, taking_part }: CommitRevealView): boolean {
  const isRight = (entropy: string, seat: number) =>
    taking_part?.includes(seat) ? HEX.test(entropy) && hashOf(entropy) === commitments[seat] : entropy === "";
  const isComplete = (taking_part ?? []).every((seat) => seat in entropies);
  return isComplete && entropies.every(isRight);
}

/** Return whether all participants are people of this table, and none has voided a round. */
const mayTakePart = ({ seats }: TableView, { taking_part, voided }: CommitRevealView) =>
  (taking_part ?? []).every((seat) => seats[seat]?.kind === "person" && !voided.flat().includes(seat));

/**
 * A seat that voided a round is excluded, so that no player can void rounds until the cards are good. It is a seat of
 * this table, and took part in that round as far as this device has seen it.
 */
function areRoundsFair({ id, seats }: TableView, { round, voided }: CommitRevealView): boolean {
  const missing = voided.flat();
  const { seen } = of(id);
  const tookPart = seen.every((each) => (voided[each.round - 1] ?? []).every((seat) => each.takingPart.includes(seat)));
  const areSeats = missing.every((seat) => seat in seats) && new Set(missing).size === missing.length;
  return voided.length === round - 1 && voided.every(({ length }) => length > 0) && areSeats && tookPart;
}
