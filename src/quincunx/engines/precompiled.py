"""The record of compiled kernels on this machine: a marker file for each game beside numba's cache.

Importing numba takes a second, so check this only when a bot is needed anyway.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

from quincunx.core.game import AnyGame


def precompile(game: AnyGame) -> None:
    """Compile a game's kernels or load them from the cache, then write the marker. Raises ``OSError`` if
    nothing can be cached for the next process."""
    game.bots.precompile()
    _mark(game).touch()


def is_lasting() -> bool:
    """True if compiled code is cached for the next process."""
    from quincunx.engines.kernel_cache import LASTING

    return LASTING is not None


def is_precompiled(game: AnyGame) -> bool:
    """True if :func:`precompile` has completed for the present kernels."""
    return _mark(game).exists()


def _mark(game: AnyGame) -> Path:
    import_module("quincunx.engines.kernel_cache")  # the module sets the folder of the cache
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"{game.name}.precompiled"
