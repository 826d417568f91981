"""``quincunx precompile``: compile kernels ahead, so that no player waits for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from quincunx.cli.files import fail
from quincunx.core.game import AnyGame
from quincunx.core.speech import os_error_message, t


def command(games: Mapping[str, AnyGame]) -> Callable[..., int]:
    """Return the command for these games."""

    def precompile(
        *game: str,
        environments: Annotated[bool, Parameter(help="Also for programs that learn (quincunx.rl).")] = False,
    ) -> int:
        """Compile the bots’ code ahead of time.

        Otherwise the server does this in the background, and simpler bots play until it’s done. It takes
        about a minute, and again after an update. Without GAME, it compiles all games.
        """
        return compile_all([games[name] for name in game or games], environments)

    # The names of the games are known only now.
    names: Any = Literal[tuple(games)]
    precompile.__annotations__["game"] = Annotated[names, Parameter(help="Games to compile.")]
    return precompile


def compile_all(games: list[AnyGame], with_environments: bool = False) -> int:
    """Compile for each game, on request also the batches of :mod:`quincunx.rl`, and print how long it took.
    Return 1 if the result could not be cached."""
    from rich.console import Console

    from quincunx.engines.compiling import Silence, report_to
    from quincunx.engines.precompiled import is_lasting, precompile

    if not is_lasting():
        nowhere = "Can’t save the compiled code. Set NUMBA_CACHE_DIR to a writable folder."
        return fail(t(nowhere))
    report_to(Silence())  # this command has a line of its own
    console = Console(stderr=True, highlight=False)
    for game in games:
        start = time.monotonic()
        try:
            with console.status(t("{{game}}: compiling…", game=game.title)):
                precompile(game)
                if with_environments:
                    from quincunx.rl import batches

                    batches.precompile(game.name)
        except OSError as error:
            return fail(t("Can’t save the compiled code: {{error}}.", error=os_error_message(error)))
        seconds = f"{time.monotonic() - start:.1f}"
        console.print(t("{{game}}: ready after {{seconds}} s", game=game.title, seconds=seconds))
    return 0
