/**
 * This device's own randomness, and its record of contributions to legacy tables, on which devices did not commit
 * first.
 */

import { kept } from "../device/preferences.svelte";

/** Return fresh randomness in hex. */
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

/** Return whether a contribution of this device to the table went into its chance. */
export function isOwnAmong(table: string, entropies: readonly string[]): boolean {
  return all().some(([of, entropy]) => of === table && entropies.includes(entropy));
}
