/** How seats are told apart in a picture: by colour and by shape. */

/** Beyond the colours of three teams. */
const MORE = ["var(--lit-line)", "var(--ink-2)", "var(--wood-3)"];

/** The colour of a seat: its team's where there are teams. */
export function inkOf(seat: number, team: number | null): string {
  const number = team ?? seat;
  return number < 3 ? `var(--team-${number})` : MORE[(number - 3) % MORE.length]!;
}
