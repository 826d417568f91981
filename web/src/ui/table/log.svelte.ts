/** A table's log in sentences of the reader's language, also for screen readers. */

import type { Table } from "../../state/table/table.svelte";
import type { PublicEvent } from "../../wire/types";
import { describeAll } from "./events";

export class Log {
  /** The last announcement for screen readers. */
  spoken = $state("");

  constructor(
    private readonly table: Table,
    private readonly isShared: () => boolean,
  ) {}

  /** Lines, newest first. The log is never ahead of the board. */
  readonly lines: readonly string[] = $derived.by(() => this.#sentences(shownOf(this.table.history, this.table.untold)).reverse());

  speak(events: readonly PublicEvent[]): void {
    const sentences = this.#sentences(events);
    if (sentences.length) this.say(sentences.join(" "));
  }

  say(sentence: string): void {
    // A repeated sentence must differ, or no screen reader would announce it.
    this.spoken = sentence === this.spoken ? `${sentence}\u00a0` : sentence;
  }

  #sentences(events: readonly PublicEvent[]): string[] {
    return this.table.server ? describeAll(events, this.table.server, this.isShared()) : [];
  }
}

/** Return the events before the game's latest `untold` ones. */
export function shownOf(history: readonly PublicEvent[], untold: number): readonly PublicEvent[] {
  if (!untold) return history;
  const ofGame = history.flatMap(({ type }, at) => (type === "game" ? [at] : []));
  return history.slice(0, ofGame.at(-untold) ?? 0);
}
