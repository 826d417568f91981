/** Something that is being done for whoever asked for it, and why it was not. */

import { t } from "../../../i18n/index.svelte";
import { isNotFresh } from "../../../state/people/account";
import { NoPasskey } from "../../../state/people/passkeys";
import { errorText } from "../../../words/refusals";

/** Whoever was asked to sign in once more would rather not. */
class Declined extends Error {}

export class Doing {
  isBusy = $state(false);
  failure = $state("");

  /** Do it, unless something is being done already; whether it has been done. */
  async run(action: () => Promise<unknown>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.failure = "";
    try {
      await action();
      return true;
    } catch (error) {
      if (error instanceof Declined) this.failure = "";
      else this.failure = error instanceof NoPasskey ? t("account.signIn.cancelled") : errorText(error, "account");
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}

/** What only somebody may do who has just signed in: whoever has not is asked to, and then it is done. */
export class Freshness {
  /** Somebody is asked; the page shows them the way. */
  isAsked = $state(false);
  #settle: ((isSigned: boolean) => void) | null = null;

  async do<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (!isNotFresh(error)) throw error;
    }
    this.isAsked = true;
    const isSigned = await new Promise<boolean>((settle) => (this.#settle = settle));
    if (!isSigned) throw new Declined();
    return action();
  }

  /** They have signed in, or closed the sheet. */
  answer(isSigned: boolean): void {
    this.isAsked = false;
    this.#settle?.(isSigned);
    this.#settle = null;
  }
}
