"""Hosts of a tournament: co-hosts, handing over, and the results that a host sets. Pure."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from quincunx.club.tournament.rules import has_large_tables, sides_of
from quincunx.club.tournament.scores import TABLE_WIN, place_points
from quincunx.club.tournament.state import Game, Ruling, Tournament
from quincunx.club.tournament.wire import SetResult
from quincunx.core.reason import refused
from quincunx.table.seats.person import handle_of

MOST_COHOSTS: Final = 5
MOST_RULINGS: Final = 200
RESULTS: Final = ((2, 0), (1, 1), (0, 2), (0, 0))
"""The results of two players that a host can set, in half points."""


class AppointHost(msgspec.Struct, frozen=True):
    """Make this account a co-host. A node makes it of :class:`~quincunx.club.tournament.wire.AddHost`."""

    person: str | None
    """``None``: there is no such account, or they and the host must be kept apart."""


def appoint(tournament: Tournament, person: str | None) -> Tournament:
    """The tournament with another co-host. Raises :class:`~quincunx.core.reason.Refusal`."""
    if person is None:
        raise refused("unknown", "tournament-no-account", "There is no account of that name.")
    if tournament.is_hosted_by((person,)):
        return tournament
    if len(tournament.cohosts) >= MOST_COHOSTS:
        said = f"A tournament has at most {MOST_COHOSTS} co-hosts."
        raise refused("conflict", "tournament-cohosts", said, most=MOST_COHOSTS)
    return replace(tournament, cohosts=(*tournament.cohosts, person))


def dismiss(tournament: Tournament, handle: str, people: tuple[str, ...]) -> Tournament:
    """The tournament without a co-host, who may also step down. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    person = _cohost(tournament, handle)
    if person is None:
        return tournament
    if not tournament.is_owned_by(people) and person not in people:
        raise refused("forbidden", "tournament-not-host", "Only the host of the tournament can do that.")
    return replace(tournament, cohosts=tuple(each for each in tournament.cohosts if each != person))


def hand_over(tournament: Tournament, handle: str) -> Tournament:
    """The tournament with a co-host as its host. Raises :class:`~quincunx.core.reason.Refusal`."""
    if handle == handle_of(tournament.host):
        return tournament
    person = _cohost(tournament, handle)
    if person is None:
        raise refused("unknown", "tournament-no-cohost", "That person is not a co-host.")
    others = tuple(each for each in tournament.cohosts if each != person)
    former = () if tournament.is_host_gone else (tournament.host,)
    return replace(tournament, host=person, cohosts=(*others, *former))


def _cohost(tournament: Tournament, handle: str) -> str | None:
    return next((each for each in tournament.cohosts if handle_of(each) == handle), None)


def rule(tournament: Tournament, command: SetResult, person: str, now: int) -> Tournament:
    """The tournament with a result that this person has set. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    where = command.round, command.board
    game = next((each for each in tournament.games if (each.round, each.board) == where), None)
    if game is None or game.second is None:
        raise refused("unknown", "tournament-no-game", "There is no such game to set the result of.")
    after = None if command.points is None else _result(tournament, game, command.points)
    if after == game.ruled:
        return tournament
    if len(tournament.rulings) >= MOST_RULINGS:
        said = f"At most {MOST_RULINGS} results of a tournament can be set."
        raise refused("conflict", "tournament-rulings", said, most=MOST_RULINGS)
    before = None if game.counted is None else game.counted.halves
    ruling = Ruling(len(tournament.rulings) + 1, now, person, *where, before, after)
    return replace(
        tournament,
        rulings=(*tournament.rulings, ruling),
        games=tuple(replace(each, ruled=after) if each is game else each for each in tournament.games),
    )


def _result(tournament: Tournament, game: Game, points: tuple[float, ...]) -> tuple[int, ...]:
    """The half points that a host has set for a game."""
    count = len(game.players)
    halves = (
        tuple(round(2 * each) for each in points) if all(0 <= each <= TABLE_WIN for each in points) else ()
    )
    is_whole = halves == tuple(2 * each for each in points) and len(halves) == count
    if not has_large_tables(tournament.settings):
        if not is_whole or halves not in RESULTS:
            raise refused("malformed", "tournament-result", "A result is 1–0, ½–½, 0–1 or 0–0.")
        return halves
    sides = sides_of(tournament.settings, count)
    by_places = place_points([(each,) for each in halves], sides) if is_whole else []
    if not is_whole or (any(halves) and list(halves) != by_places):
        said = "A result gives the points of each place: 6 for the first, 0 for the last, or 0 for all."
        raise refused("malformed", "tournament-places", said)
    return halves
