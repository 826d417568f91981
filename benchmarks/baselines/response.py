"""A trained network on one ply, as a bot for the arena: ``py:benchmarks.baselines.response:Response``.

``QUINCUNX_NETWORK`` names its file, such as the ``2in2.npz`` of ``quincunx train cinco --response``.
"""

from __future__ import annotations

import os
from pathlib import Path

from quincunx.games.cinco.bots.search import LearnedCinco
from quincunx.games.cinco.bots.weights import read


class Response(LearnedCinco):
    """Plays the best move on one ply by the network of a file. Raises ``KeyError`` without the variable, and
    ``BadWeights``."""

    def __init__(self) -> None:
        file = Path(os.environ["QUINCUNX_NETWORK"])
        super().__init__(network=read(file.read_bytes(), file.name)[0])
