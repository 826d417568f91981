"""``quincunx review FILE``: tell luck from play in a recorded game, or in all games of a folder."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from quincunx.cli.files import fail, json_line, load, print_fault, print_line
from quincunx.cli.language import command_catalogue, result
from quincunx.core.record import Record, RecordError
from quincunx.core.record.text import visible
from quincunx.core.review import Effort
from quincunx.core.review import Review as Reviewed
from quincunx.core.speech import os_error_message, t
from quincunx.core.values import Phrase
from quincunx.review import NotReviewed
from quincunx.review import review as review_of
from quincunx.texts.catalogue import Catalogue

if TYPE_CHECKING:
    from rich.console import RenderableType

    from quincunx.review.many import Person

MOST_SIMULATIONS: Final = 100_000
LONGEST_NAME: Final = 20


def review(
    path: Path,
    out: Path | None = None,
    *,
    json: bool = False,
    html: bool = False,
    simulations: int = 400,
) -> int:
    """Tell luck from play in a recorded game, or in all of a folder's.

    Parameters
    ----------
    path
        Record file, as downloaded from the result page, or a folder of them to see where each player loses
        most.
    out
        Write to this file instead of the terminal.
    json
        Print the review as JSON.
    html
        Write a self-contained HTML page with plots (single games only).
    simulations
        Simulations per decision, in games that need them. More take longer.
    """
    catalogue = command_catalogue()
    if not 1 <= simulations <= MOST_SIMULATIONS:
        return _wrong(t("The number of simulations must be 1 to {{most}}.", most=f"{MOST_SIMULATIONS:,}"))
    if json and html:
        return _wrong(t("Choose either --json or --html, not both."))
    if html and path.is_dir():
        return _wrong(t("--html works for a single game. For a folder, use --json."))
    form = "json" if json else "html" if html else "text"
    try:
        made = _folder if path.is_dir() else _file
        return _print(made(path, form, Effort(simulations=simulations), catalogue), out)
    except (RecordError, NotReviewed) as error:
        return print_fault(path, error)


def _wrong(sentence: str, code: int = 2) -> int:
    return fail(visible(sentence), code)


def _print(text: str, out: Path | None) -> int:
    if out is None:
        print_line(text)
        return 0
    try:
        out.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        return _wrong(t("Can’t write {{file}}: {{error}}.", file=out, error=os_error_message(error)), 1)
    return 0


def _file(path: Path, form: str, effort: Effort, catalogue: Catalogue) -> str:
    record = load(path)
    if form != "json":
        # A name may be long, or contain text that manipulates a terminal.
        names = tuple(visible(name)[:LONGEST_NAME] for name in record.names)
        record = msgspec.structs.replace(record, names=names)
    with _Progress() as progress:
        found = review_of(record, effort, progress.step)
    if form == "json":
        return json_line(found)
    if form == "html":
        from quincunx.review.page import page

        return page(record.game, found, catalogue.translate(result(record)), catalogue)
    return _painted(_text(record, found, catalogue))


def _text(record: Record, found: Reviewed, catalogue: Catalogue) -> Iterator[RenderableType]:
    from rich.text import Text

    from quincunx.cli.records.review_text import lines
    from quincunx.review.words import Words

    head = Phrase("app.labelled", {"what": record.game.title, "value": result(record)})
    yield Text(catalogue.translate(head), style="bold")
    yield from lines(found, Words(record.game, found, catalogue))


def _folder(path: Path, form: str, effort: Effort, catalogue: Catalogue) -> str:
    """Review a folder. Files without a record, and games without reviews, are reported on the error
    stream."""
    from quincunx.review.many import people

    files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
    reviews: list[tuple[str, Reviewed]] = []
    with _Progress() as progress:
        for done, file in enumerate(files):
            progress.step(done, len(files))
            try:
                reviews.append((file.name, review_of(load(file), effort)))
            except (RecordError, NotReviewed) as error:
                print_fault(file, error)
    found = people(reviews)
    if form == "json":
        return json_line({"games": len(reviews), "people": found})
    return _painted(_people(found, catalogue))


def _people(found: tuple[Person, ...], catalogue: Catalogue) -> Iterator[RenderableType]:
    from quincunx.cli.records.review_many import lines

    return lines(found, catalogue)


def _painted(parts: Iterable[RenderableType]) -> str:
    """Return text, with colours if the output is a terminal that supports them."""
    from rich.console import Console

    shown = Console(highlight=False)
    out = io.StringIO()
    console = Console(
        file=out,
        highlight=False,
        soft_wrap=True,
        width=max(100, shown.width),
        force_terminal=shown.is_terminal,
        color_system="standard" if shown.is_terminal and not shown.no_color else None,
    )
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip().split("\n"))


class _Progress:
    """A progress bar on the error stream, only in a terminal."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TimeRemainingColumn

        self._bar = Progress(
            BarColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("review", total=None)

    def step(self, done: int, total: int) -> None:
        self._bar.update(self._task, completed=done, total=total)

    def __enter__(self) -> _Progress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
