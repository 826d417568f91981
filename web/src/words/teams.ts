/** Names of the teams. */

import { t } from "../i18n/index.svelte";

const NAMES = ["team.t0", "team.t1", "team.t2"] as const;
const LOWER = ["team.l0", "team.l1", "team.l2"] as const;

/** Return a team's name by its colour; `lower` within a sentence. */
export function teamName(team: number, lower = false): string {
  return t((lower ? LOWER : NAMES)[team] ?? "team.t0");
}
