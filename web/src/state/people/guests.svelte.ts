/**
 * Guest marks by handle, so that guests are not mistaken for members. Requests are batched, and answers are cached for
 * this visit.
 */

import { SvelteMap } from "svelte/reactivity";
import { t } from "../../i18n/index.svelte";
import type { Members } from "../../wire/types";
import { ask } from "../server/api";

/** Most handles in one request. */
const AT_ONCE = 50;
/** Milliseconds within which names are collected for one request. */
const GATHER_MS = 50;
/** Milliseconds without requests after a failure, or offline. */
const PAUSE_MS = 60_000;

export class Guests {
  readonly #members = new SvelteMap<string, boolean>();
  readonly #wanted = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly load: (handles: readonly string[]) => Promise<Members>) {}

  /** Return whether the person of this handle is known to be a guest; if unknown, request it. */
  is(handle: string | null | undefined): boolean {
    if (!handle) return false;
    const isMember = this.#members.get(handle);
    if (isMember === undefined) this.#want(handle);
    return isMember === false;
  }

  #want(handle: string): void {
    this.#wanted.add(handle);
    this.#timer ??= setTimeout(() => void this.#ask(), GATHER_MS);
  }

  async #ask(): Promise<void> {
    const handles = [...this.#wanted].slice(0, AT_ONCE);
    for (const handle of handles) this.#wanted.delete(handle);
    let pause = GATHER_MS;
    try {
      const members = new Set((await this.load(handles)).members);
      for (const handle of handles) this.#members.set(handle, members.has(handle));
    } catch {
      for (const handle of handles) this.#wanted.add(handle);
      pause = PAUSE_MS;
    }
    this.#timer = this.#wanted.size ? setTimeout(() => void this.#ask(), pause) : undefined;
  }
}

export const guests = new Guests((handles) => ask<Members>(`/api/people/members?handles=${handles.join(",")}`));

/**
 * Return a name for sentences and lists of choices: a guest's is marked by a word. If a guest uses a member's name, the
 * server has added the word already.
 */
export const marked = (name: string, isGuest: boolean): string => (isGuest && !name.endsWith("(guest)") ? `${name} (${t("app.guest")})` : name);

/** Return the marked name of the person with this handle. */
export const named = (name: string, handle: string | null | undefined): string => marked(name, guests.is(handle));
