"""Entry of teams: naming them, their order of boards, and deleting them. Pure."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from quincunx.club.tournament.rules import MOST, TEAM_FORMATS
from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.teams.match import Team
from quincunx.club.tournament.wire import SetTeam
from quincunx.core.reason import refused
from quincunx.table.seats.person import LONGEST_TEXT, checked_text

LONGEST_TEAM_NAME: Final = 40
MOST_IN_TEAM: Final = 20
"""Most players of a team, substitutes included."""
MOST_TEAMS: Final = MOST // 2


def set_team(tournament: Tournament, command: SetTeam, people: tuple[str, ...]) -> Tournament:
    """The tournament with a team, new or changed. Raises :class:`~quincunx.core.reason.Refusal`."""
    _check_format(tournament)
    before = _created(tournament, command) if command.team is None else _team(tournament, command.team)
    _check_right(tournament, command, before, people)
    _check_players(tournament, command.players, before)
    if tournament.status != "open" and (before is None or not set(before.players) <= set(command.players)):
        raise _fixed()
    numbers = [each.number for each in tournament.teams]
    number = 1 + max(numbers, default=0) if before is None else before.number
    team = Team(number, _checked_name(command.name), command.players)
    if before is not None:
        teams = tuple(team if each is before else each for each in tournament.teams)
        return tournament if team == before else replace(tournament, teams=teams)
    if len(numbers) >= MOST_TEAMS:
        said = f"A tournament has at most {MOST_TEAMS} teams."
        raise refused("conflict", "tournament-teams", said, most=MOST_TEAMS)
    return replace(tournament, teams=(*tournament.teams, team))


def disband(tournament: Tournament, number: int) -> Tournament:
    """The tournament without a team. Raises :class:`~quincunx.core.reason.Refusal`."""
    _check_format(tournament)
    left = tuple(each for each in tournament.teams if each.number != number)
    if left == tournament.teams:
        return tournament
    if tournament.status != "open":
        raise _fixed()
    return replace(tournament, teams=left)


def without_player(tournament: Tournament, player: int) -> Tournament:
    """The tournament without a player in their team before the start. A team without players is deleted."""
    if tournament.status != "open" or not any(player in each.players for each in tournament.teams):
        return tournament
    teams = (
        replace(each, players=tuple(other for other in each.players if other != player))
        for each in tournament.teams
    )
    return replace(tournament, teams=tuple(each for each in teams if each.players))


def _created(tournament: Tournament, command: SetTeam) -> Team | None:
    """The team that this command has created already, if it is a retry."""
    wanted = (_checked_name(command.name), command.players)
    return next((each for each in tournament.teams if (each.name, each.players) == wanted), None)


def _fixed() -> Exception:
    said = "Once the tournament has started, players can be added to a team, but not taken away."
    return refused("conflict", "tournament-teams-fixed", said)


def _check_format(tournament: Tournament) -> None:
    if tournament.settings.format not in TEAM_FORMATS:
        raise refused("conflict", "tournament-no-teams", "This tournament has no teams.")


def _team(tournament: Tournament, number: int) -> Team:
    found = next((each for each in tournament.teams if each.number == number), None)
    if found is None:
        raise refused("unknown", "tournament-no-team", "There is no such team.")
    return found


def _check_right(
    tournament: Tournament, command: SetTeam, before: Team | None, people: tuple[str, ...]
) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless it is a host, or a captain who sorts the team."""
    if tournament.is_hosted_by(people):
        return
    captain = None if before is None else tournament.player(before.captain)
    if before is None or captain is None or captain.person not in people or captain.is_removed:
        said = "Only a host or the captain can change a team."
        raise refused("forbidden", "tournament-not-captain", said)
    if set(command.players) != set(before.players):
        said = "A captain can change the order of the team. Only a host can add or remove players."
        raise refused("forbidden", "tournament-captain-order", said)


def _check_players(tournament: Tournament, players: tuple[int, ...], before: Team | None) -> None:
    if not 1 <= len(players) <= MOST_IN_TEAM or len(set(players)) < len(players):
        said = f"A team has 1 to {MOST_IN_TEAM} players, each of them once."
        raise refused("malformed", "tournament-team-players", said, most=MOST_IN_TEAM)
    listed = {each.number for each in tournament.players if not each.is_out}
    if not listed.union(() if before is None else before.players).issuperset(players):
        raise refused("unknown", "tournament-no-player", "Nobody of that number plays here.")
    taken = {each for team in tournament.teams if team is not before for each in team.players}
    if not taken.isdisjoint(players):
        raise refused("conflict", "tournament-team-taken", "A player can be in one team only.")


def _checked_name(given: str) -> str:
    is_long = len(given) > LONGEST_TEXT
    name = "" if is_long else checked_text(given)
    if is_long or len(name) > LONGEST_TEAM_NAME:
        said = f"A team’s name must have 1 to {LONGEST_TEAM_NAME} characters."
        raise refused("malformed", "tournament-team-name", said, most=LONGEST_TEAM_NAME)
    return name
