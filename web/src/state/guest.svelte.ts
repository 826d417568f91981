/** Who I am here: a friendly name, from the first visit on. */

import { api } from "./api";

class Guest {
  name = $state("");
  #asked: Promise<void> | null = null;

  /** Make sure that the server knows this browser; safe to call often. */
  ready(): Promise<void> {
    this.#asked ??= api.me().then(
      (me) => {
        this.name = me.name;
      },
      (error: unknown) => {
        this.#asked = null; // ask again next time
        throw error;
      },
    );
    return this.#asked;
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }
}

export const guest = new Guest();
