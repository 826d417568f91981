"""Rounds as they come and go: who is paired, and what the system does when. Pure."""

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
"""Whoever has left so many games in a row is set aside."""
_DAY: Final = 24 * 3600 * 1000
OPEN_MILLISECONDS: Final = 14 * _DAY
"""So long after the last thing that happened, or after it was to begin, one that has not begun is over."""
PLAYING_MILLISECONDS: Final = 2 * _DAY
"""The same for one that has."""


def scheduled(evening: Evening, now: int) -> Evening:
    """The evening, changed just now, with the moment at which the system must act next."""
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
    """The evening after what the system must do by now; the very same if that is nothing. Tables that are to
    be made are made by whoever drives it, and :func:`made` says so. ``name`` draws a table's name. Every
    deadline moves by the ``outages`` of the server."""
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
    # It was due because a game has been counted; that is when it changed.
    return evening if after == evening else scheduled(evening, now)


def _quiet_since(evening: Evening) -> int:
    """When something happened there last. What is announced for later is not forgotten before."""
    announced = evening.settings.begins if evening.status == "open" else None
    return max(evening.changed_at, announced or 0)


def unmade(evening: Evening) -> tuple[Game, ...]:
    """The games whose tables are to be made."""
    return tuple(game for game in evening.games if game.table is not None and not game.is_made)


def made(evening: Evening, now: int) -> Evening:
    """The evening when all its tables are there."""
    games = tuple(
        game if game.table is None or game.is_made else replace(game, is_made=True) for game in evening.games
    )
    return scheduled(replace(evening, games=games), now)


def begin_next(evening: Evening, now: int, name: Callable[[], str]) -> Evening:
    """The next round, paired; the evening ends if there are not two left to play."""
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
    """Whoever is here no longer, or has left too many games in a row, is paired no more."""
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
    """A round of everybody against everybody; where one plays no more, the other has a bye."""
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
