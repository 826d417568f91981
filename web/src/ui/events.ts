/** What happened, in sentences: for the live region and for the log. */

import { t } from "../i18n/index.svelte";
import { gameOf } from "../games";
import type { PublicEvent, SeatEvent, TableEvent, TableView } from "../wire/types";
import { seatName, seatNames } from "./names";

/** One sentence for each event that is worth one. On a shared device nobody's cards are named. */
export function describeAll(events: readonly PublicEvent[], table: TableView, isShared = false): string[] {
  const game = gameOf(table.settings.options);
  const names = seatNames(table);
  const sentences = events.map((event) => {
    if (event.type === "seat") return describeSeat(event, table);
    if (event.type === "table") return describeTable(event, table);
    return game.describe(isShared ? game.withoutSecrets(event.event) : event.event, names);
  });
  return sentences.filter(Boolean);
}

function describeSeat({ what, seat, name: theirs, level }: SeatEvent, table: TableView): string {
  const name = theirs ?? seatName(table, seat);
  if (what === "sat_down" || what === "bot_seated") return t("event.sat", { name });
  if (what === "stood_up") return t(level ? "event.stood" : "event.stoodUp", { name });
  return what === "took_back" ? t("event.tookBack", { name }) : "";
}

function describeTable({ what, seat }: TableEvent, table: TableView): string {
  if (what === "started") return t("event.started");
  const name = seat === null ? "" : seatName(table, seat);
  if (what === "draw_offered") return t("event.drawOffered", { name });
  if (what === "draw_declined") return t("event.drawDeclined", { name });
  if (what === "resigned") return t("event.resigned", { name });
  return what === "offer_taken_back" ? t("event.offerTakenBack", { name }) : "";
}
