/** The registry of games. No game registers itself: a third game needs its lines here. */

import { GAME as cinco, type Texts as CincoTexts } from "./cinco";
import { GAME as cinqo, type Texts as CinqoTexts } from "./cinqo";
import type { AnyGame, GameName } from "./game";

export const GAMES: Readonly<Record<GameName, AnyGame>> = { cinco, cinqo };

declare module "../i18n/index.svelte" {
  interface GameTexts {
    cinco: CincoTexts;
    cinqo: CinqoTexts;
  }
}

/** All games, in the order of the home page. */
export const ALL: readonly AnyGame[] = Object.values(GAMES);

/** Return the game of these options, or of this view. */
export const gameOf = (value: { readonly game: GameName }): AnyGame => GAMES[value.game];

export function isGame(name: string | null | undefined): name is GameName {
  return name !== null && name !== undefined && Object.hasOwn(GAMES, name);
}
