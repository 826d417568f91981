"""Lines of a person's list of their own tables, and the people for whom a table waits. Pure.

The seats in a line pass the table's gate for secrets. Of the game a line shows whose turn it is, which is
public at the table.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from quincunx.core.values import Seat
from quincunx.table.events import LivePace
from quincunx.table.seats.person import Person, handle_of, tournament_of
from quincunx.table.state import TableState
from quincunx.table.view import clock_view, seat_view
from quincunx.table.wire.lists import MyTable


def my_table(state: TableState, person: Person, now: int = 0, small: str | None = None) -> MyTable | None:
    """The line of a table as of ``now``, with ``small`` from ``view.small_view``. ``None`` if the table has
    ended or the person has no seat there."""
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
        tournament=tournament_of(state.host),
        small=small,
        handle=None if tournament_of(state.host) else handle_of(state.host),
    )


def says_the_same(line: MyTable, told: MyTable | None) -> bool:
    """True if the line differs from the one last sent only by the passing of time, which the client computes
    itself."""
    return told is not None and replace(line, clock=None) == replace(told, clock=None)


def waits_for(state: TableState, person: str) -> bool:
    """True if the table cannot continue before this person acts."""
    if state.status == "playing":
        return state.to_move() in state.seats_of(person)
    if state.status == "ended":
        return False
    if any(seat.kind == "kept" and seat.person == person for seat in state.seats):
        return not any(seat.kind == "open" for seat in state.seats)
    return any(state.seats[seat].person == person for seat in state.awaited())


def awaited(state: TableState) -> tuple[str, ...]:
    """The ids, in order, of people for whom the table waits or keeps a seat by invitation. Their lists begin
    with this table."""
    if state.status == "playing":  # first, since it is asked at every move
        seat = state.to_move()
        if seat is None or seat < 0 or state.seats[seat].kind != "person":
            return ()
        person = state.seats[seat].person
        return () if person is None else (person,)
    return tuple([each for each in state.people if waits_for(state, each) or is_invited(state, each)])


def is_invited(state: TableState, person: str) -> bool:
    """True if a seat is kept for this person at another person's table."""
    return state.host != person and any(seat.kind == "kept" and seat.person == person for seat in state.seats)


class Notice(msgspec.Struct, frozen=True):
    """A notification that a table waits for a person: everything that their devices may know of it."""

    person: str
    table: str
    turn: int
    """The turn that is waited for: 0 for a kept seat, and increasing with the turns of the game."""
    game: str
    others: tuple[str, ...] = ()
    """The names of the other people at the table."""
    handles: tuple[str, ...] = ()
    """The handles of those people's pages."""
    left: int | None = None
    """Milliseconds that the person has left; ``None`` without a clock."""
    is_live: bool = False
    """True if the game has a live time control."""
    is_invitation: bool = False
    """True if a host keeps the seat for the person, and no tournament does."""


class Wait(NamedTuple):
    """A person for whom a table waits."""

    person: str
    turn: int
    """See :class:`Notice`."""
    seat: Seat


def waits(state: TableState) -> tuple[Wait, ...]:
    """The people for whom a table waits long enough to notify them elsewhere. These are games with other
    people or with clocks, and tables that lack only people for whom seats are kept."""
    if state.settings.one_device:
        return ()  # they are all at the device
    if state.status == "waiting":
        if any(seat.kind == "open" for seat in state.seats):
            return ()
        kept = {seat.person: at for at, seat in enumerate(state.seats) if seat.kind == "kept"}
        # The host, as of a rematch, is already on the way to the table.
        return tuple(Wait(who, 0, at) for who, at in kept.items() if who is not None and who != state.host)
    seat = state.to_move()
    if seat is None or seat < 0 or state.seats[seat].kind != "person":
        return ()
    person = state.seats[seat].person
    if person is None or (state.clock is None and state.people == (person,)):
        return ()  # a game against bots alone can wait
    return (Wait(person, max(1, state.game.turn(state.position).number), seat),)


def notice_of(state: TableState, wait: Wait, now: int) -> Notice:
    """The notification for a person for whom a table waits."""
    seats = {seat.person: seat.name for seat in state.seats if seat.person != wait.person}
    others = {person: name for person, name in seats.items() if person is not None and name is not None}
    return Notice(
        person=wait.person,
        table=state.id,
        turn=wait.turn,
        game=state.game.name,
        others=tuple(others.values()),
        handles=tuple(map(handle_of, others)),
        left=None if state.clock is None else state.clock.times_left(now)[wait.seat],
        is_live=isinstance(state.settings.pace, LivePace),
        is_invitation=wait.turn == 0 and tournament_of(state.host) is None,
    )
