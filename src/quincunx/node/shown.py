"""What is sent of a table, worked out and encoded once for all who see the same."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.game import Seat
from quincunx.table.person import Person
from quincunx.table.state import TableState
from quincunx.table.wire import Update

MOST_KEPT: Final = 16
"""For one version of one table, some 10 KB each: every seat and the spectators, and a few who come back."""

FRESH_MILLISECONDS: Final = 200
"""So long what was sent once may be sent again where time runs: it says what time it is."""

Key = tuple[Seat | None, tuple[Seat, ...], bool, int | None]


class Shown:
    """An update, and the frame that carries it."""

    __slots__ = ("_frame", "update")

    def __init__(self, update: Update) -> None:
        self.update = update
        self._frame: bytes | None = None

    def is_fresh(self, now: int) -> bool:
        """Whether it still says how things are. ``now`` is in milliseconds since 1970."""
        clock = self.update.table.clock
        return clock is None or clock.running is None or now - clock.now < FRESH_MILLISECONDS

    @property
    def frame(self) -> bytes:
        """The update as JSON."""
        if self._frame is None:
            self._frame = msgspec.json.encode(self.update)
        return self._frame


class ShownOnce:
    """What was sent of the present version."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Key, Shown] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Key) -> Shown | None:
        """What somebody else was sent who sees the same."""
        return self._kept.get(key)

    def keep(self, key: Key, update: Update) -> Shown:
        """Take in what was worked out for one of them."""
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        shown = self._kept[key] = Shown(update)
        return shown

    def clear(self) -> None:
        """There is a new version."""
        self._kept.clear()


def key_of(state: TableState, person: Person, point_of_view: Seat | None, since: int | None) -> Key:
    """Everything on which it depends what a person is sent of a state: two with the same key see the same."""
    theirs = tuple(seat for seat, each in enumerate(state.seats) if each.person == person.id)
    return point_of_view, theirs, person.id == state.host, since
