/**
 * People whom I have muted on this device, or blocked at the server. Their messages are not secret, so the client hides
 * them.
 */

import type { Blocked, TableView } from "../../wire/types";
import { keep, kept } from "../device/preferences.svelte";
import { api } from "../server/api";
import { guest } from "./guest.svelte";

const KEPT = "muted";
const MOST_MUTED = 300;

class Peace {
  muted = $state.raw<readonly string[]>(remembered());
  /** Blocked people; `null` until known. */
  blocked = $state.raw<readonly Blocked[] | null>(null);
  #asked: Promise<void> | null = null;

  /** Load the people whom I have blocked; safe to call often. */
  load(): Promise<void> {
    this.#asked ??= guest
      .ready()
      .then(() => api.blocks())
      .then(
        ({ people }) => void (this.blocked = people),
        () => void (this.#asked = null), // the next call tries again
      );
    return this.#asked;
  }

  isMuted(handle: string): boolean {
    return this.muted.includes(handle);
  }

  isBlocked(handle: string): boolean {
    return this.blocked?.some(({ handles }) => handles.includes(handle)) ?? false;
  }

  /** Return whether messages of this seat are hidden. */
  isSilent(table: TableView, seat: number): boolean {
    const handle = table.seats[seat]?.handle ?? null;
    return handle !== null && !table.seats[seat]?.yours && (this.isMuted(handle) || this.isBlocked(handle));
  }

  toggleMuted(handle: string): void {
    const others = this.muted.filter((each) => each !== handle);
    this.muted = (others.length < this.muted.length ? others : [...others, handle]).slice(-MOST_MUTED);
    keep(KEPT, JSON.stringify(this.muted));
  }

  async block(table: string, seat: number): Promise<void> {
    this.blocked = (await api.block(table, seat)).people;
  }

  async unblock(handle: string): Promise<void> {
    this.blocked = (await api.unblock(handle)).people;
  }
}

function remembered(): readonly string[] {
  try {
    const found: unknown = JSON.parse(kept(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

export const peace = new Peace();
