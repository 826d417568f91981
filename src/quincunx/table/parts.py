"""Parts of a table's state: a seat, and the progress of the commit–reveal."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.core.values import Seat


class Vacation(msgspec.Struct, frozen=True):
    """A period in which the clock of a person's turns stands still, in milliseconds since 1970."""

    since: int
    until: int


class SeatState(msgspec.Struct, frozen=True, gc=False):
    """A seat and its occupant; kinds as in :class:`~quincunx.table.wire.table.SeatView`."""

    kind: Literal["open", "kept", "person", "bot", "stand_in"]
    person: str | None = None
    name: str | None = None
    level: str | None = None
    entropy: str = ""
    """The entropy that the seat's device has revealed for the game's chance."""
    commitment: str = ""
    """The commitment of the seat's device."""
    bot_moves: int = 0
    """The number of moves that a bot has made in place of the seat's person."""
    bot_turns: int = 0
    """The number of that person's turns in which a bot has moved."""
    last_bot_turn: int = 0
    """The number of the last of these turns."""
    network: str = ""
    """The mark of the network from which the person sat down."""
    ran_out: bool = False
    """True if a bot plays because the person's time ran out."""
    vacation: Vacation | None = None
    """The latest vacation of the seat's person that the table has recorded."""

    @property
    def is_taken(self) -> bool:
        """True if this seat does not prevent the start of the game."""
        return self.kind in ("person", "bot", "stand_in")

    @property
    def is_bot_played(self) -> bool:
        """True if a bot moves for this seat."""
        return self.kind in ("bot", "stand_in")


class CommitReveal(msgspec.Struct, frozen=True):
    """The progress of the commit–reveal; :mod:`quincunx.table.chance.commit_reveal` has the rules."""

    round: int = 1
    taking_part: tuple[Seat, ...] | None = None
    """The participating seats; ``None`` until they are fixed."""
    invited: tuple[Seat, ...] = ()
    """The seats that must commit again after a void round."""
    voided: tuple[tuple[Seat, ...], ...] = ()
    """The seats that did not reveal, for each void round."""
    until: int | None = None
    """Deadline of the current round in milliseconds since 1970; ``None`` if no round is open."""
