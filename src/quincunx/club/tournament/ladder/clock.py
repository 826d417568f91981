"""The system's own acts at a ladder: unanswered challenges, absent players, the end. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from quincunx.club.tournament.ladder.commands import leave, with_step
from quincunx.club.tournament.ladder.order import Ladder, ladder_of
from quincunx.club.tournament.ladder.rules import MOST_MISSES, answer_until, ends_at
from quincunx.club.tournament.ladder.settings import HOUR
from quincunx.club.tournament.state import Player, Tournament
from quincunx.table.deadlines.outage import Outage


def next_due(tournament: Tournament, now: int, outages: Sequence[Outage] = ()) -> int:
    """The time at which the system must act next at a running ladder. It looks at least every hour, because
    people start and end vacations, and are deleted or banned."""
    if any(not game.is_made for game in tournament.games):
        return now
    answers = (answer_until(tournament, each, outages) for each in ladder_of(tournament).open)
    return min(now + HOUR, ends_at(tournament), *answers)


def act(tournament: Tournament, now: int, outages: Sequence[Outage] = ()) -> Tournament:
    """The running ladder after everything that is due by now; the same object if nothing is. Tables that are
    to be created come first."""
    if tournament.due is None or tournament.due > now or any(not game.is_made for game in tournament.games):
        return tournament
    after = _settled(tournament, now, outages)
    if now >= ends_at(after):
        return replace(after, status="ended", changed_at=now, next_at=None, due=None)
    if after is not tournament:
        after = replace(after, changed_at=now)
    return replace(after, due=next_due(after, now, outages))


def _settled(tournament: Tournament, now: int, outages: Sequence[Outage]) -> Tournament:
    """The ladder without absent players and overdue challenges. A challenge that is not answered may be the
    last that its player is allowed to miss."""
    before = None
    while before is not tournament:
        before = tournament
        for each in _absent(tournament, ladder_of(tournament)):
            tournament = leave(tournament, replace(each, is_out=True), now)
        overdue = (
            each for each in ladder_of(tournament).open if answer_until(tournament, each, outages) <= now
        )
        # One at a time: each may void others.
        first = next(overdue, None)
        if first is not None:
            tournament = with_step(tournament, "expire", first.player, now, first)
    return tournament


def _absent(tournament: Tournament, ladder: Ladder) -> Iterator[Player]:
    for each in tournament.players:
        is_gone = tournament.is_gone(each.person)
        if not each.is_out and (is_gone or ladder.misses.get(each.number, 0) >= MOST_MISSES):
            yield each
