/** My identity here: a friendly name from the first visit on, and whether I have an account. */

import type { Me } from "../../wire/types";
import { ACCOUNT, keep } from "../device/preferences.svelte";
import { api } from "../server/api";
import { isForAccounts } from "../server/site";
import { standing } from "../server/standing.svelte";

class Guest {
  name = $state("");
  isAccount = $state(false);
  /** Whether I have played: signing in then asks what happens to those games. */
  hasPlayed = $state(false);
  /** When the operator created a sign-in link to my account, until I have acknowledged it. */
  operatorLinkAt = $state<number | null>(null);
  /** Whether this server sends e-mail. */
  hasMail = $state(false);
  /** Whether I am an operator of this server. */
  isOperator = $state(false);
  #asked: Promise<void> | null = null;

  /** The server's requirement before I may play; `null` while I am unknown, or without one. */
  get requirement(): "account" | "closed" | "invitation" | null {
    if (standing.barred) return standing.barred;
    return this.name && !this.isAccount && isForAccounts() ? "account" : null;
  }

  /** Register this browser with the server; safe to call often. */
  ready(): Promise<void> {
    this.#asked ??= api.me().then(
      (me) => this.is(me),
      (error: unknown) => {
        this.#asked = null; // the next call tries again
        throw error;
      },
    );
    return this.#asked;
  }

  /** Load the reason why a socket was closed; every page shows it. */
  async check(): Promise<void> {
    await api.me().then((me) => this.is(me), () => undefined);
  }

  /** Take over my identity from the server. */
  is(me: Me): void {
    this.name = me.name;
    standing.barred = null;
    this.isAccount = me.is_account;
    keep(ACCOUNT, me.is_account ? "yes" : "no");
    this.hasPlayed = me.has_played;
    this.hasMail = me.has_mail ?? false;
    this.isOperator = me.is_operator ?? false;
    this.operatorLinkAt = me.operator_link_at ?? null; // a node of an earlier version omits it
  }

  async rename(name: string): Promise<void> {
    this.is(await api.rename(name));
  }
}

export const guest = new Guest();
