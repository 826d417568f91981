/** Shared texts of daily challenges. */

import { gameOf, isGame } from "../../games";
import type { DayBin, DayPart } from "../../games/day";
import type { AnyGame } from "../../games/game";
import { dateText, numberText } from "../../i18n/figures";
import { language, t } from "../../i18n/index.svelte";
import { spelling } from "../../i18n/lists";
import type { DayGame, DayView } from "../../wire/types";

/** A game's challenge with its parts for display; `null` for a game unknown to this client. */
export interface Known {
  readonly game: AnyGame;
  readonly part: DayPart;
  readonly deal: DayGame;
}

export async function knownDeals(view: DayView): Promise<Known[]> {
  const found = await Promise.all(
    view.games.map(async (deal) => {
      const game = isGame(deal.game) ? gameOf({ game: deal.game }) : null;
      const loaded = await game?.day?.();
      return game && loaded ? [{ game, part: loaded.DAY, deal }] : [];
    }),
  );
  return found.flat();
}

/** Fewest players of a chart: a smaller one would reveal individual results. */
const FEWEST = 5;
/** Fewest filled bars: two say no more than the sentence above them. */
const FEWEST_BARS = 3;

/** Return the bars of the distribution of results; none for few people, for few on its scale, or for a bar or two. */
export function binsOf({ deal: { counts, people, you }, part }: Known): readonly DayBin[] {
  if (counts === null || people < FEWEST) return [];
  const bins = part.bins(counts, you?.number ?? null);
  const onScale = bins.reduce((sum, { people, isApart }) => sum + (isApart ? 0 : people), 0);
  return onScale >= FEWEST && bins.filter(({ people, isMine }) => people > 0 || isMine).length >= FEWEST_BARS ? bins : [];
}

/** Return whether there are results, but too few of them on one scale for a chart. */
export const lacksChart = (known: Known): boolean => known.deal.counts !== null && known.deal.people > 0 && !binsOf(known).length;

/** Return the only one of several challenges that has a chart. */
export function chartedAlone(deals: readonly Known[]): Known | null {
  const charted = deals.filter((known) => binsOf(known).length > 0);
  return deals.length > 1 && charted.length === 1 ? charted[0]! : null;
}

/** Format a date: “22 November 2026”. It is the same day in every time zone. */
export function dayText(date: string, style: "long" | "medium" = "long"): string {
  return dateText(Date.parse(`${date}T12:00:00`), style);
}

/** Format a moment in the reader's time zone: “Mon 01:00”. */
export function momentText(at: number): string {
  return new Intl.DateTimeFormat(spelling(language()), { weekday: "short", hour: "2-digit", minute: "2-digit" }).format(at);
}

/** Format the hours, minutes and seconds left: “5:03:09”. */
export function countdownText(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const two = (count: number) => String(count).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export const peopleText = (people: number) => t("day.people", { count: people, people: numberText(people) });

/** Return my rank if I am in the lower half of the players: a share of those who did worse would make little of it. */
export function lowerRank({ counts, you, fewer_is_better: fewer }: DayGame): { readonly rank: number; readonly of: number } | null {
  const mine = you?.number;
  if (!counts || mine == null) return null;
  const sumOf = (isMeant: (number: number) => boolean) => counts.reduce((sum, { number, people }) => sum + (isMeant(number) ? people : 0), 0);
  const all = sumOf(() => true);
  const better = sumOf((number) => (fewer ? number < mine : number > mine));
  const worse = sumOf((number) => (fewer ? number > mine : number < mine));
  return better > 0 && worse > 0 && 2 * worse < all - 1 ? { rank: better + 1, of: all } : null;
}

/** Describe my place among the other players; empty if there are none. */
export function amongText(game: DayGame): string {
  const { counts, you, fewer_is_better: fewer } = game;
  const mine = you?.number;
  if (!counts || mine == null) return "";
  const others = counts.reduce((sum, { people }) => sum + people, 0) - 1;
  if (others < 1) return t("day.first");
  const sumOf = (isMeant: (number: number) => boolean) => counts.reduce((sum, { number, people }) => sum + (isMeant(number) ? people : 0), 0);
  const worse = sumOf((number) => (fewer ? number > mine : number < mine));
  // Many may share the best result: a share of those who did worse would make it look mediocre.
  const equal = sumOf((number) => number === mine);
  if (worse && worse + equal === others + 1) return equal > 1 ? t("day.bestShared", { count: equal, people: numberText(equal) }) : t("day.best");
  const low = lowerRank(game);
  if (low) return t("day.rank", { rank: numberText(low.rank), of: numberText(low.of) });
  // A share below one per cent is not mentioned.
  if (100 * worse < others) return "";
  return t("day.better", { share: new Intl.NumberFormat(spelling(language()), { style: "percent" }).format(Math.floor((100 * worse) / others) / 100) });
}

/** Return the text that I share: my distance from the best result, without dice and cards. */
export function shareText(view: DayView, deals: readonly Known[], address: string): string {
  const lines = deals.flatMap(({ game, part, deal }) => {
    const mine = deal.you?.number;
    if (mine == null) return [];
    const squares = part.bins(deal.counts ?? [], mine).map(({ isMine }) => (isMine ? "🟨" : "⬜")).join("");
    return [t("app.labelled", { what: t(`${game.name}.name`), value: part.result(mine) }), squares];
  });
  const streak = view.streak.current > 1 ? [t("day.streak", { count: view.streak.current })] : [];
  return [`Quincunx · ${dayText(view.date)}`, ...lines, ...streak, address].join("\n");
}
