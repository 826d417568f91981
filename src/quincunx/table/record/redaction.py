"""Redaction of deleted people's names and free text. The store keeps both, but no viewer sees them.

An entry of the journal never changes, or its chain would break. So names are replaced after an entry has been
checked, and before its state is shown.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from msgspec.structs import replace

from quincunx.table.chat.lines import without_words
from quincunx.table.events import Entry, Event, SatDown, TableMade, TableSettings, Wrote
from quincunx.table.state import TableState

SOMEBODY: Final = "Somebody"


def redact_entry(entry: Entry, gone: Set[str]) -> Entry:
    """Redact these people's names and words in an entry; the same object if it has none of them."""
    if not any(person in gone for event in entry.events for person in _named(event)):
        return entry
    return replace(entry, events=tuple(_redact(event, gone) for event in entry.events))


def people_named(entry: Entry) -> set[str]:
    """The ids of all people whose names or words the entry contains."""
    return {person for event in entry.events for person in _named(event) if person is not None}


def redact_state(state: TableState, gone: Set[str]) -> TableState:
    """Redact these people's names and words in a table's state."""
    if state.host not in gone and not any(seat.person in gone for seat in state.seats):
        return state
    seats = tuple(
        replace(seat, name=SOMEBODY) if seat.person in gone and seat.name else seat for seat in state.seats
    )
    settings = _redact_seats(state.settings) if state.host in gone else state.settings
    host = _name(state.host, state.host_name, gone)
    theirs = frozenset(seat for seat, each in enumerate(state.seats) if each.person in gone)
    talk = without_words(state.talk, theirs)
    return replace(state, host_name=host, seats=seats, settings=settings, talk=talk)


def _redact_seats(settings: TableSettings) -> TableSettings:
    """Remove the names that the host gave the players on one device."""
    return replace(settings, seats=tuple(replace(seat, name=None) for seat in settings.seats))


def _named(event: Event) -> tuple[str | None, ...]:
    match event:
        case TableMade():
            return (event.host, *event.kept_for)
        case SatDown() | Wrote():
            return (event.person,)
        case _:
            return ()


def _redact(event: Event, gone: Set[str]) -> Event:
    match event:
        case TableMade():
            kept = zip(event.kept_for, event.kept_names, strict=True)
            names = tuple(name and _name(person, name, gone) for person, name in kept)
            settings = _redact_seats(event.settings) if event.host in gone else event.settings
            host = _name(event.host, event.host_name, gone)
            return replace(event, host_name=host, kept_names=names, settings=settings)
        case SatDown():
            return replace(event, name=_name(event.person, event.name, gone))
        case Wrote():
            return replace(event, text="") if event.person in gone else event
        case _:
            return event


def _name(person: str | None, name: str, gone: Set[str]) -> str:
    return SOMEBODY if person in gone else name
