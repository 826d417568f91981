"""The notice that bots play without compiled code on this machine."""

from __future__ import annotations

import sys

from quincunx.cli.files import print_line
from quincunx.core.speech import t
from quincunx.engines.plain.availability import is_installed


def warn_if_reduced() -> None:
    """Print to the error stream, in one sentence, what is reduced where numba is missing."""
    if not is_installed():
        print_line(
            t(
                "Without numba the top level looks less far ahead, hints give no reasons, and games aren’t "
                "reviewed: pip install 'quincunx[bots]'"
            ),
            sys.stderr,
        )
