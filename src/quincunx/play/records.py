"""From a table's journal to the text record of its game."""

from __future__ import annotations

from quincunx.games.chance import commitment
from quincunx.games.core import NATURE
from quincunx.games.record import Record, Step, write
from quincunx.play.events import Entry, Moved, NatureMoved
from quincunx.play.state import TableState


def record_text(entries: tuple[Entry, ...], state: TableState) -> str:
    """The record of a game that has ended. Raises ``ValueError`` while it runs: it would tell everything."""
    if state.status != "ended":
        raise ValueError("a running game is not recorded")
    steps = [
        Step(event.seat if isinstance(event, Moved) else NATURE, event.move)
        for entry in entries
        for event in entry.events
        if isinstance(event, Moved | NatureMoved)
    ]
    return write(
        Record(
            options=state.settings.options,
            names=tuple(chair.name or f"bot: {chair.level}" for chair in state.chairs),
            steps=tuple(steps),
            outcome=state.outcome,
            commitment=commitment(bytes.fromhex(state.seed)),
            seed=state.seed,
            entropies=state.entropies,
        )
    )
