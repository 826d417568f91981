/** A running request, and the reason of its failure. */

import { t } from "../../../i18n/index.svelte";
import { isNotFresh } from "../../../state/people/account";
import { NoPasskey } from "../../../state/people/passkeys";
import { errorText } from "../../../words/refusals";

/** The user declined to sign in again. */
class Declined extends Error {}

export class Doing {
  isBusy = $state(false);
  failure = $state("");

  /** Run an action, unless one is running. Return whether it succeeded. */
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

/** Runs actions that need a recent sign-in: users without one are asked to sign in again first. */
export class Freshness {
  /** True while the user is asked to sign in again; the page shows the form. */
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

  /** Continue after the user has signed in, or closed the sheet. */
  resolve(isSigned: boolean): void {
    this.isAsked = false;
    this.#settle?.(isSigned);
    this.#settle = null;
  }
}
