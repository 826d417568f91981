/** Sentences for the events of Cinco. */

import { language, t, actionText } from "../../i18n/index.svelte";
import { listed } from "../../i18n/lists";
import { teamName } from "../../words/teams";
import type { PlayEvent, Played } from "./types";

export function describe(event: PlayEvent, names: readonly string[], you: number | null): string {
  const name = "seat" in event ? (names[event.seat] ?? "") : "";
  const isYou = "seat" in event && event.seat === you;
  switch (event.type) {
    case "chosen":
      return actionText("cinco.event.chosen", isYou, { name });
    case "dealt":
      return event.cards ? t("cinco.event.dealtMine", { cards: listed(event.cards, language()) }) : t("cinco.event.dealt");
    case "drew":
      return event.card === null ? actionText("cinco.event.drew", isYou, { name }) : actionText("cinco.event.drewMine", isYou, { name, card: event.card });
    case "exchanged": {
      const cards = listed(event.discarded, language());
      if (!event.cards) return actionText("cinco.event.exchanged", isYou, { name, cards });
      return actionText("cinco.event.exchangedMine", isYou, { name, cards, drawn: listed(event.cards, language()) });
    }
    case "reshuffled":
      return t("cinco.event.reshuffled", { count: event.count });
    case "played":
      return describePlayed(event, name, isYou);
  }
}

/** Shortest line that the log mentions. */
const SHORTEST_LINE = 3;
/** A token joins at most four to either side, because five end a game. */
const inWords = (length: number) => t(`cinco.lines.${length as 3 | 4 | 5 | 6 | 7 | 8 | 9}`);

function describePlayed({ card, space, line, blocks, blocked_team }: Played, name: string, isYou: boolean): string {
  if (space === null) return actionText("cinco.event.spent", isYou, { name, card });
  if (line >= 5) return actionText("cinco.event.playedWin", isYou, { name, card, space, line: inWords(line) });
  if (blocks >= SHORTEST_LINE && blocked_team !== null)
    return actionText("cinco.event.playedBlock", isYou, { name, card, space, team: teamName(blocked_team, true), line: inWords(blocks) });
  if (line >= SHORTEST_LINE) return actionText("cinco.event.playedLine", isYou, { name, card, space, line: inWords(line) });
  return actionText("cinco.event.played", isYou, { name, card, space });
}

/** Return the event without the parts that only one hand may know: on a shared device all players read the log. */
export function withoutSecrets(event: PlayEvent): PlayEvent {
  if (event.type === "dealt" || event.type === "exchanged") return { ...event, cards: null };
  return event.type === "drew" ? { ...event, card: null } : event;
}
