/** What happened at Cinco, in sentences. */

import { language, t } from "../../i18n/index.svelte";
import { listed } from "../../i18n/lists";
import { teamName } from "../../ui/teams";
import type { PlayEvent, Played } from "./types";

export function describe(event: PlayEvent, names: readonly string[]): string {
  const name = "seat" in event ? (names[event.seat] ?? "") : "";
  switch (event.type) {
    case "chosen":
      return t("cinco.event.chosen", { name });
    case "dealt":
      return event.cards ? t("cinco.event.dealtMine", { cards: listed(event.cards, language()) }) : t("cinco.event.dealt");
    case "drew":
      return event.card === null ? t("cinco.event.drew", { name }) : t("cinco.event.drewMine", { name, card: event.card });
    case "exchanged": {
      const cards = listed(event.discarded, language());
      if (!event.cards) return t("cinco.event.exchanged", { name, cards });
      return t("cinco.event.exchangedMine", { name, cards, drawn: listed(event.cards, language()) });
    }
    case "reshuffled":
      return t("cinco.event.reshuffled", { count: event.count });
    case "played":
      return describePlayed(event, name);
  }
}

/** Shorter lines are not worth a word. */
const LINE_TOLD = 3;
const inWords = (length: number) => (length === 4 ? t("cinco.lines.4") : t("cinco.lines.3"));

function describePlayed({ card, space, line, blocks, blocked_team }: Played, name: string): string {
  if (space === null) return t("cinco.event.spent", { name, card });
  if (line >= 5) return t("cinco.event.playedWin", { name, card, space, line });
  if (blocks >= LINE_TOLD && blocked_team !== null)
    return t("cinco.event.playedBlock", { name, card, space, team: teamName(blocked_team, true), line: inWords(blocks) });
  if (line >= LINE_TOLD) return t("cinco.event.playedLine", { name, card, space, line: inWords(line) });
  return t("cinco.event.played", { name, card, space });
}

/** The event without what only one hand may know: on one device everybody reads the log. */
export function withoutSecrets(event: PlayEvent): PlayEvent {
  if (event.type === "dealt" || event.type === "exchanged") return { ...event, cards: null };
  return event.type === "drew" ? { ...event, card: null } : event;
}
