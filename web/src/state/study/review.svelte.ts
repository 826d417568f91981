/** The review of a finished game, requested until it is final, so that no displayed figure changes. */

import type { Reason, ReviewProgress, TableReview } from "../../wire/types";
import { wait } from "../device/environment";
import { ApiError, answerOf, contentOf } from "../server/api";

/** Milliseconds until the next request; they grow with each one. */
const SOON = 1000;
const SELDOM = 5000;
/** Milliseconds until the next request after a temporary failure. */
const LATER = 15_000;

export class Review {
  found = $state.raw<TableReview | null>(null);
  progress = $state.raw<ReviewProgress | null>(null);
  /** True if there is a review whose figures may still change. */
  isRefining = $state(false);
  /** Reason why there is no review. */
  failure = $state.raw<Reason | null>(null);
  #tag = "";
  #rest = SOON;
  #cancel: () => void = () => undefined;
  #isOver = false;

  constructor(
    private readonly table: string,
    private readonly later: typeof wait = wait,
  ) {}

  /** Start the requests. Return a function that stops them. */
  start(): () => void {
    void this.#ask();
    return () => {
      this.#isOver = true;
      this.#cancel();
    };
  }

  async #ask(): Promise<void> {
    let rest = this.#rest;
    this.#rest = Math.min(SELDOM, 1.3 * rest);
    try {
      if (document.visibilityState === "visible") await this.#load();
      if (this.found?.is_final) return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!["unavailable", "too-fast", "internal"].includes(error.reason.kind)) {
        this.failure = error.reason;
        return;
      }
      rest = LATER;
    }
    if (!this.#isOver) this.#cancel = this.later(rest, () => void this.#ask());
  }

  async #load(): Promise<void> {
    const answer = await answerOf(`/api/tables/${this.table}/review`, { headers: { "if-none-match": this.#tag } });
    if (this.#isOver || answer.status === 304) return;
    if (answer.status === 202) this.progress = await contentOf<ReviewProgress>(answer);
    else {
      const found = await contentOf<TableReview>(answer);
      this.isRefining = !found.is_final;
      if (found.is_final) this.found = found;
      this.#tag = answer.headers.get("etag") ?? "";
      this.#rest = SELDOM;
    }
  }
}
