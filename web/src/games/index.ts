/** The games there are. Nothing registers itself: a third game is its lines here. */

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

/** The games in the order in which they are offered. */
export const ALL: readonly AnyGame[] = Object.values(GAMES);

/** The game that these options set up, or that this is a view of. */
export const gameOf = (value: { readonly game: GameName }): AnyGame => GAMES[value.game];

export function isGame(name: string | null | undefined): name is GameName {
  return name !== null && name !== undefined && Object.hasOwn(GAMES, name);
}
