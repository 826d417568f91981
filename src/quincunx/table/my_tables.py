"""What somebody's list of their own tables says of each, and for whom a table waits. Pure.

It goes through the table's gate for secrets as far as it shows seats; of the game it says whose turn it is,
which everybody at the table can see.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from quincunx.core.values import Seat
from quincunx.table.events import LivePace
from quincunx.table.seats.person import Person, evening_of, handle_of
from quincunx.table.state import TableState
from quincunx.table.view import clock_view, seat_view
from quincunx.table.wire.lists import MyTable


def my_table(state: TableState, person: Person, now: int = 0, small: str | None = None) -> MyTable | None:
    """The line, as of now, with what ``view.small_view`` says; ``None`` once the table has ended, and for
    somebody who has no seat there."""
    if state.status == "ended" or person.id not in state.people:
        return None
    to_move = state.to_move()
    return MyTable(
        id=state.id,
        version=state.version,
        status=state.status,
        settings=state.settings,
        host=state.host_name,
        seats=tuple(seat_view(each, person) for each in state.seats),
        to_move=to_move if to_move is not None and to_move >= 0 else None,
        waits_for_you=waits_for(state, person.id),
        clock=clock_view(state, now),
        since=state.moved_on or state.changed_at,
        evening=evening_of(state.host),
        small=small,
        handle=None if evening_of(state.host) else handle_of(state.host),
    )


def says_the_same(line: MyTable, told: MyTable | None) -> bool:
    """Whether nothing has happened there since that was told: that time has passed everybody knows."""
    return told is not None and replace(line, clock=None) == replace(told, clock=None)


def waits_for(state: TableState, person: str) -> bool:
    """Whether nothing goes on before this person does something."""
    if state.status == "playing":
        return state.to_move() in state.seats_of(person)
    if state.status == "ended":
        return False
    if any(seat.kind == "kept" and seat.person == person for seat in state.seats):
        return not any(seat.kind == "open" for seat in state.seats)
    return any(state.seats[seat].person == person for seat in state.awaited())


def awaited(state: TableState) -> tuple[str, ...]:
    """The ids, in order, of those for whom a table waits or keeps a seat that they were invited to: their
    lists begin with it."""
    if state.status == "playing":  # first, since it is asked at every move
        seat = state.to_move()
        if seat is None or seat < 0 or state.seats[seat].kind != "person":
            return ()
        person = state.seats[seat].person
        return () if person is None else (person,)
    return tuple([each for each in state.people if waits_for(state, each) or is_invited(state, each)])


def is_invited(state: TableState, person: str) -> bool:
    """Whether a seat is kept for this person at somebody else's table."""
    return state.host != person and any(seat.kind == "kept" and seat.person == person for seat in state.seats)


class Notice(msgspec.Struct, frozen=True):
    """A table waits for somebody: what their devices may know of it."""

    person: str
    table: str
    turn: int
    """What it waits for: 0 for a kept seat, and more from turn to turn of the game."""
    game: str
    others: tuple[str, ...] = ()
    """The names of the other people at the table."""
    handles: tuple[str, ...] = ()
    """The names of those people's pages."""
    left: int | None = None
    """Milliseconds that the person has left; ``None`` without a clock."""
    is_live: bool = False
    """Whether the game is played in one go."""


class Wait(NamedTuple):
    """Somebody for whom a table waits."""

    person: str
    turn: int
    """See :class:`Notice`."""
    seat: Seat


def waits(state: TableState) -> tuple[Wait, ...]:
    """For whom a table waits so long that it is worth telling them elsewhere: at a game with others or by the
    clock, and at a table where nothing is missing but those for whom seats are kept."""
    if state.settings.one_device:
        return ()  # there they see it
    if state.status == "waiting":
        if any(seat.kind == "open" for seat in state.seats):
            return ()
        kept = {seat.person: at for at, seat in enumerate(state.seats) if seat.kind == "kept"}
        # Who has made the table, as for a rematch, is on the way there.
        return tuple(Wait(who, 0, at) for who, at in kept.items() if who is not None and who != state.host)
    seat = state.to_move()
    if seat is None or seat < 0 or state.seats[seat].kind != "person":
        return ()
    person = state.seats[seat].person
    if person is None or (state.clock is None and state.people == (person,)):
        return ()  # bots do not mind
    return (Wait(person, max(1, state.game.turn(state.position).number), seat),)


def notice_of(state: TableState, wait: Wait, now: int) -> Notice:
    """What somebody is to be told of it."""
    seats = {seat.person: seat.name for seat in state.seats if seat.person != wait.person}
    others = {person: name for person, name in seats.items() if person is not None and name is not None}
    return Notice(
        person=wait.person,
        table=state.id,
        turn=wait.turn,
        game=state.game.name,
        others=tuple(others.values()),
        handles=tuple(map(handle_of, others)),
        left=None if state.clock is None else state.clock.left(now)[wait.seat],
        is_live=isinstance(state.settings.pace, LivePace),
    )
