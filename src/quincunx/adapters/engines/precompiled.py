"""Whether this machine has compiled a game's kernels already: a mark beside what numba keeps of them.

Importing numba takes a second, so only ask when a bot is needed anyway.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

from quincunx.core.game import AnyGame


def precompile(game: AnyGame) -> None:
    """Compile, or load what was compiled before; then the mark is there. Raises ``OSError`` if nothing can
    be cached for the next process."""
    game.bots.precompile()
    _mark(game).touch()


def is_lasting() -> bool:
    """Whether there is a folder in which compiled code is found again by the next process."""
    from quincunx.engines.kernel_cache import LASTING

    return LASTING is not None


def is_precompiled(game: AnyGame) -> bool:
    """Whether :func:`precompile` has been through, for the kernels as they are now."""
    return _mark(game).exists()


def _mark(game: AnyGame) -> Path:
    import_module("quincunx.engines.kernel_cache")  # it says where
    return Path(os.environ["NUMBA_CACHE_DIR"]) / f"{game.name}.precompiled"
