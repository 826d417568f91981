/** The randomness that this device gave to its latest tables, so that it can be looked for after the game. */

import { keep, kept } from "./preferences.svelte";

const REMEMBERED = 40;

function all(): [table: string, entropy: string][] {
  try {
    const read: unknown = JSON.parse(kept("entropy") ?? "[]");
    return Array.isArray(read) ? (read as [string, string][]) : [];
  } catch {
    return [];
  }
}

export function rememberOwn(table: string, entropy: string): void {
  keep("entropy", JSON.stringify([...all(), [table, entropy]].slice(-REMEMBERED)));
}

/** Whether something that this device gave to the table went into its chance. */
export function isOwnAmong(table: string, entropies: readonly string[]): boolean {
  return all().some(([of, entropy]) => of === table && entropies.includes(entropy));
}
