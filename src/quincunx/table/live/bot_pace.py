"""The duration of bots' moves, from public facts and chance alone. Pure."""

from __future__ import annotations

from typing import Final

from quincunx.table.events import BotPace

PACES: Final[dict[BotPace, float]] = {"quick": 0.5, "normal": 1.0, "slow": 2.5}
"""Factors on the usual pause. Even the shortest pause is usually longer than a search."""
SPREAD: Final = 0.5
"""The random part of a pause, as a fraction of its minimum."""


def pause_of(least: float, pace: BotPace, dice: bytes) -> float:
    """The duration of a move in seconds; ``least`` is the usual minimum, and ``dice`` are random bytes."""
    drawn = int.from_bytes(dice[:4], "big") / (1 << 32)
    return least * PACES[pace] * (1 + SPREAD * drawn)
