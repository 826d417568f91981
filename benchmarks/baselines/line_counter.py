"""A plain line counter: greedy at Cinco without any price of cards.

In the arena: ``py:benchmarks.baselines.line_counter:line_counter``.
"""

from __future__ import annotations

from typing import Final

from quincunx.games.cinco.bots.greedy import GreedyCinco, Numbers

LINES_ALONE: Final = Numbers(card=1.0, steep=1.0, draw=(1_000.0, 0.0, 0.0, 0.0), bad_hand=0.0)
"""The highest of the cards that reach is spent, and one is drawn when none reaches anything of worth."""

line_counter: Final = GreedyCinco(LINES_ALONE)
