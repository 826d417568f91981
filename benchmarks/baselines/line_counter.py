"""A plain line counter: greedy at Cinco without any cost of cards.

In the arena: ``py:benchmarks.baselines.line_counter:line_counter``.
"""

from __future__ import annotations

from typing import Final

from quincunx.games.cinco.bots.greedy import LINES_ALONE, GreedyCinco

line_counter: Final = GreedyCinco(LINES_ALONE)
