"""The common part of exports: a file that is written game by game, with progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from quincunx.cli.files import fail, print_line
from quincunx.core.record.text import visible
from quincunx.core.sentence import SpokenError
from quincunx.core.speech import in_words, os_error_message, t

if TYPE_CHECKING:
    from quincunx.rl.data.files import FormatName
    from quincunx.rl.data.parts import Export
    from quincunx.rl.data.rows import GameRows

Source = Callable[["Export"], Iterator["GameRows | None"]]
"""Yields the rows of each game of an export; ``None`` for a game that adds none, which only counts as
progress."""


def write_export(out: Path, form: FormatName, source: Source, total: int) -> int:
    """Write these games to a file, or those that a stopped run has left. Return the exit code."""
    from quincunx.engines.program import Fault
    from quincunx.rl.data.parts import Export

    try:
        with closing(Export(out, form)) as export:
            _write(export, source, total)
            if not (count := len(export.done)):
                return fail(t("There are no games to export."))
            export.finish()
    except (SpokenError, Fault) as error:
        return fail(visible(in_words(error)))
    except OSError as error:
        return fail(t("Can’t write {{file}}: {{error}}.", file=out, error=os_error_message(error)))
    except KeyboardInterrupt:
        print_line(t("Stopped. Run the same command to continue."), sys.stderr)
        return 130
    many, one = "{{count}} games are in {{file}}.", "{{count}} game is in {{file}}."
    print_line(t(many, one, count=count, file=visible(str(out))), sys.stderr)
    return 0


def _write(export: Export, source: Source, total: int) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("export", total=total)
        for game in source(export):
            if game is not None:
                export.add(game)
            progress.advance(task)
