"""Observations and batches of Cinco, for programs that learn."""

from __future__ import annotations

from typing import Any, Final

from quincunx.engines.learning import Learning
from quincunx.games.cinco.learning.encodings import LINES, PLAIN
from quincunx.games.cinco.learning.layout import GREEDY, LINE_COUNTER, NETWORK, RANDOM
from quincunx.games.cinco.types import CincoOptions, CincoView


def _kernels() -> Any:
    from quincunx.games.cinco.learning.batch import CincoKernels

    return CincoKernels


def _precompile() -> None:
    from quincunx.games.cinco.learning.batch import precompile

    precompile()


LEARNING: Final = Learning[CincoOptions, CincoView](
    encodings={"plain": PLAIN, "lines": LINES},
    kernels=_kernels,
    precompile=_precompile,
    policies={"random": RANDOM, "greedy": GREEDY, "lines": LINE_COUNTER, "network": NETWORK},
)
