/** The people whom I follow, and their presence. */

import type { AnyGame } from "../../games/game";
import type { Friends, Met, MetPerson, Options, TableSettings } from "../../wire/types";
import { ask } from "../server/api";
import { ME, OPEN, companyOf, invited, makeTable } from "../setup/quick";
import { guest } from "./guest.svelte";

const PATH = "/api/me/friends";

class FriendList {
  /** All friends; `null` until known. */
  all = $state.raw<Friends | null>(null);

  get here() {
    return this.all?.people.filter(({ is_here }) => is_here) ?? [];
  }

  isFollowed(handle: string): boolean {
    return this.all?.people.some((friend) => friend.handle === handle) ?? false;
  }

  /** Load the list again; a guest has none. */
  async load(): Promise<void> {
    await guest.ready();
    if (guest.isAccount) this.all = await ask<Friends>(PATH);
  }

  async follow(handle: string): Promise<void> {
    this.all = await ask<Friends>(PATH, "POST", { handle });
  }

  async unfollow(handle: string): Promise<void> {
    this.all = await ask<Friends>(`${PATH}/${encodeURIComponent(handle)}`, "DELETE");
  }

  async hide(isHidden: boolean): Promise<void> {
    this.all = await ask<Friends>("/api/me/presence", "PUT", { is_hidden: isHidden });
  }

  /** Load the people whom I could follow: those with whom I have played. */
  async met(): Promise<readonly MetPerson[]> {
    return (await ask<Met>("/api/me/met")).people;
  }

  /** Create a table for the two of us and go there; the other person is notified. */
  invite(handle: string, game: AnyGame): Promise<void> {
    return makeTable(tableWith(handle, game));
  }
}

function tableWith(handle: string, game: AnyGame): TableSettings {
  const seating = companyOf(game);
  const options = game.options(seating) as Options;
  const seats = Array.from({ length: seating.players }, (_, seat) => (seat === 0 ? ME : seat === 1 ? invited(handle) : OPEN));
  return { options, seats, one_device: false, listed: false, watchable: true, hints: true, bot_pace: "normal", pace: null, rated: false, club: null };
}

export const friends = new FriendList();
