/** Which people are guests, so that nobody takes one for a member: asked for together, and remembered for this visit. */

import { SvelteMap } from "svelte/reactivity";
import { t } from "../../i18n/index.svelte";
import type { Members } from "../../wire/types";
import { ask } from "../server/api";

/** As many as one request may ask for. */
const AT_ONCE = 50;
/** Names that appear within this time are asked for together. */
const GATHER_MS = 50;
/** A server that has not answered (or there is none, offline) is left alone for so long. */
const PAUSE_MS = 60_000;

export class Guests {
  readonly #members = new SvelteMap<string, boolean>();
  readonly #wanted = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly load: (handles: readonly string[]) => Promise<Members>) {}

  /** Whether the person of this handle is known to be a guest; it is asked for if it is not known. */
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

/** A name in sentences and lists of choices: a guest's carries a word. The server has put it into a name already that a guest has chosen and a member has. */
export const marked = (name: string, isGuest: boolean): string => (isGuest && !name.endsWith("(guest)") ? `${name} (${t("app.guest")})` : name);

/** The same for the person of this handle. */
export const named = (name: string, handle: string | null | undefined): string => marked(name, guests.is(handle));
