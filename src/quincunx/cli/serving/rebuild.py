"""``quincunx rebuild``: compute results and ratings from the journal."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quincunx.cli.files import fail, print_line
from quincunx.core.speech import in_words, t

if TYPE_CHECKING:
    from quincunx.club.ports import Store
    from quincunx.node.ports import Journal


def rebuild(
    *,
    data: Annotated[Path | None, Parameter(help="Data folder (games, people, keys).")] = None,
    anew: Annotated[bool, Parameter(help="Delete all results and ratings first.")] = False,
) -> int:
    """Count every finished game of the journal that has not been counted: results, ratings, statistics.

    Games of a version that counted none are taken in like this, and with --anew everything is made again from
    nothing, to the same last digit. Stopped, the same command without --anew goes on. A server may run
    meanwhile.
    """
    from quincunx.club.ports import StoreUnavailable
    from quincunx.node.ports import JournalUnavailable
    from quincunx.server.adapters import JOURNAL, journal_of, store_of
    from quincunx.server.settings import BadSetting, from_environment

    try:
        settings = from_environment(data)
        if not settings.database and not (settings.data / JOURNAL).is_file():
            return fail(t("There’s no journal in {{folder}}.", folder=settings.data))
        counted, damaged = asyncio.run(_rebuild(journal_of(settings), store_of(settings), anew))
    except (BadSetting, JournalUnavailable, StoreUnavailable) as error:
        return fail(in_words(error))
    print_line(t("{{count}} games were counted.", "{{count}} game was counted.", count=counted))
    if damaged:
        sentence = "{{count}} tables are damaged and couldn’t be counted. Run “quincunx check” to list them."
        one = "{{count}} table is damaged and couldn’t be counted. Run “quincunx check” to list it."
        return fail(t(sentence, one, count=damaged))
    return 0


async def _rebuild(journal: Journal, store: Store, anew: bool) -> tuple[int, int]:
    from quincunx.server.operations.recounting import count_all, ended_tables

    columns = BarColumn(), MofNCompleteColumn(), TextColumn(t("games")), TimeRemainingColumn()
    async with AsyncExitStack() as stack:
        await journal.open()
        stack.push_async_callback(journal.close)
        await store.open()
        stack.push_async_callback(store.close)
        if anew:
            await store.forget_results()
        tables = await ended_tables(journal)
        bar = stack.enter_context(Progress(*columns, console=Console(stderr=True)))
        task = bar.add_task("", total=len(tables))
        return await count_all(journal, store, tables, lambda: bar.advance(task))
