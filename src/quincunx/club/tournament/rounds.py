"""Rounds of a tournament: pairing, and the system's scheduled actions. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from quincunx.club.tournament import round_robin, swiss
from quincunx.club.tournament.round_robin import Seats
from quincunx.club.tournament.standings import standings
from quincunx.club.tournament.state import Evening, Game, Player
from quincunx.table.deadlines.outage import Outage, absence

MOST_ABSENT: Final = 2
"""Number of consecutive games that a player may leave before being withdrawn."""
_DAY: Final = 24 * 3600 * 1000
OPEN_MILLISECONDS: Final = 14 * _DAY
"""A tournament that has not started expires this long after its last event or its announced start."""
PLAYING_MILLISECONDS: Final = 2 * _DAY
"""A tournament that has started expires this long after its last event."""


def scheduled(evening: Evening, now: int) -> Evening:
    """A changed tournament, with the time of the system's next action."""
    evening = replace(evening, changed_at=now)
    if evening.status == "ended":
        return replace(evening, next_at=None, due=None)
    if evening.status == "open":
        return replace(evening, due=_quiet_since(evening) + OPEN_MILLISECONDS)
    if unmade(evening):
        return replace(evening, next_at=None, due=now)
    if not evening.is_round_over or evening.settings.by_hand:
        return replace(evening, next_at=None, due=now + PLAYING_MILLISECONDS)
    next_at = now + evening.settings.pause * 1000 if evening.next_at is None else evening.next_at
    return replace(evening, next_at=next_at, due=next_at)


def act(evening: Evening, now: int, name: Callable[[], str], outages: Sequence[Outage] = ()) -> Evening:
    """The tournament after the system's actions that are due by now; the same object if there are none. The
    caller creates the tables in :func:`unmade` and then reports by :func:`made`. ``name`` draws a table's
    name. Every deadline moves by the ``outages`` of the server."""
    if evening.status == "ended" or evening.due is None:
        return evening
    lost = absence(outages, evening.changed_at)
    if lost and evening.next_at is not None:
        return scheduled(replace(evening, next_at=evening.next_at + lost), now)
    if evening.due > now:
        return evening
    limit = OPEN_MILLISECONDS if evening.status == "open" else PLAYING_MILLISECONDS
    ends = _quiet_since(evening) + limit
    if now >= ends:
        ends += absence(outages, _quiet_since(evening))
        return replace(evening, due=ends) if now < ends else scheduled(replace(evening, status="ended"), now)
    if evening.status == "playing" and evening.is_round_over:
        if evening.round == evening.rounds:
            return scheduled(replace(evening, status="ended"), now)
        if evening.next_at is not None and evening.next_at <= now and not evening.settings.by_hand:
            return scheduled(begin_next(evening, now, name), now)
    after = scheduled(evening, evening.changed_at)
    # It was due because a result was recorded, and its last change is the time of that.
    return evening if after == evening else scheduled(evening, now)


def _quiet_since(evening: Evening) -> int:
    """The time of the last event. A tournament announced for later does not expire before its start."""
    announced = evening.settings.begins if evening.status == "open" else None
    return max(evening.changed_at, announced or 0)


def unmade(evening: Evening) -> tuple[Game, ...]:
    """The games whose tables are to be created."""
    return tuple(game for game in evening.games if game.table is not None and not game.is_made)


def made(evening: Evening, now: int) -> Evening:
    """The tournament after all its tables have been created."""
    games = tuple(
        game if game.table is None or game.is_made else replace(game, is_made=True) for game in evening.games
    )
    return scheduled(replace(evening, games=games), now)


def begin_next(evening: Evening, now: int, name: Callable[[], str]) -> Evening:
    """Pair the next round. The tournament ends if fewer than two players are left."""
    evening = _set_aside(evening)
    number = evening.round + 1
    pairs = _swiss(evening) if evening.settings.format == "swiss" else _circle(evening, number)
    if all(other is None for _, other in pairs):
        return replace(evening, status="ended")
    games = tuple(
        Game(number, board, one, other, None if other is None else name(), now)
        for board, (one, other) in enumerate(pairs, 1)
    )
    return replace(evening, round=number, next_at=None, games=(*evening.games, *games))


def _set_aside(evening: Evening) -> Evening:
    """Withdraw players who were deleted or banned, or have left too many games in a row."""
    players = tuple(
        replace(each, is_out=True) if not each.is_out and _is_absent(evening, each) else each
        for each in evening.players
    )
    return replace(evening, players=players)


def _is_absent(evening: Evening, player: Player) -> bool:
    known = evening.people.get(player.person)
    if known is not None and (known.is_gone or known.is_barred):
        return True
    played = [
        game.score.left[game.seat_of(player.number)]
        for game in evening.games
        if player.number in game.players and game.score is not None and game.round >= player.since
    ]
    return len(played) >= MOST_ABSENT and all(played[-MOST_ABSENT:])


def _circle(evening: Evening, number: int) -> tuple[Seats, ...]:
    """One round of a round robin. If a player has withdrawn, their opponent has a bye."""
    entrants = sorted(
        (each for each in evening.players if each.since), key=lambda each: evening.lot(each.number)
    )
    places = [None if each.is_out else each.number for each in entrants]
    pairs: list[Seats] = []
    for one, other in round_robin.circle(len(places), number):
        first, second = places[one], None if other is None else places[other]
        if first is None:
            first, second = second, None
        if first is not None:
            pairs.append((first, second))
    place = {each.player: at for at, each in enumerate(standings(evening))}
    return tuple(sorted(pairs, key=lambda pair: (pair[1] is None, min(place[each] for each in pair if each))))


def _swiss(evening: Evening) -> tuple[Seats, ...]:
    return swiss.pair([_entrant(evening, each) for each in evening.players if each.since and not each.is_out])


def _entrant(evening: Evening, player: Player) -> swiss.Entrant:
    number = player.number
    played = [game for game in evening.games if number in game.players]
    seats = [game.seat_of(number) for game in played if game.second is not None]
    met = (game.other(number) for game in played)
    return swiss.Entrant(
        number=number,
        halves=sum(game.halves_of(number) for game in played),
        lot=evening.lot(number),
        met=tuple(each for each in met if each is not None),
        starts=sum(1 if seat == 0 else -1 for seat in seats),
        started_last=seats[-1] == 0 if seats else None,
        byes=sum(game.second is None for game in played),
    )
