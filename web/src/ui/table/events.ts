/** Sentences for events, for the live region and the log. */

import { gameOf } from "../../games";
import { language, t, tOf, actionText } from "../../i18n/index.svelte";
import { listed } from "../../i18n/lists";
import { named } from "../../state/people/guests.svelte";
import { peace } from "../../state/people/peace.svelte";
import type { PublicEvent, SaidLine, SeatEvent, TableEvent, TableView } from "../../wire/types";
import { ownSeat, seatName, seatNames } from "../../words/names";
import { timeSpoken } from "../../words/pace";
import { teamName } from "../../words/teams";

/** Return one sentence for each event worth one. On a shared device no cards are named. */
export function describeAll(events: readonly PublicEvent[], table: TableView, isShared = false): string[] {
  const game = gameOf(table.settings.options);
  const names = seatNames(table);
  const you = ownSeat(table);
  const sentences = events.map((event) => {
    if (event.type === "seat") return describeSeat(event, table);
    if (event.type === "table") return describeTable(event, table, you);
    if (event.type === "away") return event.until > event.since ? t("event.away", { time: timeSpoken(event.until - event.since) }) : t("event.corrected");
    if (event.type === "talk") return peace.isSilent(table, event.line.seat) ? "" : describeLine(event.line, table);
    return game.describe(isShared ? game.withoutSecrets(event.event) : event.event, names, you);
  });
  return sentences.filter(Boolean);
}

/** Return a phrase in the reader's language. */
export function phraseText(phrase: string, table: TableView): string {
  return tOf(table.settings.options.game, `phrase.${phrase}`, phrase);
}

/** Return a message without its author. Free text bypasses the catalogue: it may look like a text with holes. */
export function wordsOf({ phrase, text }: SaidLine, table: TableView): string {
  return phrase === null ? (text ?? t("talk.removed")) : phraseText(phrase, table);
}

export function describeLine(line: SaidLine, table: TableView): string {
  const isYou = table.seats[line.seat]?.yours === true && !table.settings.one_device;
  return `${actionText("talk.said", isYou, { name: seatName(table, line.seat) })} ${wordsOf(line, table)}`;
}

function describeSeat({ what, seat, name: theirs, handle, level, bot_moves: count }: SeatEvent, table: TableView): string {
  // True also while a bot holds the seat for me.
  const isYou = table.seats[seat]?.yours === true && !table.settings.one_device;
  const name = theirs === null ? seatName(table, seat) : named(theirs, table.settings.one_device ? null : handle);
  if (what === "sat_down" || what === "bot_seated") return actionText("event.sat", isYou, { name });
  if (what === "stood_up") return level ? actionText("event.stood", isYou, { name }) : t("event.stoodUp", { name });
  if (what === "time_ran_out") return actionText("event.ranOut", isYou, { name });
  if (what === "left_out") return actionText("event.leftOut", isYou, { name });
  if (what === "did_not_reveal") return actionText("event.didNotReveal", isYou, { name });
  if (what === "opened") return theirs ? t("event.freed", { name }) : "";
  if (what === "helped") return actionText("event.helped", isYou, { name, count });
  if (what !== "took_back") return "";
  return count ? actionText("event.tookBackHelped", isYou, { name, count }) : actionText("event.tookBack", isYou, { name });
}

/** Describe the moves that bots made for people; empty if there are none. */
export function describeHelp(table: TableView): string {
  const helped = table.seats.flatMap(({ bot_moves: count, yours }, seat) =>
    count ? [{ count, name: seatName(table, seat), isYou: yours && !table.settings.one_device }] : [],
  );
  if (helped.length < 2) return helped.map(({ isYou, ...whom }) => actionText("event.helped", isYou, whom)).join("");
  const list = helped.map(({ isYou, ...whom }) => actionText("result.helpedFor", isYou, whom));
  return t("result.helped", { list: listed(list, language()) });
}

const ACTION_KEYS = {
  draw_offered: "event.drawOffered",
  offer_taken_back: "event.offerTakenBack",
  draw_declined: "event.drawDeclined",
  resigned: "event.resigned",
} as const;

/** Tell which player cancelled the table. */
export const cancelledText = ({ hosted_by_you, host }: TableView): string => (hosted_by_you ? t("result.cancelledYou") : t("result.cancelled", { name: host }));

function describeTable({ what, seat, outcome }: TableEvent, table: TableView, you: number | null): string {
  if (outcome?.termination === "cancelled") return cancelledText(table);
  if (what === "started") return t("event.started");
  if (what === "unrated") return t("event.unrated");
  if (seat === null || !(what in ACTION_KEYS)) return "";
  return actionText(ACTION_KEYS[what as keyof typeof ACTION_KEYS], seat === you, { name: seatName(table, seat) });
}

type Outcome = NonNullable<TableView["outcome"]>;

/** Tell whether a game ended without a result. That is no draw, either. */
export const isBrokenOff = ({ termination }: Outcome) => termination === "truncated" || termination === "abandoned";

/** The winner of a finished game. */
export function outcomeTitle(view: TableView): string {
  const outcome = view.outcome!;
  const { winners } = outcome;
  if (isBrokenOff(outcome)) return t("result.noWinner");
  if (!winners.length) return t("result.draw");
  const you = ownSeat(view);
  const team = gameOf(view.settings.options).team(view.settings.options, winners[0]!);
  const isOneSide = winners.length === 1 || team !== null;
  if (you !== null) return t(!winners.includes(you) ? "result.youLost" : isOneSide ? "result.youWin" : "result.youShare");
  if (team !== null && winners.length > 1) return t("result.win", { names: teamName(team) });
  const names = listed(winners.map((seat) => seatName(view, seat)), language());
  return t(winners.length === 1 ? "result.win" : "result.share", { names });
}
