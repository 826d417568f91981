/** Friends in lists: their presence, an invitation, and the end of following them. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALL } from "../../games";
import { withMore } from "../../i18n/index.svelte";
import { friends } from "../../state/people/friends.svelte";
import { guest } from "../../state/people/guest.svelte";
import { click, get, show, text } from "../../testing/show";
import type { Friend } from "../../wire/types";
import Friends from "./Friends.svelte";
import FriendsHere from "./FriendsHere.svelte";

const friend = (handle: string, changes: Partial<Friend> = {}): Friend => ({ handle, name: `Name of ${handle}`, is_here: false, is_guest: false, is_seeking: false, game: null, table: null, ...changes });
const has = (id: string) => document.querySelector(`[data-testid="${id}"]`) !== null;

beforeEach(async () => {
  guest.is({ name: "Anna", is_account: true, has_played: true, operator_link_at: null, has_mail: false, is_operator: false });
  vi.spyOn(friends, "load").mockResolvedValue();
  vi.spyOn(friends, "met").mockResolvedValue([]);
  friends.all = { people: [friend("bo", { is_here: true }), friend("cy")], is_hidden: false, most: 100 };
  await withMore(Promise.resolve());
});
afterEach(() => {
  friends.all = null;
  vi.restoreAllMocks();
});

describe("a list of friends", () => {
  it("has one invitation for each who is here, which asks for the game", async () => {
    const invite = vi.spyOn(friends, "invite").mockResolvedValue();
    await show(FriendsHere, {});
    expect(text(get("friends-here"))).not.toContain("here now Invite");
    expect(document.querySelectorAll(".rows button")).toHaveLength(1);
    click("invite-friend");
    expect(get("invite-friend").getAttribute("aria-expanded")).toBe("true");
    expect([...document.querySelectorAll(".part button")].map((button) => button.getAttribute("data-testid"))).toEqual(ALL.map(({ name }) => `invite-friend-${name}`));
    click(`invite-friend-${ALL[1]!.name}`);
    expect(invite).toHaveBeenCalledExactlyOnceWith("bo", ALL[1]);
    click("invite-friend");
    expect(document.querySelector(".part")).toBeNull();
  });

  it("leads from an absent friend to a new table with them", async () => {
    await show(Friends, {});
    await vi.waitFor(() => get("friend-cy"));
    get("friend-cy").querySelector<HTMLElement>('[data-testid="invite-friend"]')!.click();
    await vi.waitFor(() => get(`invite-absent-${ALL[0]!.name}`));
    expect(get(`invite-absent-${ALL[0]!.name}`).getAttribute("href")).toBe(`/new?game=${ALL[0]!.name}&invite=cy`);
  });

  it("ends following only behind a menu", async () => {
    const unfollow = vi.spyOn(friends, "unfollow").mockResolvedValue();
    await show(Friends, {});
    await vi.waitFor(() => get("friend-cy"));
    expect([text(get("friend-doing")), has("unfollow")]).toEqual(["here now", false]);
    get("friend-cy").querySelector<HTMLElement>('[data-testid="friend-more"]')!.click();
    await vi.waitFor(() => get("unfollow"));
    click("unfollow");
    expect(unfollow).toHaveBeenCalledExactlyOnceWith("cy");
  });
});
