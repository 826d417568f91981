/** A rating's way as a picture. Pure. */

import type { CurvePoint } from "../../wire/types";

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** The lines across, at round numbers. */
  readonly lines: readonly number[];
}

/** The least that tells ratings apart, and finer ones for what is counted in per cent or in rounds. */
const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
/** So many steps at most from the bottom to the top. */
const MOST_STEPS = 4;

const FINE = [0.1, 0.2, 0.5, 1, 2, 5];
/** So much of what is uncertain is shown of a rating. */
const MOST_MARGIN = 200;

/** A scale of round numbers that holds the points, and as much of what is uncertain as keeps the line readable. */
export function scaleOf(points: readonly CurvePoint[], isFine = false, most = MOST_MARGIN): Scale {
  const values = points.map((point) => point.points);
  const last = points.at(-1);
  const around = Math.min(last?.margin ?? 0, most);
  const low = Math.min(...values) - around;
  const high = Math.max(...values) + around;
  const step = [...(isFine ? FINE : []), ...STEPS].find((each) => Math.ceil(high / each) - Math.floor(low / each) <= MOST_STEPS) ?? STEPS.at(-1)!;
  const first = Math.floor(low / step);
  const lines = Array.from({ length: Math.max(1, Math.ceil(high / step) - first) + 1 }, (_, index) => (first + index) * step);
  return { low: lines[0]!, high: lines.at(-1)!, lines };
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** What is free on the left for the numbers, and above and below. */
  readonly left: number;
  readonly edge: number;
}

/** Where a value stands, from the top. */
export function heightOf(value: number, { low, high }: Scale, { height, edge }: Frame): number {
  const inside = Math.min(high, Math.max(low, value));
  return edge + ((high - inside) / (high - low)) * (height - 2 * edge);
}

/** Where the point of this number stands, from the left: each game takes as much room. */
export function placeOf(index: number, count: number, { width, left, edge }: Frame): number {
  return count < 2 ? (left + width - edge) / 2 : left + (index / (count - 1)) * (width - left - edge);
}

/** The line through all points, as SVG has it. */
export function lineOf(points: readonly CurvePoint[], scale: Scale, frame: Frame): string {
  return points.map((point, index) => `${index ? "L" : "M"}${at(placeOf(index, points.length, frame))} ${at(heightOf(point.points, scale, frame))}`).join("");
}

/** The band in which the true value most likely is. */
export function bandOf(points: readonly CurvePoint[], scale: Scale, frame: Frame): string {
  const edge = (sign: number) => points.map((point, index) => `${at(placeOf(index, points.length, frame))} ${at(heightOf(point.points + sign * point.margin, scale, frame))}`);
  return points.length < 2 ? "" : `M${edge(1).join("L")}L${edge(-1).reverse().join("L")}Z`;
}

const at = (number: number) => String(Math.round(number * 10) / 10);
