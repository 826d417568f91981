/** This device's own randomness, and what of it went to its latest tables, so that it can be looked for after the game. */

import { keep, kept } from "./preferences.svelte";

const REMEMBERED = 40;

/** Fresh randomness, in hex. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function all(): [table: string, entropy: string][] {
  try {
    const read: unknown = JSON.parse(kept("entropy") ?? "[]");
    return Array.isArray(read) ? (read as [string, string][]) : [];
  } catch {
    return [];
  }
}

/** Fresh randomness for a table, remembered. */
export function entropyFor(table: string): string {
  const entropy = randomHex(32);
  keep("entropy", JSON.stringify([...all(), [table, entropy]].slice(-REMEMBERED)));
  return entropy;
}

/** Whether something that this device gave to the table went into its chance. */
export function isOwnAmong(table: string, entropies: readonly string[]): boolean {
  return all().some(([of, entropy]) => of === table && entropies.includes(entropy));
}
