import { t } from "../../i18n/index.svelte";
import { keep, kept } from "../../state/device/preferences.svelte";
import type { Ending, Result } from "../game";
import type { CinqoView } from "./types";

export function result({ view, outcome, names, isMine }: Ending<CinqoView>): Result {
  const score = Math.max(...view.scores);
  if (outcome.termination === "rounds") return { line: t("cinqo.result.rounds", { names, score, count: view.options.rounds }) };
  const last = view.history.findLast(({ seat }) => outcome.winners.includes(seat));
  const line = last ? t("cinqo.result.hundredBy", { names, score, points: last.points }) : t("cinqo.result.hundred", { names, score });
  if (view.options.players > 1) return { line };
  const rounds = view.history.at(-1)?.round ?? 0;
  const title = t("cinqo.result.solitaire", { count: rounds });
  return isMine ? { title, line: record(rounds) ?? line } : { title, line };
}

/** Return my record, which is stored on this device alone, not in an account; `null` for the first game. */
function record(rounds: number): string | null {
  const best = Number(kept("solitaire") ?? Infinity);
  if (rounds < best) keep("solitaire", String(rounds));
  if (best === Infinity) return null;
  return rounds < best ? t("cinqo.result.newRecord") : t("cinqo.result.record", { count: best });
}
