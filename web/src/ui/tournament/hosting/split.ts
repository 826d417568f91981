/** Players of a tournament who are in no team yet, and how the host puts them into teams at one press. */

import type { Tournament } from "../../../state/tournament/tournament.svelte";
import type { TournamentLine, TournamentView } from "../../../wire/types";
import { teamNameOf } from "../words";

/** Return the players who are in no team, in the order of the standings. */
export function teamlessOf({ standings, teams }: Pick<TournamentView, "standings" | "teams">): readonly TournamentLine[] {
  const taken = new Set(teams.flatMap(({ players }) => players));
  return standings.filter(({ player, is_out }) => !is_out && !taken.has(player));
}

/** Put each player who is in no team into the smallest one, one after another. Stop at the first refusal: the tournament shows its reason. */
export async function splitEvenly(tournament: Tournament): Promise<void> {
  for (const { player } of tournament.view ? teamlessOf(tournament.view) : []) {
    // Each command sets a whole team, so it builds on the state after the one before.
    const view = tournament.view!;
    if (!teamlessOf(view).some((line) => line.player === player)) continue;
    const [team] = [...view.teams].sort((one, other) => one.players.length - other.players.length || one.team - other.team);
    if (!team || !(await tournament.command({ type: "set_team", team: team.team, name: teamNameOf(team), players: [...team.players, player] }))) return;
  }
}
