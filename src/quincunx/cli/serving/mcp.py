"""``quincunx mcp``: games for a language model, over standard input and output."""

from __future__ import annotations

import asyncio


def mcp(*, seed: str | None = None) -> int:
    """Serve games to a language model by the Model Context Protocol, on standard input and output.

    The program that hosts the model starts this command, as docs/mcp.md describes. The model plays one seat,
    bots play the others.

    Parameters
    ----------
    seed
        Any text. The same seed gives the same deals and rolls, game by game. Default: they are new each time.
    """
    from quincunx.mcp.server import serve
    from quincunx.mcp.shelf import Shelf

    asyncio.run(serve(Shelf(seed)))
    return 0
