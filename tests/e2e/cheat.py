"""What whoever runs a server could do to its journal."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
from msgspec.structs import replace

from quincunx.table.chance import randomness_of
from quincunx.table.events import ChanceMoved, Event, TableMade
from quincunx.table.state import TableState, evolve, made


def exchange_seed(journal: Path, table: str, seed: str) -> None:
    """Write the table's past anew, as if another seed had been drawn: everything follows from that one, and
    nothing in the journal, in the record or on the result page contradicts it."""
    connection = sqlite3.connect(journal, isolation_level=None)
    rows = connection.execute(
        "SELECT version, at, events FROM entries WHERE tab = ? ORDER BY version", (table,)
    ).fetchall()
    state: TableState | None = None
    for version, at, body in rows:
        events: list[Event] = []
        for event in _events(body):
            exchanged = _exchanged(state, event, seed)
            state = made(exchanged, at) if isinstance(exchanged, TableMade) else _next(state, exchanged)
            events.append(exchanged)
        connection.execute(
            "UPDATE entries SET events = ? WHERE tab = ? AND version = ?",
            (msgspec.json.encode(events), table, version),
        )
    connection.close()


def _events(body: bytes) -> tuple[Event, ...]:
    return msgspec.json.decode(body, type=tuple[Event, ...])


def _next(state: TableState | None, event: Event) -> TableState:
    assert state is not None
    return evolve(state, event)


def _exchanged(state: TableState | None, event: Event, seed: str) -> Event:
    if isinstance(event, TableMade):
        return replace(event, seed=seed)
    if isinstance(event, ChanceMoved):
        assert state is not None
        question = state.game.asks(state.position)
        return ChanceMoved(randomness_of(state).answer(state.questions, question))
    return event
