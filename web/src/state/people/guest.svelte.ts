/** Who I am here: a friendly name, from the first visit on, and whether it is an account's. */

import type { Me } from "../../wire/types";
import { ACCOUNT, keep } from "../device/preferences.svelte";
import { api } from "../server/api";
import { isForAccounts } from "../server/site";
import { standing } from "../server/standing.svelte";

class Guest {
  name = $state("");
  isAccount = $state(false);
  /** Whether I have done more than look: whoever signs in then says what becomes of it. */
  hasPlayed = $state(false);
  /** When the operator made a link to sign in to my account, until I have read of it. */
  operatorLinkAt = $state<number | null>(null);
  /** Whether this server sends e-mail. */
  hasMail = $state(false);
  /** Whether I am an operator of this server. */
  isOperator = $state(false);
  #asked: Promise<void> | null = null;

  /** What this server requires of me before I may play; `null` while I am not known, or if it requires nothing. */
  get requirement(): "account" | "closed" | "invitation" | null {
    if (standing.barred) return standing.barred;
    return this.name && !this.isAccount && isForAccounts() ? "account" : null;
  }

  /** Make sure that the server knows this browser; safe to call often. */
  ready(): Promise<void> {
    this.#asked ??= api.me().then(
      (me) => this.is(me),
      (error: unknown) => {
        this.#asked = null; // ask again next time
        throw error;
      },
    );
    return this.#asked;
  }

  /** A socket was closed to me: ask why. What comes of it is told on every page. */
  async check(): Promise<void> {
    await api.me().then((me) => this.is(me), () => undefined);
  }

  /** The server has said who I am now. */
  is(me: Me): void {
    this.name = me.name;
    standing.barred = null;
    this.isAccount = me.is_account;
    keep(ACCOUNT, me.is_account ? "yes" : "no");
    this.hasPlayed = me.has_played;
    this.hasMail = me.has_mail ?? false;
    this.isOperator = me.is_operator ?? false;
    this.operatorLinkAt = me.operator_link_at ?? null; // a node of an earlier version does not say it
  }

  async rename(name: string): Promise<void> {
    this.is(await api.rename(name));
  }
}

export const guest = new Guest();
