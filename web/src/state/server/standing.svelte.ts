/** What keeps somebody from playing here at all. Every page says it, since no page can do without the server. */

import type { Reason } from "../../wire/types";

export class Standing {
  /** The operator has closed the server to this person. */
  isBanned = $state(false);
  /** The browser keeps no cookie, so that the server takes each request for a stranger's. */
  needsCookies = $state(false);
  /** The server does not know this browser, and takes nobody new, or only with an invitation. */
  barred = $state<"closed" | "invitation" | null>(null);

  constructor(areCookiesOn: boolean) {
    this.needsCookies = !areCookiesOn;
  }

  /** The server has refused something. */
  heard({ code }: Reason): void {
    if (code === "banned") this.isBanned = true;
    if (code === "closed-to-newcomers") this.barred = "closed";
    if (code === "needs-invitation") this.barred = "invitation";
    // A newcomer who is not admitted has no cookie either, and cookies are not why.
    if (code === "no-cookie") this.needsCookies = this.barred === null;
  }
}

/** Whether a socket's close code says that the server does not want us, which it explains to a plain request. */
export const isUnwanted = (code: number): boolean => code === 4401 || code === 4403;

// Where nothing is said about cookies they are taken to be on.
export const standing = new Standing(navigator.cookieEnabled !== false);
