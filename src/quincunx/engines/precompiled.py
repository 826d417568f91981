"""The record of compiled kernels on this machine: a marker file for each game beside numba's cache.

Importing numba takes a second, so check this only when a bot is needed anyway. Without numba there is nothing
to compile, so everything counts as compiled.
"""

from __future__ import annotations

import os
from pathlib import Path

from quincunx.core.game import AnyGame
from quincunx.engines.plain.availability import has_kernels


def precompile(game: AnyGame) -> None:
    """Compile a game's kernels or load them from the cache, then write the marker. Raises ``OSError`` if
    nothing can be cached for the next process."""
    game.bots.precompile()
    if has_kernels():
        _mark(game).touch()


def is_lasting() -> bool:
    """True if compiled code is cached for the next process, or there is none."""
    if not has_kernels():
        return True
    from quincunx.engines.kernel_cache import LASTING

    return LASTING is not None


def is_precompiled(game: AnyGame) -> bool:
    """True if :func:`precompile` has completed for the present kernels."""
    return not has_kernels() or _mark(game).exists()


def _mark(game: AnyGame) -> Path:
    # Importing the kernels has set the folder.
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"{game.name}.precompiled"
