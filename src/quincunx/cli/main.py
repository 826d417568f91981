"""The process ``quincunx``. If a package is missing, one line says how to get it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from quincunx.cli import streams
from quincunx.cli.files import fail
from quincunx.cli.speaking import NoSuchLanguage, start
from quincunx.core.extras import extra_of
from quincunx.core.game import AnyGame
from quincunx.core.speech import t
from quincunx.core.values import Phrase
from quincunx.games import GAMES

SELDOM: Final = 50_000
"""The number of new objects between two garbage collections."""


def run(words: Sequence[str], games: Mapping[str, AnyGame] = GAMES) -> int:
    """Run one command. The exit code is 0 for success, 1 for a failure, 2 for a wrong command line or a
    missing package."""
    try:
        rest = start(words, games)
    except NoSuchLanguage as error:
        return _no_such_language(str(error))
    return with_extras(lambda: _command(rest, games))


def with_extras(call: Callable[[], int]) -> int:
    """Return the result of a call. If a package of an extra is missing, say how to get it, and return 2."""
    try:
        return call()
    except ImportError as error:
        if (extra := extra_of(error)) is None:
            raise
        return fail(t("More packages are needed: pip install 'quincunx[{{extra}}]'", extra=extra), 2)


def _command(words: Sequence[str], games: Mapping[str, AnyGame]) -> int:
    from quincunx.cli import app

    return app.run(words, games)


def _no_such_language(wanted: str) -> int:
    from quincunx.texts.catalogue import ENGLISH, Catalogue, languages

    params = {"language": ascii(wanted[:30])[1:-1], "languages": languages()}
    return fail(Catalogue(ENGLISH).translate(Phrase("terminal.wrong.language", params)), 2)


def main() -> None:
    """Run the process's command line, and exit."""
    streams.prepare()
    # A command creates many permanent objects and little garbage; frequent collections take a sixth of its
    # start-up time.
    gc.set_threshold(SELDOM)
    sys.exit(streams.finish(run(sys.argv[1:])))
