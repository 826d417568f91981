"""From a table's journal to the text record of its game."""

from __future__ import annotations

from quincunx.core.randomness import commitment
from quincunx.core.game import CHANCE
from quincunx.core.record import Record, Step, write
from quincunx.table.events import Entry, Moved, ChanceMoved
from quincunx.table.state import TableState


def record_text(entries: tuple[Entry, ...], state: TableState) -> str:
    """The record of a game that has ended. Raises ``ValueError`` while it runs: it would tell everything."""
    if state.status != "ended":
        raise ValueError("a running game is not recorded")
    steps = [
        Step(event.seat if isinstance(event, Moved) else CHANCE, event.move)
        for entry in entries
        for event in entry.events
        if isinstance(event, Moved | ChanceMoved)
    ]
    return write(
        Record(
            options=state.settings.options,
            names=tuple(seat_state.name or f"bot: {seat_state.level}" for seat_state in state.seats),
            steps=tuple(steps),
            outcome=state.outcome,
            commitment=commitment(bytes.fromhex(state.seed)),
            seed=state.seed,
            entropies=state.entropies,
        )
    )
