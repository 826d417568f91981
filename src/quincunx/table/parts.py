"""The parts of a table's state: one seat, and how far the mixing of chance is."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.core.values import Seat


class SeatState(msgspec.Struct, frozen=True, gc=False):
    """One seat and who is on it; kinds as in :class:`~quincunx.table.wire.table.SeatView`."""

    kind: Literal["open", "kept", "person", "bot", "stand_in"]
    person: str | None = None
    name: str | None = None
    level: str | None = None
    entropy: str = ""
    """What its device has revealed for the game's chance."""
    commitment: str = ""
    """What its device has committed to."""
    bot_moves: int = 0
    """How many moves a bot has made in place of the seat's person."""
    bot_turns: int = 0
    """In how many of their turns."""
    last_bot_turn: int = 0
    """The number of the last of these turns."""
    network: str = ""
    """The mark of the network from which the person sat down."""
    ran_out: bool = False
    """Whether a bot plays because the person's time had run out."""

    @property
    def is_taken(self) -> bool:
        """Whether the game may start as far as this seat is concerned."""
        return self.kind in ("person", "bot", "stand_in")

    @property
    def is_bot_played(self) -> bool:
        """Whether a bot moves for this seat."""
        return self.kind in ("bot", "stand_in")


class Mixing(msgspec.Struct, frozen=True):
    """How far the devices are with mixing the game's chance; :mod:`quincunx.table.chance.commit_reveal`
    has the rules."""

    round: int = 1
    taking_part: tuple[Seat, ...] | None = None
    """The seats whose entropy goes in; ``None`` while that is not fixed."""
    invited: tuple[Seat, ...] = ()
    """After a void round: the seats that are waited for to commit anew."""
    voided: tuple[tuple[Seat, ...], ...] = ()
    """For each void round the seats that did not reveal."""
    until: int | None = None
    """When whoever is waited for is waited for no longer; ``None``: nobody is."""
