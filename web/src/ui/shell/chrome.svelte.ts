/** What a page asks of the app around it, and what every page says of what goes on elsewhere. */

import { siteName } from "../../state/server/site";

class Chrome {
  /** The name of this site. */
  readonly site = siteName();
  /** No header: the page has the whole window. */
  isBare = $state(false);
  /** The step of the sheet about me that is open. */
  me = $state<"start" | "keep" | "sign-in" | null>(null);
  /** At so many other tables others wait for me. */
  waiting = $state(0);

  /** What stands before the page's title while somebody waits. */
  get dot(): string {
    return this.waiting ? "● " : "";
  }
}

export const chrome = new Chrome();
