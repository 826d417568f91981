/** Frames that take apart an update of the server. Pure. */

import { predict } from "../predict";
import type { CinqoView, DiceRolled, PlayEvent, TurnEnded, TurnResult } from "../types";

/** The sum at the end of a turn appears in stages: the Rack, its total, the number on the card, the points. */
export type Stage = "rack" | "total" | "number" | "points";

export interface Sum {
  readonly result: TurnResult;
  readonly stage: Stage;
}

export interface Frame {
  readonly view: CinqoView;
  /** The sum shown at the end of a turn. */
  readonly sum: Sum | null;
  /** Display time in milliseconds: the usual one, and the least when there is much to catch up with. */
  readonly ms: number;
  readonly least: number;
  /** Number of events of the update that happen after this frame. */
  readonly untold: number;
}

const PUT = { ms: 600, least: 200 };
const ROLL = { ms: 800, least: 250 };
const STAGES: readonly (readonly [Stage, { ms: number; least: number }])[] = [
  ["rack", { ms: 450, least: 120 }],
  ["total", { ms: 600, least: 150 }],
  ["number", { ms: 700, least: 150 }],
  ["points", { ms: 1300, least: 500 }],
];
/** Stages without motion: the sum appears at once, and stays briefly. */
const AT_ONCE: typeof STAGES = [["points", { ms: 900, least: 500 }]];

/** Return the frame of a view at rest, which stays until something happens. */
export const rest = (view: CinqoView): Frame => ({ view, sum: null, ...ROLL, untold: 0 });

/**
 * Return the frames from one view of the server to the next, which is the last frame. If the events do not lead to it,
 * as after a lost connection, return that view alone. My own dice already lie where I put them.
 */
export function unfold(before: CinqoView, events: readonly PlayEvent[], after: CinqoView, calm = false): readonly Frame[] {
  const frames: Frame[] = [];
  let view = before;
  for (const [at, event] of events.entries()) {
    const untold = events.length - at - 1;
    switch (event.type) {
      case "put_away":
        view = predict(view, event.seat, { ...event, type: "put" });
        if (event.seat !== before.viewer) frames.push({ view, sum: null, ...PUT, untold });
        break;
      case "dice_rolled":
        view = rolled(view, event);
        frames.push({ ...rest(view), untold });
        break;
      case "turn_ended": {
        const [racked, scored] = ended(view, event);
        view = scored;
        for (const [stage, time] of calm ? AT_ONCE : STAGES)
          frames.push({ view: stage === "points" ? scored : racked, sum: { result: event.result, stage }, ...time, untold: stage === "points" ? untold : untold + 1 });
      }
    }
  }
  if (!isSamePosition(view, after)) return [rest(after)];
  // A roll that awaits a decision is the server's own view; at the end of the game that view follows the sum.
  return [...(frames.at(-1)?.sum ? frames : frames.slice(0, -1)), rest(after)];
}

function rolled(view: CinqoView, { seat, dice, hilo, roll }: DiceRolled): CinqoView {
  const begun = roll === 1 ? { rack: [], bank: [], boxed: false, turn_of: seat, bonus: view.history.at(-1)?.kind === "five" } : {};
  return { ...view, ...begun, roll, tray: dice, hilo: hilo ?? view.hilo, to_move: null, ...NOTHING_TOLD };
}

/** Frames of a full Rack, and then of the totals with its points. */
function ended(view: CinqoView, { result, score }: TurnEnded): [CinqoView, CinqoView] {
  const racked: CinqoView = { ...view, tray: [], bank: [], rack: result.rack, hilo: result.hilo, to_move: null, ...NOTHING_TOLD };
  const scores = view.scores.map((each, seat) => (seat === result.seat ? score : each));
  return [racked, { ...racked, scores, history: [...view.history, result] }];
}

/** Return the end of the last turn with its sum; `null` once the next turn has begun, and for a turn that was not finished. */
export function lastTurn(view: CinqoView): Pick<Frame, "view" | "sum"> | null {
  const result = view.history.at(-1);
  if (!result || view.tray.length) return null;
  const sum: Sum = { result, stage: "points" };
  // After the game the dice of its last turn still lie in the case.
  if (view.outcome) return view.rack.length === result.rack.length ? { view, sum } : null;
  if (view.rack.length) return null;
  return { view: { ...view, turn_of: result.seat, rack: result.rack, bank: [], hilo: result.hilo, boxed: true }, sum };
}

/** Only the server knows the value of dice. */
const NOTHING_TOLD = { number: null, points: null, best: 0 } as const;

export function isSamePosition(one: CinqoView, other: CinqoView): boolean {
  return fingerprint(one) === fingerprint(other);
}

const fingerprint = ({ history, turn_of, roll, tray, rack, bank, boxed, hilo, scores }: CinqoView) =>
  JSON.stringify([history.length, turn_of, roll, tray, rack, bank, boxed, hilo, scores]);
