/** A table's presentation on a clock: what this page shows now. */

import { untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import type { Playing } from "../../playing";
import type { CinqoView, PlayEvent } from "../types";
import { Presentation } from "./presentation";
import type { Frame } from "./unfold";

const reduced = new MediaQuery("(prefers-reduced-motion: reduce)");
const TEMPI = { quick: 0.6, normal: 1, slow: 1.5 } as const;

export class Showing {
  /** The frame shown instead of the current view; `null` if there is none. */
  held = $state.raw<Frame | null>(null);
  readonly #presentation: Presentation;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #news: number;

  /** Create it while a component initialises. */
  constructor(
    private readonly table: Playing,
    view: CinqoView,
  ) {
    this.#news = table.news.n;
    this.#presentation = new Presentation(
      view,
      performance.now(),
      () => TEMPI[table.view?.settings.bot_pace ?? "normal"],
      () => reduced.current,
    );
    $effect.pre(() => {
      const { server, news } = this.table;
      untrack(() => {
        const fresh = news.n === this.#news ? [] : news.events;
        this.#news = news.n;
        if (server?.game) this.#presentation.arrive(server.game as CinqoView, fresh.flatMap((each) => (each.type === "game" ? [each.event as PlayEvent] : [])), performance.now());
        this.#follow();
      });
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  skip(): void {
    this.#presentation.skip(performance.now());
    this.#follow();
  }

  #follow(): void {
    const now = performance.now();
    const { frame, until, untold } = this.#presentation.at(now);
    this.held = until === null ? null : frame;
    this.table.untold = until === null ? 0 : untold;
    clearTimeout(this.#timer);
    if (until !== null) this.#timer = setTimeout(() => this.#follow(), Math.max(0, until - now));
  }
}
