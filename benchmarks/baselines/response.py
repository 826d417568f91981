"""A best response to the network on one ply, as a bot: ``py:benchmarks.baselines.response:Response``.

It plays on one ply by the weights beside this file, which ``docs/bots.md`` describes, or by those of the file
that ``QUINCUNX_NETWORK`` names, such as the ``2in2.npz`` of ``quincunx train cinco --response``.
"""

from __future__ import annotations

import os
from pathlib import Path

from quincunx.games.cinco.bots.search import LearnedCinco
from quincunx.games.cinco.bots.weights import read


class Response(LearnedCinco):
    """Plays the best move on one ply by the network of a file. Raises ``OSError`` and ``BadWeights``."""

    def __init__(self) -> None:
        file = Path(os.environ.get("QUINCUNX_NETWORK") or Path(__file__).with_name("response.npz"))
        super().__init__(network=read(file.read_bytes(), file.name)[0])
