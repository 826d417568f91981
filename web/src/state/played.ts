/** People with whom I have played lately, and who may be invited. Loaded when needed. */

import { guest } from "./guest.svelte";
import { peace } from "./peace.svelte";
import { ANY, people } from "./people";

export interface Known {
  readonly handle: string;
  readonly name: string;
}

/** The latest first, each once; whom I have blocked is not among them. */
export async function playedWith(): Promise<readonly Known[]> {
  await guest.ready();
  const [me, { games }] = await Promise.all([people.page("me"), people.games("me", ANY), peace.load()]);
  const found = new Map<string, Known>();
  for (const { handle, name } of games.flatMap(({ seats }) => seats)) {
    if (handle === null || name === null || handle === me.handle || peace.isBlocked(handle) || found.has(handle)) continue;
    found.set(handle, { handle, name });
  }
  return [...found.values()];
}

/** Somebody whose page says so may be invited, however long ago it was. */
export async function known(handle: string): Promise<Known | null> {
  await guest.ready();
  const { name, may_invite } = await people.page(handle);
  return may_invite ? { handle, name } : null;
}
