"""What somebody's list of their own tables says of each. Pure.

It goes through the table's gate for secrets as far as it shows seats; of the game it says whose turn it is,
which everybody at the table can see.
"""

from __future__ import annotations

from msgspec.structs import replace

from quincunx.table.person import Person
from quincunx.table.state import TableState
from quincunx.table.view import clock_view, seat_view
from quincunx.table.wire import MyTable


def my_table(state: TableState, person: Person, now: int = 0) -> MyTable | None:
    """The line, as of now; ``None`` once the table has ended, and for somebody who has no seat there."""
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
