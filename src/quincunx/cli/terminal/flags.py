"""The flags of ``quincunx play`` that all games share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFlags:
    """The flags that all games share."""

    people: int = 1
    """How many people play; they take the first seats and pass the keyboard round."""
    watch: bool = False
    """Only bots play."""
    level: list[str] | None = None
    """The bots' level. Given several times, one for each bot in turn."""
    name: list[str] | None = None
    """The players' names, in seat order; may be given several times."""
    seed: str | None = None
    """Up to 64 hexadecimal digits: the same seed and moves give the same game."""
    record: Path | None = None
    """Write the game to this file when it ends or is left."""
    pause: float = 0.3
    """Seconds between the moves of bots, in a terminal."""
    json: bool = False
    """One JSON object a line, for programs."""
