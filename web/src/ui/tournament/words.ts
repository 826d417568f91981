/** Texts about a tournament: players, results, and settings. */

import { gameOf } from "../../games";
import { language, t } from "../../i18n/index.svelte";
import { comma, listed, spelling } from "../../i18n/lists";
import { named } from "../../state/people/guests.svelte";
import { FEWEST, hasLargeTables, hasTeams, isSwiss, seatingOf } from "../../state/tournament/tournamentSetup.svelte";
import type { Options, TournamentGame, TournamentLine, TournamentMatch, TournamentSettings, TournamentTeam, TournamentView } from "../../wire/types";
import { paceText, timeSpoken, timeText } from "../../words/pace";

/** Format points: “2½”; other parts with one digit: “2.3”. */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  if (points === whole) return String(whole);
  return points - whole === 0.5 ? `${whole || ""}½` : new Intl.NumberFormat(spelling(language()), { maximumFractionDigits: 1 }).format(points);
}

/** Return players' names by their number, for components that mark guests. */
export function plainNamesOf(standings: readonly TournamentLine[]): (player: number) => string {
  const names = new Map(standings.map(({ player, name }) => [player, name]));
  return (player) => names.get(player) ?? "?";
}

/** Return players' names for sentences, in which a word marks guests. */
export function namesOf(standings: readonly TournamentLine[]): (player: number) => string {
  const lines = new Map(standings.map((line) => [line.player, line]));
  return (player) => {
    const line = lines.get(player);
    return line ? named(line.name, line.handle) : "?";
  };
}

/** Format a pairing: “Ada and Bo”. */
export const pairText = ({ players }: TournamentGame, name: (player: number) => string) => listed(players.map(name), language());

/** List players by their numbers in a sentence. */
export const namesText = (players: readonly number[], standings: readonly TournamentLine[]) => listed(players.map(namesOf(standings)), language());

/** Return the players of a counted game for whom a bot played, since they left or never came. */
export const leftOf = ({ players, left }: TournamentGame): number[] => players.filter((_, seat) => left[seat]);

/** True while the game is played by one of its players at least. */
export const isPlayed = ({ points, has_begun, seats }: TournamentGame) => points === null && has_begun && seats.includes("here");

/** Return the players of the round who are not at their tables yet. */
export const missingFrom = (current: TournamentView["current"]): number[] => current?.games.flatMap(({ players, seats, has_begun }) => players.filter((_, seat) => !has_begun && seats[seat] === "missing")) ?? [];

/** Most names in a sentence; a longer list is counted. */
const MOST_NAMED = 4;

/** Describe the awaited players and their deadline; empty if there are none. */
export function latecomersText({ current, standings, status }: TournamentView, left: (moment: number) => number): string {
  const missing = status === "playing" ? missingFrom(current) : [];
  const time = current ? left(current.waits_until) : 0;
  if (!missing.length || !time) return "";
  const names = missing.map(namesOf(standings));
  const shown = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED - 1), t("tournament.round.others", { count: names.length - MOST_NAMED + 1 })] : names;
  return t("tournament.round.latecomers", { names: listed(shown, language()), time: countdown(time), count: missing.length });
}

export interface MyGame {
  readonly game: TournamentGame;
  /** My opponents; empty: I have a bye. */
  readonly others: readonly number[];
  /** My partner, if I have one. */
  readonly partner: number | null;
  readonly starts: boolean;
  /** The result; `null` until it is counted. At a table of more than two it is my points. */
  readonly ending: "won" | "lost" | "drew" | "bothLost" | "bye" | "scored" | null;
  readonly points: number;
}

/** Return my game of the present round; `null` if I do not play in it. */
export function myGame({ you, current, settings }: TournamentView): MyGame | null {
  const game = current?.games.find(({ players }) => you.player !== null && players.includes(you.player));
  if (!game) return null;
  const { players, points, sides } = game;
  const seat = players.indexOf(you.player!);
  const isPartner = (at: number) => at !== seat && sides.length > 0 && sides[at] === sides[seat];
  const others = players.filter((_, at) => at !== seat && !isPartner(at));
  const mine = { game, others, partner: players.find((_, at) => isPartner(at)) ?? null, starts: seat === 0, points: points?.[seat] ?? 0 };
  if (!others.length) return { ...mine, ending: "bye" };
  if (!points) return { ...mine, ending: null };
  if (hasLargeTables(settings.format)) return { ...mine, ending: "scored" };
  return { ...mine, ending: points[seat]! > points[1 - seat]! ? "won" : points[seat]! < points[1 - seat]! ? "lost" : points[seat]! ? "drew" : "bothLost" };
}

/** Formats by their names in text keys. */
export const FORMATS = { swiss: "swiss", round_robin: "roundRobin", double_round_robin: "double", knockout: "knockout", table_swiss: "swiss", table_round_robin: "roundRobin", team_swiss: "teamSwiss", team_round_robin: "teamRobin", ladder: "ladder" } as const satisfies Record<TournamentSettings["format"], string>;

/** Describe the rules of a format: places, byes, late entry and withdrawal. */
export function rulesOf(format: TournamentSettings["format"]): string[] {
  const kind = isSwiss(format) ? "swiss" : format === "knockout" ? "knockout" : "robin";
  if (format === "ladder") return ([1, 2, 3, 4, 5, 6] as const).map((n) => t(`tournament.rules.ladder${n}`));
  if (hasTeams(format)) return ([1, 2, 3, 4, 5] as const).map((n) => t(`tournament.rules.team${n}`));
  if (hasLargeTables(format)) {
    const how = ([1, 2, 3] as const).map((n) => t(`tournament.rules.table${n}`));
    return [...how, t("tournament.rules.bye.table"), t(`tournament.rules.late.${kind}`), t("tournament.rules.leave.table")];
  }
  const places = kind === "knockout" ? [t("tournament.rules.through"), t("tournament.rules.places")] : ([1, 2, 3, 4] as const).map((n) => t(`tournament.standings.how${n}`));
  return [...places, t(`tournament.rules.bye.${kind}`), t(`tournament.rules.late.${kind}`), t(`tournament.rules.leave.${kind}`)];
}

/** Return the name of a game in the last round of a knockout: “Final” or “Match for third place”. */
export function labelOf({ settings, rounds }: Pick<TournamentView, "settings" | "rounds">, round: number, board: number): string {
  if (settings.format !== "knockout" || round !== rounds) return "";
  return t(board === 1 ? "tournament.elimination.final" : "tournament.elimination.third");
}

/** Name a round of a knockout by the number of its boards in the draw: “Semi-finals”. */
export function stageOf(round: number, rounds: number): string {
  const left = rounds - round;
  if (left > 2) return t("tournament.status.round", { round });
  return t(`tournament.elimination.${(["final", "semi", "quarter"] as const)[left]!}`);
}

/** True if I am out of a knockout, and have no game for third place before me. */
export function isKnockedOut(view: TournamentView): boolean {
  const { settings, status, round, rounds, you, standings } = view;
  if (settings.format !== "knockout" || status !== "playing" || !standings.some(({ player }) => player === you.player)) return false;
  const mine = myGame(view);
  if (!mine) return true;
  const isThrough = mine.ending === "won" || mine.ending === "bye" || (mine.ending === "drew" && !mine.starts);
  return mine.ending !== null && !isThrough && (rounds === null || round < rounds - 1);
}

/** Check whether players can be kept apart from now on: always on a ladder, in a knockout only before the draw, in a round robin never. */
export const canKeepApart = ({ settings, status }: Pick<TournamentView, "settings" | "status">) => settings.format === "ladder" || (isSwiss(settings.format) && !hasTeams(settings.format)) || (settings.format === "knockout" && status === "open");

/** Tell hosts which players of the current round meet although they are kept apart. */
export function breachTexts({ you, round, standings, status }: TournamentView): string[] {
  const now = status === "playing" ? you.breaches.filter((each) => each.round === round) : [];
  return now.map(({ players }) => t("tournament.host.breach", { names: listed(players.map(namesOf(standings)), language()), round }));
}

/** List the settings in one line, which breaks between two facts, not within one. */
export const factsOf = (settings: Parameters<typeof factListOf>[0], rounds: number | null) => factListOf(settings, rounds).map((fact) => fact.replaceAll(" ", "\u00a0")).join("\u00a0· ");

/** List the settings: the game, “Swiss, 3 rounds”, “5 min + 10 s” and “Rated”. */
export function factListOf({ format, options, pace, rated }: Pick<TournamentSettings, "format" | "options" | "pace" | "rated">, rounds: number | null): string[] {
  const game = gameOf(options);
  const how = t(`tournament.${FORMATS[format]}`);
  const count = rounds === null ? "" : comma(language()) + t("tournament.roundCount", { count: rounds });
  const facts = [t(`${game.name}.name`), game.variant(options), tableText(options, format), `${how}${count}`, paceText(pace), rated && t("rated.rated")];
  return facts.flatMap((fact) => (fact ? [fact] : []));
}

/** Describe a table of more than two: “4 at a table”, “2 teams of 2”. */
function tableText(options: Options, format: TournamentSettings["format"]): string {
  if (!hasLargeTables(format)) return "";
  const { players, sides } = seatingOf(options);
  return sides < players ? t("new.teamsOf", { teams: sides, size: players / sides }) : t("tournament.atTable", { players });
}

/** Format a moment: “Fri, 27 Nov, 20:00”; with the day, since the reader's may differ. */
export function momentText(moment: number): string {
  const style = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(spelling(language()), style).format(moment);
}

/** Format the start: “Starts: Fri, 27 Nov, 20:00”. */
export const startsText = (begins: number) => t("tournament.starts", { time: momentText(begins) });

/** Describe when an open tournament starts: at its time, or by its host. */
export const beginText = (begins: number | null) => (begins === null ? t("tournament.startsByHost") : startsText(begins));

/** Describe how many have joined, and the limit. */
export const placesText = (taken: number, most: number) => t("tournament.places", { taken, most });

/** Describe the status. */
export function statusText(status: TournamentView["status"], round: number, rounds: number | null = null): string {
  if (status !== "playing") return t(`tournament.status.${status}`);
  return rounds === null ? t("tournament.status.round", { round }) : t("tournament.status.playing", { round, rounds });
}

/** Describe the state of a tournament: “Round 2 of 5”; a ladder has no rounds. */
export const stateText = ({ ladder, status, round, rounds }: TournamentView) => (ladder && status === "playing" ? (ladder.ends === null ? t("tournament.rungs.running") : untilText(ladder.ends)) : statusText(status, round, rounds));

/** Format the end of a ladder: “Until 27 Nov 2026”. */
function untilText(ends: number): string {
  const style = { day: "numeric", month: "short", year: "numeric" } as const;
  return t("tournament.rungs.until", { time: new Intl.DateTimeFormat(spelling(language()), style).format(ends) });
}

/** Format a score: “1–0”. */
export const scoreText = (points: readonly number[]) => points.map(pointsText).join("–");

/** Return the players of each side of a table. */
export function sidesOf({ players, sides }: TournamentGame): number[][] {
  const numbers = sides.length ? [...new Set(sides)].sort((one, other) => one - other) : players.map((_, seat) => seat);
  return numbers.map((side) => players.filter((_, seat) => (sides[seat] ?? seat) === side));
}

/** Points of a first place at a table of three or four. */
const FIRST_PLACE = 6;
/** Return the points of each player at a table by the places of its sides; equal sides share theirs. The server checks the same. */
export function placePoints({ players }: TournamentGame, sides: readonly (readonly number[])[], places: readonly number[]): number[] {
  return players.map((player) => {
    const place = places[sides.findIndex((members) => members.includes(player))]!;
    const better = places.filter((each) => each < place).length;
    const equal = places.filter((each) => each === place).length;
    return (FIRST_PLACE * (sides.length - 1 - better - (equal - 1) / 2)) / (sides.length - 1);
  });
}

/** Name host and co-hosts in a sentence. */
export const hostsText = ({ host, cohosts }: Pick<TournamentView, "host" | "cohosts">) => listed([host, ...cohosts].map(({ name, handle }) => named(name, handle)), language());

/** Describe an announced start: automatic, delayed if there are too few players, or by the host. */
export function startingText({ status, settings, next_at, now }: Pick<TournamentView, "status" | "settings" | "next_at" | "now">, left: (moment: number) => number): string {
  if (status !== "open" || settings.begins === null || settings.by_hand) return "";
  if (next_at === settings.begins) return t("tournament.starting.itself", { fewest: FEWEST });
  if (next_at !== null) return t("tournament.starting.again", { time: countdown(left(next_at)) });
  return now >= settings.begins ? t("tournament.starting.byHost") : "";
}

/** Format a moment for a date and time field, by this device's clock. */
export function fieldOf(moment: number): string {
  const local = new Date(moment - 60_000 * new Date(moment).getTimezoneOffset());
  return local.toISOString().slice(0, 16);
}

/** Return the name of a team. */
export const teamNameOf = ({ name, team }: Pick<TournamentTeam, "name" | "team">) => name || t("tournament.team.number", { n: team });

/** Return the lines of the standings: of the teams, in a tournament of teams, with board points as tie-break; of a ladder those who are on it. */
export function linesOf({ settings, standings, teams, status }: Pick<TournamentView, "settings" | "standings" | "teams" | "status">): readonly TournamentLine[] {
  if (settings.format === "ladder" && status !== "open") return standings.filter(({ is_out }) => !is_out);
  if (!hasTeams(settings.format) || status === "open") return standings;
  return teams.map((each) => ({ place: each.place, player: each.team, name: teamNameOf(each), handle: null, is_account: true, points: each.points, buchholz: each.board_points, wins: each.wins, games: each.matches, is_out: false }));
}

/** Format a place: “3”; “=3” if others share it. A knockout places the losers of a round together: “5–8”. */
export function placeText({ place }: Pick<TournamentLine, "place">, lines: readonly Pick<TournamentLine, "place">[], format: TournamentSettings["format"]): string {
  const sharing = lines.filter((each) => each.place === place).length;
  if (sharing < 2) return String(place);
  return format === "knockout" ? `${place}–${place + sharing - 1}` : `=${place}`;
}

/** Return whether the tie-break decides between players of equal points. */
export const isTieBroken = (lines: readonly TournamentLine[]) => lines.some((line, at) => line.points > 0 && line.points === lines[at + 1]?.points && line.buchholz !== lines[at + 1]?.buchholz);

/** Describe a match: “Reds 2½ – 1½ Blues”. */
export function matchText({ teams: numbers, points }: TournamentMatch, teams: readonly TournamentTeam[]): string {
  const [one = "", other] = numbers.map((number) => teamNameOf(teams.find(({ team }) => team === number) ?? { name: "", team: number }));
  if (other === undefined) return t("tournament.team.bye", { name: one });
  return `${one} ${points.map(pointsText).join(" – ")} ${other}`;
}

/** Return the players in first place, unless no player has a point. On a ladder the place alone counts. */
export const winnersOf = (view: TournamentView): readonly TournamentLine[] => linesOf(view).filter(({ place, points }) => place === 1 && (view.ladder ? view.round > 0 : points > 0));

const LIVE = { type: "live", total: 0, increment: 0 } as const;
const DAILY = { type: "daily", hours: 24 } as const;
const HOUR = 3_600_000;
/** Format a countdown in units that a player can say aloud: “2:31”, “1 hour 30 minutes”, “22 hours”, “3 days”. */
export function countdown(milliseconds: number): string {
  if (milliseconds < HOUR) return timeText(milliseconds, LIVE, "long");
  return milliseconds < 10 * HOUR ? timeSpoken(milliseconds) : timeText(milliseconds, DAILY, "long");
}

/** Format a duration: “3 minutes”; “1 hour 30 minutes”. */
export const lengthText = (seconds: number) => timeSpoken(1_000 * seconds);

/** Format an estimated duration, to five minutes. */
export const aboutText = (milliseconds: number) => timeSpoken(300_000 * Math.max(1, Math.round(milliseconds / 300_000)));

/** Return whether all games of the present round have been counted. */
export const isRoundOver = ({ current }: TournamentView) => current?.games.every(({ points, table }) => points !== null || table === null) ?? false;

/** Describe the start of the next round, or what it waits for. */
export function nextText(view: TournamentView, left: (moment: number) => number): string {
  const { round, rounds, next_at, settings, you, host } = view;
  if (view.status !== "playing" || view.ladder) return "";
  if (rounds !== null && round >= rounds) return t("tournament.now.last");
  const next = { round: round + 1 };
  if (next_at !== null) return t("tournament.now.nextIn", { ...next, time: countdown(left(next_at)) });
  if (settings.by_hand && isRoundOver(view)) {
    return you.is_host ? t("tournament.now.nextByYou", next) : t("tournament.now.nextBy", { ...next, name: named(host.name, host.handle) });
  }
  return t("tournament.now.nextAfter", next);
}

/** Describe, at the table after a game, the player's next opponent, or the reason for waiting. */
export function afterGameText(view: TournamentView, hasNext: boolean, left: (moment: number) => number): string {
  const { round, status, standings, you } = view;
  const mine = myGame(view);
  if (view.ladder && status === "playing") {
    const line = standings.find(({ player, is_out }) => player === you.player && !is_out);
    return line ? t("tournament.rungs.place", { place: line.place, count: standings.filter(({ is_out }) => !is_out).length }) : t("tournament.join.out");
  }
  if (hasNext && mine?.others.length) return t("tournament.told.youPlay", { round, name: namesText(mine.others, standings) });
  if (status === "ended") return t("tournament.told.ended");
  // A player out of the pairings, even without leaving, would wait in vain.
  if (standings.find(({ player }) => player === you.player)?.is_out) return t("tournament.join.out");
  if (isKnockedOut(view)) return t("tournament.elimination.out");
  if (mine?.ending === "bye") return t("tournament.told.bye", { round });
  return nextText(view, left);
}
