/** Coordinates of the 90 spaces: the same meander as in the rules, in axial coordinates, for drawing and walking. */

export type Axial = readonly [q: number, r: number];

const SIDES: readonly Axial[] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

function meander(): Axial[] {
  const path: Axial[] = [];
  let last: Axial = [0, 0];
  for (let radius = 1; radius <= 5; radius++) {
    // Each ring begins one step further out, up and to the left in turn, and runs against the last one.
    const start: Axial = radius % 2 ? [last[0], last[1] - 1] : [last[0] - 1, last[1]];
    const ring: Axial[] = [];
    let [q, r] = [0, -radius];
    for (const [dq, dr] of SIDES)
      for (let step = 0; step < radius; step++) {
        ring.push([q, r]);
        [q, r] = [q + dq, r + dr];
      }
    if (radius % 2 === 0) ring.reverse();
    const at = ring.findIndex(([a, b]) => a === start[0] && b === start[1]);
    path.push(...ring.slice(at), ...ring.slice(0, at));
    last = path.at(-1)!;
  }
  return path;
}

export const COORDINATES: readonly Axial[] = meander();

const NUMBERS = new Map(COORDINATES.map(([q, r], index) => [`${q},${r}`, index + 1]));

/** The space at a coordinate; `undefined` for the centre and outside. */
export function spaceAt(q: number, r: number): number | undefined {
  return NUMBERS.get(`${q},${r}`);
}

/** The centre of a space, in units in which neighbours are √3 apart. */
export function place(space: number): { x: number; y: number } {
  const [q, r] = COORDINATES[space - 1]!;
  return { x: Math.sqrt(3) * (q + r / 2), y: 1.5 * r };
}

/** The rows of the board from top to bottom, each from left to right. */
export const ROWS: readonly (readonly number[])[] = Array.from({ length: 11 }, (_, row) =>
  COORDINATES.flatMap(([, r], index) => (r === row - 5 ? [index + 1] : [])).sort((a, b) => place(a).x - place(b).x),
);

/** The directions of lines, each towards the right. */
const AXES: readonly Axial[] = [[1, 0], [0, 1], [1, -1]];
/** Spaces of a line that wins. */
const FIVE = 5;

/** Return the winning lines, each as an SVG path from the centre of its first space to that of its last. */
export function bandsOf(winning: readonly number[]): string[] {
  const at = (space: number) => `${place(space).x.toFixed(3)} ${place(space).y.toFixed(3)}`;
  return AXES.flatMap(([dq, dr]) =>
    winning.flatMap((first) => {
      const [q, r] = COORDINATES[first - 1]!;
      const spaceAfter = (steps: number) => spaceAt(q + steps * dq, r + steps * dr) ?? 0;
      if (winning.includes(spaceAfter(-1))) return [];
      let length = 1;
      while (winning.includes(spaceAfter(length))) length++;
      return length < FIVE ? [] : [`M${at(first)}L${at(spaceAfter(length - 1))}`];
    }),
  );
}

/** Distance of the outermost spaces from the centre. */
const RIM = 5;

/** Return where the sign of a space lies, from its centre: at the upper right, or at the rim of the board inwards. */
export function signAt(space: number): { x: number; y: number } {
  const [q, r] = COORDINATES[space - 1]!;
  const isRim = Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) === RIM;
  const { x, y } = place(space);
  return { x: isRim && x > 0 ? -0.58 : 0.58, y: isRim && y < 0 ? 0.68 : -0.68 };
}

/** A pointy-topped hexagon around the origin, as a polygon's points. */
export function hexagon(size: number): string {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return `${(size * Math.cos(angle)).toFixed(3)},${(size * Math.sin(angle)).toFixed(3)}`;
  }).join(" ");
}

/** The space that an arrow key leads to: along the row, or the nearest space of the next row. */
export function walk(from: number, key: string): number {
  const [q, r] = COORDINATES[from - 1]!;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const step = key === "ArrowLeft" ? -1 : 1;
    // One step more leaps over the empty centre.
    return spaceAt(q + step, r) ?? spaceAt(q + 2 * step, r) ?? from;
  }
  const step = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  const row = ROWS[r + 5 + step];
  if (!step || !row) return from;
  const { x } = place(from);
  return row.reduce((best, space) => (Math.abs(place(space).x - x - 0.1 * step) < Math.abs(place(best).x - x - 0.1 * step) ? space : best));
}
