/** Geometry of the game's value to each seat, step by step. Pure. */

import type { Moment, Review } from "../../../wire/types";

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Margins: for the numbers on the left, on the right, and above and below. */
  readonly left: number;
  readonly right: number;
  readonly edge: number;
}

/** The lowest and the highest value of the graph, and its horizontal lines. */
export interface Range {
  readonly low: number;
  readonly high: number;
  readonly lines: readonly number[];
}

/** Return the range of the graph: chances from 0 to 1; rounds as far as the game went, more of them further down. */
export function rangeOf({ scale, graph }: Pick<Review, "scale" | "graph">): Range {
  if (scale === "chance") return { low: 0, high: 1, lines: [0, 0.5, 1] };
  const worths = graph.flatMap((moment) => moment.worths);
  const low = Math.floor(Math.min(...worths) - 0.2);
  const high = Math.ceil(Math.max(...worths) + 0.2);
  const middle = Math.round((low + high) / 2);
  return { low, high, lines: [...new Set([low, middle, high])] };
}

/** Return the horizontal position of a step, from the left. */
export function across(ply: number, plies: number, { width, left, right }: Frame): number {
  return left + (plies ? ply / plies : 0) * (width - left - right);
}

/** Return the vertical position of a value, from the top. */
export function down(worth: number, { low, high }: Range, { height, edge }: Frame): number {
  const inside = Math.min(high, Math.max(low, worth));
  return edge + ((high - inside) / (high - low)) * (height - 2 * edge);
}

/** Return the value of the game to each player after a number of steps. */
export function momentAt(graph: readonly Moment[], ply: number): Moment {
  return graph.findLast((moment) => moment.ply <= ply) ?? graph[0]!;
}

/** Return the SVG path of a seat's line: a value holds until the next change. */
export function lineOf(review: Pick<Review, "graph" | "plies">, seat: number, range: Range, frame: Frame): string {
  let path = "";
  for (const { ply, worths } of review.graph) {
    const x = round(across(ply, review.plies, frame));
    const y = round(down(worths[seat]!, range, frame));
    path += path ? `H${x}V${y}` : `M${x} ${y}`;
  }
  return `${path}H${round(across(review.plies, review.plies, frame))}`;
}

/** A shape for each seat, so that colour alone identifies no line; centred on the origin, five wide. */
export const SIGNS: readonly string[] = [
  "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
  "M0-6.2L6.2 0L0 6.2L-6.2 0z",
  "M0-5.6L5.6 4.6H-5.6z",
  "M-4.6-4.6H4.6V4.6H-4.6z",
  "M0 5.6L5.6-4.6H-5.6z",
  "M-5.6-2H-2V-5.6H2V-2H5.6V2H2V5.6H-2V2H-5.6z",
];

/** Move ascending positions apart, so that labels of this width do not overlap and stay inside. */
export function apart(places: readonly number[], gap: number, low: number, high: number): readonly number[] {
  const found: number[] = [];
  for (const place of places) found.push(Math.max(place, low, found.length ? found.at(-1)! + gap : low));
  let most = high;
  for (let at = found.length - 1; at >= 0; at--) {
    found[at] = Math.min(found[at]!, most);
    most = found[at]! - gap;
  }
  return found;
}

const round = (number: number) => Math.round(number * 10) / 10;
