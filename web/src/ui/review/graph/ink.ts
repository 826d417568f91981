/** Colours and line styles of seats in a graph. */

/** Colours after those of three teams. */
const MORE = ["var(--lit-line)", "var(--ink-2)", "var(--wood-3)"];

/** Return the colour of a seat: its team's if there are teams. */
export function inkOf(seat: number, team: number | null): string {
  const number = team ?? seat;
  return number < 3 ? `var(--team-${number})` : MORE[(number - 3) % MORE.length]!;
}
