"""Manipulations of a journal that a server's operator could try."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from msgspec.structs import replace

from quincunx.table.events import ChanceMoved, Event, TableMade
from quincunx.table.record.chain import body_of, entry_of, sealed
from quincunx.table.state import TableState, answer_due, evolve, initial_state


def exchange_seed(journal: Path, table: str, seed: str) -> None:
    """Write the table's past anew, as if another seed had been drawn: everything follows from that one, and
    nothing in the journal, in the record or on the result page contradicts it."""
    connection = sqlite3.connect(journal, isolation_level=None)
    rows = connection.execute(
        "SELECT version, key, at, events FROM entries WHERE tab = ? ORDER BY version", (table,)
    ).fetchall()
    state: TableState | None = None
    chain = ""
    for version, key, at, body in rows:
        events: list[Event] = []
        for event in entry_of(table, version, key, at, body).events:
            exchanged = _exchanged(state, event, seed)
            state = (
                initial_state(exchanged, at) if isinstance(exchanged, TableMade) else _next(state, exchanged)
            )
            events.append(exchanged)
        entry = sealed(chain, table, version, key, at, tuple(events))
        chain = entry.chain
        connection.execute(
            "UPDATE entries SET events = ? WHERE tab = ? AND version = ?",
            (body_of(entry), table, version),
        )
    connection.close()


def _next(state: TableState | None, event: Event) -> TableState:
    assert state is not None
    return evolve(state, event)


def _exchanged(state: TableState | None, event: Event, seed: str) -> Event:
    if isinstance(event, TableMade):
        return replace(event, seed=seed)
    if isinstance(event, ChanceMoved):
        assert state is not None
        return ChanceMoved(answer_due(state))
    return event
