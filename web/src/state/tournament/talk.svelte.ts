/** A tournament's chat as this device sees it: live updates, and my requests. */

import type { Blocks, TalkCommand, TournamentTalk } from "../../wire/types";
import { errorText } from "../../words/refusals";
import { peace } from "../people/peace.svelte";
import { ask } from "../server/api";

export class TournamentChat {
  talk = $state.raw<TournamentTalk | null>(null);
  /** Reason in words why the last command failed. */
  failure = $state("");
  isBusy = $state(false);
  readonly #path: string;

  constructor(readonly id: string) {
    this.#path = `/api/tournaments/${encodeURIComponent(id)}/talk`;
  }

  /** Take over the server's chat, unless it is another one or older than the known one. */
  show(talk: TournamentTalk): void {
    if (talk.tournament !== this.id || (this.talk && talk.version < this.talk.version)) return;
    this.talk = talk;
  }

  /** Send a command. Return whether it succeeded. */
  async command(command: TalkCommand): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.failure = "";
    try {
      this.show(await ask<TournamentTalk>(this.#path, "POST", command));
      return true;
    } catch (error) {
      this.failure = errorText(error, "tournament");
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  report(handle: string, why: string): Promise<void> {
    return ask<void>(`${this.#path}/reports`, "POST", { handle, why });
  }

  async block(handle: string): Promise<void> {
    peace.blocked = (await ask<Blocks>(`${this.#path}/blocks`, "POST", { handle })).people;
  }
}
