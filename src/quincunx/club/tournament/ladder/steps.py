"""Recorded steps of a ladder. The order of its players follows from them and the results of games. Pure."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

StepKind = Literal["join", "leave", "challenge", "accept", "decline", "cancel", "expire"]
"""``expire``: the challenge was not answered in time."""
ANSWERS: Final = ("accept", "decline", "cancel", "expire")


class Step(msgspec.Struct, frozen=True):
    """A step of a ladder. It is never changed."""

    number: int
    """Counted from 1, in the order of time."""
    at: int
    """Milliseconds since 1970."""
    kind: StepKind
    player: int
    """The number of the player who joins, leaves, or has challenged another one."""
    other: int | None = None
    """The number of the challenged player, if it is about a challenge."""
    challenge: int | None = None
    """The number of the step that made the challenge, if this one ends it."""
