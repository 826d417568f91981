/** Geometry of a rating's curve. Pure. */

import type { CurvePoint } from "../../wire/types";

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Values of the horizontal lines: round numbers. */
  readonly lines: readonly number[];
}

/** Steps between lines: from the least that distinguishes ratings, and finer ones for per cent and rounds. */
const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
/** Most steps from bottom to top. */
const MOST_STEPS = 4;

const FINE = [0.1, 0.2, 0.5, 1, 2, 5];
/** Most of a rating's uncertainty that is shown. */
const MOST_MARGIN = 200;

/** Return a scale of round numbers for the points, with as much of the uncertainty as keeps the curve readable. */
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
  /** Margins: for the numbers on the left, and above and below. */
  readonly left: number;
  readonly edge: number;
}

/** Return the vertical position of a value, from the top. */
export function heightOf(value: number, { low, high }: Scale, { height, edge }: Frame): number {
  const inside = Math.min(high, Math.max(low, value));
  return edge + ((high - inside) / (high - low)) * (height - 2 * edge);
}

/** Return the horizontal position of a point, from the left: all games have the same width. */
export function placeOf(index: number, count: number, { width, left, edge }: Frame): number {
  return count < 2 ? (left + width - edge) / 2 : left + (index / (count - 1)) * (width - left - edge);
}

/** Return the SVG path of the line through all points. */
export function lineOf(points: readonly CurvePoint[], scale: Scale, frame: Frame): string {
  return points.map((point, index) => `${index ? "L" : "M"}${at(placeOf(index, points.length, frame))} ${at(heightOf(point.points, scale, frame))}`).join("");
}

/** Return the SVG path of the band that most likely holds the true value. */
export function bandOf(points: readonly CurvePoint[], scale: Scale, frame: Frame): string {
  const edge = (sign: number) => points.map((point, index) => `${at(placeOf(index, points.length, frame))} ${at(heightOf(point.points + sign * point.margin, scale, frame))}`);
  return points.length < 2 ? "" : `M${edge(1).join("L")}L${edge(-1).reverse().join("L")}Z`;
}

const at = (number: number) => String(Math.round(number * 10) / 10);
