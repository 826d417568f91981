// @vitest-environment node
import { expect, it } from "vitest";
import type { PublicEvent } from "../../../wire/types";
import type { Move, PlayEvent } from "../types";
import { lastMove, moveOf } from "./last";

const played = (seat: number, card: number, space: number | null): PlayEvent => ({ type: "played", seat, card, space, line: 1, blocks: 0, blocked_team: null });
const history = (...events: PlayEvent[]) => events.map((event) => ({ type: "game", event })) as PublicEvent[];

it.each<[PlayEvent, Move]>([
  [played(0, 57, 63), { type: "play", card: 57, space: 63 }],
  [played(0, 57, null), { type: "play", card: 57, space: null }],
  [{ type: "drew", seat: 0, card: null }, { type: "draw" }],
  [{ type: "exchanged", seat: 0, discarded: [1, 2, 3, 4], cards: null }, { type: "exchange" }],
])("a seat's last event is found among those of others: %o", (event, move) => {
  const found = lastMove(history(played(0, 1, 1), event, played(1, 2, 2)), 0);
  expect(found && moveOf(found)).toEqual(move);
});

it("no player has moved in a game that was just dealt", () => {
  const past = history(played(0, 1, 1), { type: "dealt", cards: null }, played(1, 2, 2));
  expect(lastMove(past, 0)).toBeNull();
});
