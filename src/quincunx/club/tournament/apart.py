"""Players whom hosts keep apart, such as members of one family. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from quincunx.club.tournament.rules import MOST, TEAM_FORMATS
from quincunx.club.tournament.state import Apart, Game, Tournament
from quincunx.core.reason import refused

MOST_GROUPS: Final = 40
MOST_NAMED: Final = 200
"""Most names in all groups together."""


def keep_apart(tournament: Tournament, players: tuple[int, ...]) -> Tournament:
    """The tournament in which no two of these players meet. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    _check_format(tournament)
    named = _named(players)
    if len(named) < 2 or len(players) > MOST:
        said = f"Name 2 to {MOST} players who must not meet."
        raise refused("malformed", "tournament-apart", said, most=MOST)
    if any(tournament.player(each) is None for each in named):
        raise refused("unknown", "tournament-no-player", "Nobody of that number plays here.")
    if any(each.players == named for each in tournament.apart):
        return tournament
    names = len(named) + sum(len(each.players) for each in tournament.apart)
    if len(tournament.apart) >= MOST_GROUPS or names > MOST_NAMED:
        said = f"You can keep apart {MOST_GROUPS} groups at most, with {MOST_NAMED} names in all."
        raise refused("conflict", "tournament-apart-most", said, groups=MOST_GROUPS, names=MOST_NAMED)
    return replace(tournament, apart=(*tournament.apart, Apart(named, tournament.round + 1)))


def let_meet(tournament: Tournament, players: tuple[int, ...]) -> Tournament:
    """The tournament in which exactly this group is kept apart no longer."""
    named = _named(players)
    left = tuple(each for each in tournament.apart if each.players != named)
    return tournament if left == tournament.apart else replace(tournament, apart=left)


def breaches(tournament: Tournament) -> Iterator[Game]:
    """The games of players who must not meet, in the order of rounds."""
    for game in tournament.games:
        if game.second is not None and any(
            game.round >= each.since and sum(player in each.players for player in game.players) > 1
            for each in tournament.apart
        ):
            yield game


def _named(players: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(players)))


def _check_format(tournament: Tournament) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` if the format cannot keep players apart."""
    if tournament.settings.format in TEAM_FORMATS:
        said = "In a tournament of teams, nobody can be kept apart."
        raise refused("conflict", "tournament-apart-teams", said)
    if tournament.settings.format in ("round_robin", "double_round_robin", "table_round_robin"):
        said = "In a round robin every two players meet, so nobody can be kept apart."
        raise refused("conflict", "tournament-all-meet", said)
    if tournament.settings.format == "knockout" and tournament.status != "open":
        said = (
            "A knockout keeps players apart in the first round only, so you must name them before the start."
        )
        raise refused("conflict", "tournament-apart-late", said)
