"""``quincunx precompile``: compile ahead, so that nobody waits for it."""

from __future__ import annotations

import time
from typing import Literal


def precompile(*games: Literal["cinco", "cinqo"]) -> int:
    """Compile what the bots need, and keep it on this machine.

    Without it the server does the same in the background, and fallback bots answer until it is done. It takes
    about a minute, and again after an update.
    """
    from rich.console import Console

    from quincunx.adapters.engines.precompiled import precompile
    from quincunx.games.levels import LEVELS

    console = Console(stderr=True, highlight=False)
    chosen: tuple[str, ...] = games or tuple(LEVELS)
    for game in chosen:
        start = time.monotonic()
        with console.status(f"{game}: compiling …"):
            precompile(game)
        console.print(f"{game}: ready after {time.monotonic() - start:.1f} s")
    return 0
