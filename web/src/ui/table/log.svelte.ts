/** What happened at a table, in sentences of the reader's language: for the log, and for those who listen. */

import type { Table } from "../../state/table/table.svelte";
import type { PublicEvent } from "../../wire/types";
import { describeAll } from "./events";

export class Log {
  /** What was said last, for those who listen. */
  spoken = $state("");

  constructor(
    private readonly table: Table,
    private readonly isShared: () => boolean,
  ) {}

  /** Newest first. */
  readonly lines: readonly string[] = $derived.by(() => this.#tell(this.table.history).reverse());

  speak(events: readonly PublicEvent[]): void {
    const sentences = this.#tell(events);
    if (sentences.length) this.say(sentences.join(" "));
  }

  say(sentence: string): void {
    // The same sentence once more must be another text, or no reader would announce it.
    this.spoken = sentence === this.spoken ? `${sentence}\u00a0` : sentence;
  }

  #tell(events: readonly PublicEvent[]): string[] {
    return this.table.server ? describeAll(events, this.table.server, this.isShared()) : [];
  }
}
