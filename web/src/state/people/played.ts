/** People with whom I have played, and who may be invited. Loaded when needed. */

import type { Met, MetPerson } from "../../wire/types";
import { ask } from "../server/api";
import { guest } from "./guest.svelte";
import { people } from "./people";

/** The latest first. */
export async function playedWith(): Promise<readonly MetPerson[]> {
  await guest.ready();
  return (await ask<Met>("/api/me/met")).people;
}

/** Somebody whose page says so may be invited, however long ago it was; `null`: nobody is. */
export async function known(handle: string): Promise<MetPerson | null> {
  await guest.ready();
  const { name, may_invite, is_account } = await people.page(handle);
  return may_invite ? { handle, name, is_guest: !is_account } : null;
}
