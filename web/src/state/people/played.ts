/** People with whom I have played, and whom I may invite. Loaded on demand. */

import type { Met, MetPerson } from "../../wire/types";
import { ask } from "../server/api";
import { guest } from "./guest.svelte";
import { people } from "./people";

/** Return the people with whom I have played, the latest first. */
export async function playedWith(): Promise<readonly MetPerson[]> {
  await guest.ready();
  return (await ask<Met>("/api/me/met")).people;
}

/** Return a person whose page allows an invitation, however long ago we played; `null` if none. */
export async function known(handle: string): Promise<MetPerson | null> {
  await guest.ready();
  const { name, may_invite, is_account } = await people.page(handle);
  return may_invite ? { handle, name, is_guest: !is_account } : null;
}
