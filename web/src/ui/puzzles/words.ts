/** Words of puzzles that need some working out. */

/** Minutes and seconds, as clocks show them: a second that has begun counts. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
