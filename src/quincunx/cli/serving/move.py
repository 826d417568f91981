"""``quincunx move FROM TO``: copy all games and people from one database to another."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from quincunx.cli import counts
from quincunx.cli.files import fail, print_line
from quincunx.core.speech import in_words, t

if TYPE_CHECKING:
    from quincunx.adapters.journal.copy import Moved


def move(source: str, target: str) -> int:
    """Carry everything over from one database to another, whole, and check it.

    Stop the server first. Nothing is removed from the source, and a move that was broken off goes on where it
    stopped. Who people are goes along, unless QUINCUNX_STORE keeps that elsewhere. Afterwards set
    QUINCUNX_DATABASE to the target.

    Parameters
    ----------
    source
        Where the games are now: sqlite:PATH or postgresql://USER@HOST/DATABASE.
    target
        Where to move them: an empty database.
    """
    from quincunx.adapters.journal.copy import MoveFailed
    from quincunx.adapters.store.copies import NotEmpty
    from quincunx.club.ports import StoreUnavailable
    from quincunx.node.ports import JournalUnavailable
    from quincunx.server.settings import BadSetting

    kind, _, path = source.partition(":")
    if source == target:
        return fail(t("Source and target are the same."))
    if kind == "sqlite" and not Path(path).is_file():  # opening it would create an empty one
        return fail(t("There’s no file {{file}}.", file=path))
    try:
        moved, people = _move_everything(source, target)
    except NotEmpty:
        return fail(t("The target already contains other people. All games were moved."))
    except (BadSetting, JournalUnavailable, MoveFailed, StoreUnavailable) as error:
        return fail(in_words(error))
    if people is not None:
        print_line(t("{{count}} people were moved.", "{{count}} person was moved.", count=people))
    sentence = "Everything was moved and verified: {{tables}}, {{entries}}."
    print_line(t(sentence, tables=counts.tables(moved.tables), entries=counts.entries(moved.entries)))
    return 0


def _move_everything(source: str, target: str) -> tuple[Moved, int | None]:
    """Move everything while no server runs on either database. Return the numbers of games and of people."""
    from quincunx.server.operations.data_folder import claimed_files, locked_folder

    with ExitStack() as held:
        for folder in sorted({*_folders(source), *_folders(target)}):
            held.enter_context(locked_folder(folder))
        held.enter_context(claimed_files([*_files(source), *_files(target)]))
        return asyncio.run(_move(source, target)), asyncio.run(_move_people(source, target))


def _folders(place: str) -> Iterator[Path]:
    """Yield the folder that a running server of this file would lock: the move would miss its new entries."""
    from quincunx.server.operations.data_folder import LOCK

    kind, _, path = place.partition(":")
    if kind == "sqlite" and (folder := Path(path).absolute().parent).joinpath(LOCK).is_file():
        yield folder


def _files(place: str) -> Iterator[Path]:
    """Yield the files at this place, if a server has ever used them."""
    from quincunx.server.adapters import store_beside
    from quincunx.server.operations.data_folder import lock_of

    for each in (place, store_beside(place)):
        kind, _, path = each.partition(":")
        if kind == "sqlite" and lock_of(Path(path)).is_file():
            yield Path(path)


async def _move(source: str, target: str) -> Moved:
    from quincunx.adapters.journal.copy import move
    from quincunx.server.adapters import JOURNALS, named

    journals = [named(word, JOURNALS, text) for word, text in (("FROM", source), ("TO", target))]
    columns = TextColumn("{task.description}"), TimeElapsedColumn()
    async with AsyncExitStack() as stack:
        for journal in journals:
            await journal.open()
            stack.push_async_callback(journal.close)
        bar = stack.enter_context(Progress(*columns, console=Console(stderr=True)))
        task = bar.add_task(counts.tables(0), total=None)

        def on_progress(moved: Moved) -> None:
            bar.update(task, description=counts.tables(moved.tables))

        return await move(journals[0], journals[1], on_progress)


async def _move_people(source: str, target: str) -> int | None:
    """Return the number of people moved; ``None`` if there is no store beside the source."""
    from quincunx.adapters.store import copies
    from quincunx.server.adapters import store_beside

    if not await copies.store_exists(store_beside(source)):
        return None
    return (await copies.copy(store_beside(source), store_beside(target))).people
