/** What happened, in sentences: for the live region and for the log. */

import { language, t } from "../i18n/index.svelte";
import type { Story, TableView, Told } from "../wire/types";
import { hiloText, listed, seatName, teamName } from "./names";

export function tellAll(items: readonly Told[], table: TableView): string[] {
  return items.map((told) => tell(told, table)).filter(Boolean);
}

/** The same without what only one hand may know: on one device everybody reads the log. */
export function withoutSecrets(items: readonly Told[]): Told[] {
  return items.map((told) => {
    if (told.type !== "game") return told;
    const { item } = told;
    if (item.type === "dealt" || item.type === "exchanged") return { ...told, item: { ...item, cards: null } };
    return item.type === "drew" ? { ...told, item: { ...item, card: null } } : told;
  });
}

function tell(told: Told, table: TableView): string {
  switch (told.type) {
    case "game":
      return tellGame(told.item, table);
    case "seat": {
      const name = told.name ?? seatName(table, told.seat);
      if (told.what === "sat_down" || told.what === "bot_seated") return t("event.sat", { name });
      if (told.what === "stood_up") return t(told.level ? "event.stood" : "event.stoodUp", { name });
      return told.what === "took_back" ? t("event.tookBack", { name }) : "";
    }
    case "table": {
      if (told.what === "started") return t("event.started");
      const name = told.seat === null ? "" : seatName(table, told.seat);
      if (told.what === "draw_offered") return t("event.drawOffered", { name });
      return told.what === "offer_taken_back" ? t("event.offerTakenBack", { name }) : "";
    }
  }
}

const dice = (values: readonly number[]) => values.join("-");

export function tellGame(item: Story, table: TableView): string {
  const name = "seat" in item ? seatName(table, item.seat) : "";
  switch (item.type) {
    case "chosen":
      return t("cinco.event.chosen", { name });
    case "dealt":
      return item.cards ? t("cinco.event.dealtMine", { cards: listed(item.cards, language()) }) : t("cinco.event.dealt");
    case "drew":
      return item.card === null ? t("cinco.event.drew", { name }) : t("cinco.event.drewMine", { name, card: item.card });
    case "exchanged":
      return t("cinco.event.exchanged", { name, cards: listed(item.discarded, language()) });
    case "reshuffled":
      return t("cinco.event.reshuffled", { count: item.count });
    case "played": {
      const { card, space, line, blocks } = item;
      if (space === null) return t("cinco.event.spent", { name, card });
      if (line >= 5) return t("cinco.event.playedWin", { name, card, space, line });
      if (blocks >= 3 && item.blocked_team !== null)
        return t("cinco.event.playedBlock", { name, card, space, team: teamName(item.blocked_team, true), line: count(blocks) });
      if (line >= 3) return t("cinco.event.playedLine", { name, card, space, line: count(line) });
      return t("cinco.event.played", { name, card, space });
    }
    case "dice_rolled":
      return item.hilo === null
        ? t("cinqo.event.rolled", { name, dice: dice(item.dice) })
        : t("cinqo.event.rolledHilo", { name, dice: dice(item.dice), hilo: hiloText(item.hilo) });
    case "put_away": {
      const racked = dice([...item.rack, ...item.from_bank]);
      const put = item.bank.length
        ? t("cinqo.event.putMore", { name, dice: racked, bank: dice(item.bank) })
        : t("cinqo.event.putRack", { name, dice: racked });
      return item.box ? `${put} ${t("cinqo.event.putBox")}` : put;
    }
    case "turn_ended": {
      const values = { name: seatName(table, item.result.seat), points: item.result.points, score: item.score };
      return t(item.result.kind === "five" ? "cinqo.event.endedFive" : "cinqo.event.ended", values);
    }
  }
}

const count = (n: number) => (n === 4 ? t("cinco.lines.4") : t("cinco.lines.3"));
