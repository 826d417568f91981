/** What the server tells at once, taken apart into what is seen one after another. Pure. */

import { predict } from "../predict";
import type { CinqoView, DiceRolled, PlayEvent, TurnEnded, TurnResult } from "../types";

/** The sum at the end of a turn is made step by step: the Rack, its total, the number on the card, the points. */
export type Stage = "rack" | "total" | "number" | "points";

export interface Sum {
  readonly result: TurnResult;
  readonly stage: Stage;
}

export interface Frame {
  readonly view: CinqoView;
  /** The sum that is being made, at the end of a turn. */
  readonly sum: Sum | null;
  /** How long it is shown, and how long at least when there is much to catch up with; in milliseconds. */
  readonly ms: number;
  readonly least: number;
}

const PUT = { ms: 600, least: 200 };
const ROLL = { ms: 800, least: 250 };
const STAGES: readonly (readonly [Stage, { ms: number; least: number }])[] = [
  ["rack", { ms: 450, least: 120 }],
  ["total", { ms: 600, least: 150 }],
  ["number", { ms: 700, least: 150 }],
  ["points", { ms: 1300, least: 500 }],
];
/** Nothing moves: the sum is there at once, and is read in a moment. */
const AT_ONCE: typeof STAGES = [["points", { ms: 900, least: 500 }]];

/** A view at rest: the dice lie, until something else happens. */
export const rest = (view: CinqoView): Frame => ({ view, sum: null, ...ROLL });

/**
 * The frames from one view of the server to the next, which is the last of them; or that one alone if the events
 * do not lead to it, as after a lost connection. My own dice lie already where I put them.
 */
export function unfold(before: CinqoView, events: readonly PlayEvent[], after: CinqoView, calm = false): readonly Frame[] {
  const frames: Frame[] = [];
  let view = before;
  for (const event of events) {
    switch (event.type) {
      case "put_away":
        view = predict(view, event.seat, { ...event, type: "put" });
        if (event.seat !== before.viewer) frames.push({ view, sum: null, ...PUT });
        break;
      case "dice_rolled":
        view = rolled(view, event);
        frames.push(rest(view));
        break;
      case "turn_ended": {
        const [racked, scored] = ended(view, event);
        view = scored;
        for (const [stage, time] of calm ? AT_ONCE : STAGES)
          frames.push({ view: stage === "points" ? scored : racked, sum: { result: event.result, stage }, ...time });
      }
    }
  }
  if (!isSamePosition(view, after)) return [rest(after)];
  // A roll that is still to be decided upon is the server's own view; at the end of the game that view follows the sum.
  return [...(frames.at(-1)?.sum ? frames : frames.slice(0, -1)), rest(after)];
}

function rolled(view: CinqoView, { seat, dice, hilo, roll }: DiceRolled): CinqoView {
  const begun = roll === 1 ? { rack: [], bank: [], boxed: false, turn_of: seat, bonus: view.history.at(-1)?.kind === "five" } : {};
  return { ...view, ...begun, roll, tray: dice, hilo: hilo ?? view.hilo, to_move: null, ...NOTHING_TOLD };
}

/** The Rack when it is full, and then with the points in everybody's totals. */
function ended(view: CinqoView, { result, score }: TurnEnded): [CinqoView, CinqoView] {
  const racked: CinqoView = { ...view, tray: [], bank: [], rack: result.rack, hilo: result.hilo, to_move: null, ...NOTHING_TOLD };
  const scores = view.scores.map((each, seat) => (seat === result.seat ? score : each));
  return [racked, { ...racked, scores, history: [...view.history, result] }];
}

/** Only the server says what dice are worth. */
const NOTHING_TOLD = { number: null, points: null, best: 0 } as const;

export function isSamePosition(one: CinqoView, other: CinqoView): boolean {
  return fingerprint(one) === fingerprint(other);
}

const fingerprint = ({ history, turn_of, roll, tray, rack, bank, boxed, hilo, scores }: CinqoView) =>
  JSON.stringify([history.length, turn_of, roll, tray, rack, bank, boxed, hilo, scores]);
