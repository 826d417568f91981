"""Games for learning: moves as few numbers, from what a seat may know. ``docs/rl.md`` describes it."""

from quincunx.rl.actions import compact, legal_numbers, mask

__all__ = ["compact", "legal_numbers", "mask"]
