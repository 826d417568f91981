"""A plain line counter: greedy at Cinco without any cost of cards.

In the arena: ``py:benchmarks.baselines.line_counter:line_counter``.
"""

from __future__ import annotations

from typing import Final

from quincunx.games.cinco.bots.greedy import GreedyCinco, Numbers

LINES_ALONE: Final = Numbers(card=1.0, steep=1.0, draw=(1_000.0, 0.0, 0.0, 0.0), bad_hand=0.0)
"""Weights with which the highest card that reaches a space is played; a card is drawn when no space within
reach has any value."""

line_counter: Final = GreedyCinco(LINES_ALONE)
