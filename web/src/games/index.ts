/** The games there are. */

import type cinco from "../../../src/quincunx/games/cinco/texts/en.json";
import type cinqo from "../../../src/quincunx/games/cinqo/texts/en.json";

/** Each game's texts, as its English catalogue has them. */
export interface Texts {
  cinco: typeof cinco;
  cinqo: typeof cinqo;
}
