"""Observations and batches of Cinq-O, for programs that learn."""

from __future__ import annotations

from typing import Any, Final

from quincunx.engines.learning import Learning
from quincunx.games.cinqo.learning.encodings import NOW, PLAIN
from quincunx.games.cinqo.learning.layout import GREEDY, RANDOM
from quincunx.games.cinqo.types import CinqoOptions, CinqoView


def _kernels() -> Any:
    from quincunx.games.cinqo.learning.batch import CinqoKernels

    return CinqoKernels


def _precompile() -> None:
    from quincunx.games.cinqo.learning.batch import precompile

    precompile()


LEARNING: Final = Learning[CinqoOptions, CinqoView](
    encodings={"plain": PLAIN, "now": NOW},
    kernels=_kernels,
    precompile=_precompile,
    policies={"random": RANDOM, "greedy": GREEDY},
)
