"""The flags of ``quincunx play`` that all games share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFlags:
    """The flags that all games share."""

    people: int = 1
    """Number of human players; they take the first seats and share the keyboard."""
    watch: bool = False
    """Watch bots play each other."""
    level: list[str] | None = None
    """Bot level; repeat for each bot in turn."""
    name: list[str] | None = None
    """Player names in seat order; repeat for each player."""
    seed: str | None = None
    """Seed, up to 64 hexadecimal digits. The same seed and moves give the same game."""
    record: Path | None = None
    """Save the game to this file when it ends or you quit."""
    pause: float = 0.3
    """Seconds to pause between bot moves."""
    json: bool = False
    """Print one JSON object per line."""
