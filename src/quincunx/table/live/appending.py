"""The entry that a decision appends, and the answer to a command that was carried out before. Pure."""

from __future__ import annotations

import re
from typing import Final

from quincunx.core.reason import refused
from quincunx.table.commands import Rematch
from quincunx.table.events import Event
from quincunx.table.fold import Progress, take_in
from quincunx.table.live.folded import FoldedTable
from quincunx.table.record.chain import sealed
from quincunx.table.seats.person import Person
from quincunx.table.state import Step, TableState
from quincunx.table.wire.table import Ack, CommandRequest

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


def check_key(request: CommandRequest) -> None:
    """Raise :class:`~quincunx.core.reason.Refusal` unless the command's idempotency key is one."""
    if not _KEY.fullmatch(request.key):
        raise refused("malformed", "bad-key", "A key has 1 to 64 letters, digits, “-” or “_”.")


def stored_key(person: Person, request: CommandRequest) -> str:
    """The key under which the journal stores a person's command."""
    return f"{person.id}:{request.key}"


def first_entry(table: str, now: int, events: tuple[Event, ...]) -> Progress:
    """The first entry of a new table."""
    return take_in(None, sealed("", table, 1, "make", now, events))


def next_entry(state: TableState, key: str, now: int, steps: tuple[Step, ...]) -> Progress:
    """The entry with these decided steps, which follows the state."""
    events = tuple(step.event for step in steps)
    return take_in(state, sealed(state.chain, state.id, state.version + 1, key, now, events), steps)


def earlier_ack(table: FoldedTable, request: CommandRequest, key: str) -> Ack | None:
    """The answer to a command that was carried out before; ``None`` for a new one."""
    version = table.versions.get(key)
    is_rematch = isinstance(request.command, Rematch)
    if version is None:
        return None
    return Ack(request.key, version, table.state.rematch if is_rematch else None)


def rematch_ack(table: FoldedTable, request: CommandRequest) -> Ack | None:
    """The answer to a request for the rematch that another player has started already."""
    if isinstance(request.command, Rematch) and table.state.rematch is not None:
        return Ack(request.key, table.state.version, table.state.rematch)
    return None
