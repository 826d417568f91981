/** Terms that a player can ask about at a table of Cinq-O, each with its rule. */

import type { Terms } from "../../game";

export const TERMS: Terms = {
  rolls: { rule: "3.1" },
  tray: { name: "cinqo.tray", rule: "3.3" },
  rack: { name: "cinqo.rack", rule: "3.2" },
  bank: { name: "cinqo.bank", rule: "3.2", paragraphs: [0, 1] },
  box: { name: "cinqo.box", rule: "3.2", paragraphs: [0, 2, 3] },
  commit: { rule: "3.4" },
  card: { name: "cinqo.card", rule: "4.1" },
  race: { name: "cinqo.track", rule: "5.1" },
  rounds: { name: "cinqo.scores", rule: "5.2" },
  last: { name: "cinqo.lastTurn", rule: "3.4" },
};
