"""Restoring backups, and going back to what was there before.

Everything is staged first. From then on a restore is completed, by the next command if it was interrupted."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from quincunx import __version__
from quincunx.adapters import swapping
from quincunx.adapters.journal import backup
from quincunx.adapters.journal.backup import OnProgress
from quincunx.core.sentence import sentence
from quincunx.node.ports import JournalDamaged
from quincunx.server.adapters import JOURNAL, STORE, place_of_store
from quincunx.server.operations import recounting
from quincunx.server.operations.backups import (
    FORMAT,
    MANIFEST,
    BackupFailed,
    Manifest,
    hash_of,
    key_folder,
    keys_of,
    opened,
    place_of,
    save,
    save_people,
)
from quincunx.server.settings import Settings

BEFORE: Final = "before-restore"
"""The folder with a database's former content after a restore, until a server has started."""

BEFORE_NEXT: Final = f".{BEFORE}.next"
"""The folder that becomes :data:`BEFORE` once a restore is decided."""

UNDONE: Final = ".undo"
"""The folder of the backup that :func:`undo` makes of the former files, to restore them."""


def _former_keys(folder: Path) -> tuple[str, ...]:
    """The names of the keys that the last restore replaced."""
    found = folder.glob(f".*.key*{swapping.FORMER}")
    return tuple(sorted(path.name.removeprefix(".").removesuffix(swapping.FORMER) for path in found))


async def restore(
    settings: Settings, folder: Path, overwrite: bool, on_progress: OnProgress, is_exact: bool = False
) -> tuple[Manifest, int]:
    """Restore a backup: the journal and the store at the places of the settings, the keys in their folder.
    The caller must hold all three. Returns the manifest, and the number of results that were dropped because
    their games are not over; an ``is_exact`` restore drops none.

    Nothing is replaced until everything is staged. From then on the restore is completed, by the next command
    if it was interrupted. Raises what :func:`save` does.
    """
    manifest = opened(folder)
    await finish(settings)
    _check_keys(key_folder(settings), folder, manifest, overwrite)
    await _check_people(settings, folder, manifest, overwrite)
    await _check_journal(settings, overwrite)
    journal, people = _places(settings)
    try:
        dropped = await _stage(settings, folder, manifest, on_progress, is_exact)
        keys = [key_folder(settings) / name for name in manifest.keys]
        for key in keys:
            swapping.stage_as(key, folder / key.name)
        has_people = swapping.staged_path(people).exists()
        staged = [journal, *([people] if has_people else []), *keys]
        for path in staged:
            swapping.seal(path)
        await _keep_databases(settings, on_progress)
    except BaseException:
        swapping.discard(_all_files(settings, manifest.keys))
        raise
    in_database = place_of(settings)[0] != "sqlite"
    store_in_database = not place_of_store(settings).startswith("sqlite:")
    files = [
        path
        for path in staged
        if not (path == journal and in_database) and not (path == people and store_in_database)
    ]
    swapping.commit(
        settings.data,
        swapping.Plan(
            tuple(map(str, files)),
            str(swapping.staged_path(journal)) if in_database else None,
            str(swapping.staged_path(people)) if has_people and store_in_database else None,
        ),
    )
    await finish(settings, on_progress)
    return manifest, dropped


def _places(settings: Settings) -> tuple[Path, Path]:
    """The files beside which the journal and the store are staged. For databases these are the default
    files."""
    kind, rest = place_of(settings)
    store_kind, _, store_rest = place_of_store(settings).partition(":")
    journal = Path(rest) if kind == "sqlite" else settings.data / JOURNAL
    people = Path(store_rest) if store_kind == "sqlite" else settings.data / STORE
    return journal, people


def _all_files(settings: Settings, keys: Iterable[str] = ()) -> list[Path]:
    folder = key_folder(settings)
    names = {each.name for each in keys_of(folder)} if folder.is_dir() else set()
    return [*_places(settings), *(folder / name for name in sorted(names | set(keys)))]


async def _stage(
    settings: Settings, folder: Path, manifest: Manifest, on_progress: OnProgress, is_exact: bool
) -> int:
    """Stage the journal and the people, check them, and make the results match the games. Returns the number
    of dropped results."""
    from quincunx.adapters.store import copies

    journal, people = _places(settings)
    swapping.discard((journal, people))
    for path in (journal, people):
        path.parent.mkdir(parents=True, exist_ok=True)
    backup.copy_file(folder / JOURNAL, swapping.staged_path(journal), on_progress)
    if backup.content_of(swapping.staged_path(journal), on_progress) != manifest.journal:
        raise BackupFailed(
            sentence("{{1}} no longer contains the data saved in it. Please use another backup.", folder)
        )
    place = f"sqlite:{swapping.staged_path(people)}"
    if manifest.people is not None:
        shutil.copyfile(folder / STORE, swapping.staged_path(people))
        if is_exact:
            return 0
    elif await copies.store_exists(place_of_store(settings)):
        await copies.copy(place_of_store(settings), place)  # its results must match the other games
    else:
        return 0
    return await recounting.repair_results(f"sqlite:{swapping.staged_path(journal)}", place)


async def _keep_databases(settings: Settings, on_progress: OnProgress) -> None:
    """Save the old state if any of it is in PostgreSQL. Files are kept as they are."""
    if not _has_database(settings):
        return
    target = settings.data / BEFORE_NEXT
    with contextlib.suppress(JournalDamaged):  # a damaged state cannot be restored
        await save(settings, target, on_progress, is_exact=True)


def _has_database(settings: Settings) -> bool:
    """True if the journal or the store is in a database rather than a file."""
    return place_of(settings)[0] != "sqlite" or not place_of_store(settings).startswith("sqlite:")


async def undo(settings: Settings, on_progress: OnProgress) -> tuple[Manifest, int]:
    """Restore the state before the last restore, which is kept until a server has started. The present state
    takes its place. Returns and raises what :func:`restore` does."""
    await finish(settings)
    journal, people = _places(settings)
    before = settings.data / BEFORE
    is_in_files = not _has_database(settings)
    if not (swapping.former(journal).exists() if is_in_files else before.is_dir()):
        raise BackupFailed(
            sentence("Nothing has been restored here since a server started, so there’s nothing to undo.")
        )
    if not is_in_files:
        return await restore(settings, before, True, on_progress, is_exact=True)
    source = settings.data / UNDONE
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(mode=0o700)
    try:
        await _save_former(journal, people, key_folder(settings), source, on_progress)
        return await restore(settings, source, True, on_progress, is_exact=True)
    finally:
        shutil.rmtree(source, ignore_errors=True)


async def _save_former(
    journal: Path, people: Path, keys: Path, folder: Path, on_progress: OnProgress
) -> None:
    """Make a backup of the files that a restore replaced."""
    try:
        backup.copy_file(swapping.former(journal), folder / JOURNAL, on_progress)
        content = backup.content_of(folder / JOURNAL)
    except JournalDamaged as error:
        raise BackupFailed(
            sentence(
                "{{1}} is damaged. To go back to it anyway, rename the files “.NAME.before-restore” to NAME.",
                swapping.former(journal),
            )
        ) from error
    known = None
    if swapping.former(people).exists():
        known = await save_people(f"sqlite:{swapping.former(people)}", folder / STORE)
    names = _former_keys(keys)
    for name in names:
        shutil.copyfile(swapping.former(keys / name), folder / name)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    manifest = Manifest(FORMAT, __version__, made, content, names, known)
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))


async def finish(
    settings: Settings, on_progress: OnProgress = lambda done, total: None
) -> swapping.State | None:
    """Complete a restore that was interrupted. Returns the state that is in place then, and ``None`` if no
    restore was interrupted. Raises what :func:`restore` does."""
    plan = swapping.planned(settings.data)
    if plan is None:
        (settings.data / swapping.FRESH_PLAN).unlink(missing_ok=True)
        for unfinished in settings.data.glob(f".*{BEFORE}.next*"):
            shutil.rmtree(unfinished, ignore_errors=True)
        return "old" if swapping.discard(_all_files(settings)) else None
    if (kept := settings.data / BEFORE_NEXT).is_dir():
        shutil.rmtree(settings.data / BEFORE, ignore_errors=True)
        kept.rename(settings.data / BEFORE)
    for each in plan.files:
        swapping.put_in_place(Path(each))
    if plan.journal is not None:
        from quincunx.adapters.journal import backup_postgres

        url = ":".join(place_of(settings))
        await backup_postgres.restore(Path(plan.journal), url, on_progress)
        if await backup_postgres.content_of(url) != backup.content_of(Path(plan.journal)):
            raise BackupFailed(sentence("The database doesn’t contain the restored data. Please try again."))
    if plan.people is not None:
        from quincunx.adapters.store import copies

        await copies.copy(f"sqlite:{plan.people}", place_of_store(settings), overwrite=True)
    swapping.done(settings.data)
    swapping.discard(_all_files(settings))
    return "new"


def forget_former(settings: Settings) -> None:
    """Delete the former state, after a server has started on the restored one."""
    swapping.forget_former(_all_files(settings))
    for folder in (BEFORE, UNDONE):
        shutil.rmtree(settings.data / folder, ignore_errors=True)


def _check_keys(keys: Path, folder: Path, manifest: Manifest, overwrite: bool) -> None:
    for name in manifest.keys:
        there = keys / name
        if not overwrite and there.exists() and there.read_bytes() != (folder / name).read_bytes():
            raise BackupFailed(sentence("{{1}} contains another key. Use --overwrite to replace it.", there))


async def _check_people(settings: Settings, folder: Path, manifest: Manifest, overwrite: bool) -> None:
    """Check before a restore that the store's file is intact, and that no people would be overwritten."""
    from quincunx.adapters.store import copies

    if manifest.people is None:
        return
    if hash_of(folder / STORE) != manifest.people.sha256:
        raise BackupFailed(
            sentence("{{1}} no longer contains the data saved in it. Please use another backup.", folder)
        )
    place = place_of_store(settings)
    if not overwrite and await copies.store_exists(place) and (await copies.content_of(place)).people:
        raise BackupFailed(sentence("The target already contains people. Use --overwrite to replace them."))


async def _check_journal(settings: Settings, overwrite: bool) -> None:
    kind, rest = place_of(settings)
    if overwrite:
        return
    if kind != "sqlite":
        from quincunx.adapters.journal import backup_postgres

        if await backup_postgres.holds_anything(f"{kind}:{rest}"):
            raise BackupFailed(
                sentence("The database already contains games. Use --overwrite to replace them.")
            )
    elif _holds_games(Path(rest)):
        raise BackupFailed(sentence("{{1}} already contains games. Use --overwrite to replace them.", rest))


def _holds_games(path: Path) -> bool:
    if not path.exists():
        return False
    with backup.file(path) as connection:
        return backup.count(connection) > 0
