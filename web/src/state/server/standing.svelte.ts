/** Reasons why a person cannot play here at all. Every page shows them, since no page works without the server. */

import type { Reason } from "../../wire/types";

export class Standing {
  /** True if the operator has banned this person. */
  isBanned = $state(false);
  /** True if the browser stores no cookie, so that each request looks like a stranger's. */
  needsCookies = $state(false);
  /** Set if the server does not know this browser and admits no newcomers, or only with an invitation. */
  barred = $state<"closed" | "invitation" | null>(null);

  constructor(areCookiesOn: boolean) {
    this.needsCookies = !areCookiesOn;
  }

  /** Handle a refusal of the server. */
  handleRefusal({ code }: Reason): void {
    if (code === "banned") this.isBanned = true;
    if (code === "closed-to-newcomers") this.barred = "closed";
    if (code === "needs-invitation") this.barred = "invitation";
    // A refused newcomer has no cookie either, and cookies are not the cause.
    if (code === "no-cookie") this.needsCookies = this.barred === null;
  }
}

/** Return whether a close code means that the server refuses us; a plain request returns the reason. */
export const isUnwanted = (code: number): boolean => code === 4401 || code === 4403;

// Without information cookies are assumed to be on.
export const standing = new Standing(navigator.cookieEnabled !== false);
