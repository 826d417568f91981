"""A trained network on one ply, as a bot for the arena: ``py:benchmarks.baselines.response:response``.

``QUINCUNX_NETWORK`` names its file, such as the ``2in2.npz`` of ``quincunx train cinco --response``.
"""

from __future__ import annotations

import os
from pathlib import Path

from quincunx.games.cinco.bots.search import LearnedCinco
from quincunx.games.cinco.bots.weights import read


def response() -> LearnedCinco:
    """Return the bot. Raises ``KeyError`` without the variable, and ``BadWeights``."""
    file = Path(os.environ["QUINCUNX_NETWORK"])
    return LearnedCinco(network=read(file.read_bytes(), file.name)[0])
