"""``quincunx backup`` and ``quincunx restore``: save all games, people and keys to a folder, and restore
them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from quincunx.cli import counts
from quincunx.cli.files import fail, print_line
from quincunx.core.speech import in_words, os_error_message, t

if TYPE_CHECKING:
    from quincunx.adapters.swapping import State
    from quincunx.server.operations.backups import Manifest
    from quincunx.server.settings import Settings

    OnProgress = Callable[[int, int], None]

DataFolder = Annotated[Path | None, Parameter(help="Data folder (games, people, keys).")]


def backup(
    target: Path,
    *,
    data: DataFolder = None,
    keep: Annotated[
        int | None,
        Parameter(help="Make a dated backup in the folder, and keep this many of the newest."),
    ] = None,
) -> int:
    """Save all games, people and the server's keys in a new folder, and check what was saved.

    The server may run meanwhile, on SQLite or PostgreSQL; what is saved is one moment. Keep the folder as
    secret as the server itself: it holds every hand, and the keys. What settings you gave it holds not.

    Parameters
    ----------
    target
        Folder to create, or with --keep the folder of all backups.
    """
    if keep is not None and keep < 1:
        return fail(t("The number of backups must be at least 1."), code=2)
    return asyncio.run(_guarded(data, lambda settings, bar: _save(settings, target, keep, bar)))


def restore(
    source: Path | None = None,
    *,
    data: DataFolder = None,
    overwrite: Annotated[bool, Parameter(help="Replace the existing games and keys.")] = False,
    undo: Annotated[bool, Parameter(help="Undo the last restore.")] = False,
) -> int:
    """Put a backup in place: games and people where the settings say, the keys into the data folder.

    Stop the server first, and all its nodes. Games that are there already are replaced only with
    --overwrite; either everything is, or nothing. What was there before is kept beside it until a server
    has started: files as “.NAME.before-restore”, a database as the backup “before-restore”. So long
    “quincunx restore --undo” goes back to it.

    Parameters
    ----------
    source
        A folder made by “quincunx backup”.
    """
    if (source is None) != undo:
        return fail(t("Choose a backup to restore, or use --undo."), code=2)
    return asyncio.run(_guarded(data, lambda settings, bar: _restore(settings, source, overwrite, bar)))


async def _save(settings: Settings, target: Path, keep: int | None, bar: Progress) -> int:
    from quincunx.server.adapters import JOURNAL
    from quincunx.server.operations import backups, nightly

    folder = target if keep is None else nightly.dated_folder(target, datetime.now(UTC).date())
    manifest = await backups.save(settings, folder, _task(bar, t("saving")))
    nightly.record_backup(settings)
    summary = _manifest_summary(manifest, t("Saved in {{folder}}", folder=folder))
    code = await _checked(f"sqlite:{folder / JOURNAL}", bar, summary)
    # A backup with damaged tables replaces no older one.
    deleted = nightly.prune(target, keep) if keep is not None and code == 0 else []
    if deleted:
        print_line(
            t("Deleted {{count}} older backups.", "Deleted {{count}} older backup.", count=len(deleted))
        )
    return code


async def _restore(settings: Settings, source: Path | None, overwrite: bool, bar: Progress) -> int:
    """Restore a backup, or the state before the last restore (``None``)."""
    from quincunx.server.operations import backups, restoring
    from quincunx.server.operations.data_folder import claimed_files, close_to_others, files_of, locked_folder

    if source is not None:
        backups.opened(source)  # before a folder is created in vain
    with locked_folder(settings.data), claimed_files(files_of(settings)):
        close_to_others(settings)
        _say_state(await restoring.finish(settings))
        on_progress = _task(bar, t("restoring"))
        if source is None:
            manifest, dropped = await restoring.undo(settings, on_progress)
        else:
            manifest, dropped = await restoring.restore(settings, source, overwrite, on_progress)
        if dropped:
            sentence = "{{count}} results of unfinished games were dropped."
            print_line(t(sentence, "{{count}} result of an unfinished game was dropped.", count=dropped))
        place = ":".join(backups.place_of(settings))
        return await _checked(place, bar, _manifest_summary(manifest, t("Restored")))


def _say_state(state: State | None) -> None:
    if state == "new":
        print_line(t("An interrupted restore was completed: the restored data is in place."))
    elif state == "old":
        print_line(t("An interrupted restore was undone: the previous data is in place."))


def _manifest_summary(manifest: Manifest, what: str) -> str:
    parts = {
        "tables": counts.tables(manifest.journal.tables),
        "entries": counts.entries(manifest.journal.entries),
        "keys": counts.keys(len(manifest.keys)),
    }
    if manifest.people is None:
        held = t("{{tables}}, {{entries}} and {{keys}}", **parts)
    else:
        people = counts.people(manifest.people.people)
        held = t("{{tables}}, {{entries}}, {{people}} and {{keys}}", **parts, people=people)
    return f"{what}: {held}"


async def _checked(place: str, bar: Progress, sentence: str) -> int:
    """Replay all tables of what has been written. Return the exit code."""
    from quincunx.cli.serving.check import faults
    from quincunx.server.adapters import JOURNALS, named

    journal = named("QUINCUNX_DATABASE", JOURNALS, place)
    task = bar.add_task(t("checking"), total=None)
    damaged = 0
    async for table, fault, _ in faults(journal):
        bar.advance(task)
        if fault:
            damaged += 1
            bar.console.print(f"{table}: {in_words(fault)}", markup=False, highlight=False)
    if damaged:
        damage = "{{count}} of the tables are still damaged, as before."
        one = "{{count}} of the tables is still damaged, as before."
        return fail(f"{sentence}. {t(damage, one, count=damaged)}")
    print_line(f"{sentence}. {t('All of it has been checked.')}")
    return 0


def _task(bar: Progress, word: str) -> OnProgress:
    task = bar.add_task(word, total=None)
    running = asyncio.current_task()

    def on_progress(done: int, total: int) -> None:
        # Ctrl-C cancels the task, which does not notice while a file is being copied.
        if running is not None and running.cancelling():
            raise asyncio.CancelledError
        bar.update(task, completed=done, total=total)

    return on_progress


async def _guarded(data: Path | None, work: Callable[[Settings, Progress], Coroutine[Any, Any, int]]) -> int:
    """Run the work with the settings and a progress bar; print its errors as sentences."""
    from quincunx.club.ports import StoreUnavailable
    from quincunx.node.ports import JournalUnavailable
    from quincunx.server.operations.backups import BackupFailed
    from quincunx.server.settings import BadSetting, from_environment

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    try:
        settings = from_environment(data)
        with Progress(*columns, console=Console(stderr=True)) as bar:
            return await work(settings, bar)
    except (BadSetting, BackupFailed, JournalUnavailable, StoreUnavailable) as error:
        return fail(in_words(error))
    except OSError as error:
        return fail(f"{os_error_message(error)}: {error.filename or settings.data}.")
