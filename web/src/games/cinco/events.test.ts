import { beforeAll, describe, expect, it } from "vitest";
import { startLanguage } from "../../i18n/index.svelte";
import { describe as tell, withoutSecrets } from "./events";
import type { PlayEvent, Played } from "./types";

beforeAll(startLanguage);

const names = ["Anna", "Bo"];
const played = (changes: Partial<Played>): Played => ({ type: "played", seat: 0, card: 57, space: 63, line: 1, blocks: 0, blocked_team: null, ...changes });

describe("Cinco's events", () => {
  it.each<[string, PlayEvent]>([
    ["Bo starts.", { type: "chosen", seat: 1 }],
    ["The cards are dealt.", { type: "dealt", cards: null }],
    ["The cards are dealt. You hold 1, 2 and 3.", { type: "dealt", cards: [1, 2, 3] }],
    ["Anna plays 57 on 63.", played({ line: 2, blocks: 2, blocked_team: 1 })],
    ["Anna plays 57 on 63: three in a row.", played({ line: 3 })],
    ["Anna plays 57 on 63 and blocks red’s four in a row.", played({ line: 3, blocks: 4, blocked_team: 1 })],
    ["Anna plays 57 on 63: six in a row!", played({ line: 6, blocks: 4, blocked_team: 1 })],
    ["Anna discards 57 without placing a token.", played({ space: null })],
    ["Anna draws a card.", { type: "drew", seat: 0, card: null }],
    ["Anna draws 8.", { type: "drew", seat: 0, card: 8 }],
    ["Bo discards 1 and 2 and draws four cards.", { type: "exchanged", seat: 1, discarded: [1, 2], cards: null }],
    ["Bo discards 1 and 2 and draws 3 and 4.", { type: "exchanged", seat: 1, discarded: [1, 2], cards: [3, 4] }],
    ["The 40 discarded cards are shuffled into a new draw pile.", { type: "reshuffled", count: 40 }],
  ])("%s", (sentence, event) => {
    expect(tell(event, names, null)).toBe(sentence);
  });

  it.each<[string, PlayEvent]>([
    ["You start.", { type: "chosen", seat: 0 }],
    ["You play 57 on 63.", played({})],
    ["You play 57 on 63: three in a row.", played({ line: 3 })],
    ["You play 57 on 63 and block red’s four in a row.", played({ blocks: 4, blocked_team: 1 })],
    ["You play 57 on 63: five in a row!", played({ line: 5 })],
    ["You discard 57 without placing a token.", played({ space: null })],
    ["You draw 8.", { type: "drew", seat: 0, card: 8 }],
    ["You discard 1 and 2 and draw 3 and 4.", { type: "exchanged", seat: 0, discarded: [1, 2], cards: [3, 4] }],
    ["Bo draws a card.", { type: "drew", seat: 1, card: null }],
  ])("told to Anna: %s", (sentence, event) => {
    expect(tell(event, names, 0)).toBe(sentence);
  });

  it("names no cards on a shared device", () => {
    expect(withoutSecrets({ type: "dealt", cards: [1] })).toEqual({ type: "dealt", cards: null });
    expect(withoutSecrets({ type: "drew", seat: 0, card: 8 })).toEqual({ type: "drew", seat: 0, card: null });
    expect(withoutSecrets({ type: "exchanged", seat: 1, discarded: [1], cards: [3] })).toEqual({ type: "exchanged", seat: 1, discarded: [1], cards: null });
    expect(withoutSecrets(played({}))).toEqual(played({}));
  });
});
