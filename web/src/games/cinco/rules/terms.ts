/** Terms that a player can ask about at a table of Cinco, each with its rule. */

import type { Terms } from "../../game";

export const TERMS: Terms = {
  card: { rule: "4.1", paragraphs: [0] },
  space: { rule: "4.1", paragraphs: [0] },
  play: { rule: "4.1" },
  draw: { rule: "4.2" },
  exchange: { rule: "4.3" },
  cards: { rule: "4.3", paragraphs: [1] },
  tokens: { rule: "6.2" },
  last: { name: "cinco.last", rule: "5", paragraphs: [0] },
  pile: { name: "cinco.pile", rule: "5" },
};
