/** A page's requests to the app around it, and every page's notice of activity elsewhere. */

import { siteName } from "../../state/server/site";

class Chrome {
  /** The name of this site. */
  readonly site = siteName();
  /** True if the page has the whole window, without a header. */
  isBare = $state(false);
  /** True if the address of a table leads to none: the page is like any other, with the whole navigation. */
  hasNoTable = $state(false);
  /** The open step of the sheet about me. */
  me = $state<"start" | "keep" | "sign-in" | null>(null);
  /** Number of other tables at which others wait for me. */
  waiting = $state(0);

  /** The prefix of the page's title while others wait. */
  get dot(): string {
    return this.waiting ? "● " : "";
  }
}

export const chrome = new Chrome();
