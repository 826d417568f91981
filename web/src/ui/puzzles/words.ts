/** Texts of puzzles that need computation. */

/** Format minutes and seconds, as clocks show them: a started second counts. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
