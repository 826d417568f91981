/** What happened at a table since this page was opened, in sentences. */

const REMEMBERED = 60;

export class Log {
  /** Newest first. */
  lines = $state.raw<readonly string[]>([]);
  /** What was said last, for those who listen. */
  spoken = $state("");

  add(sentences: readonly string[]): void {
    if (!sentences.length) return;
    this.spoken = sentences.join(" ");
    this.lines = [...[...sentences].reverse(), ...this.lines].slice(0, REMEMBERED);
  }
}
