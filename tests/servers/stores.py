"""A store of people in a file whose tables are there already: few tests need to wait until they are made."""

from __future__ import annotations

import asyncio
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from quincunx.adapters.store.sql import SqlStore


@cache
def _empty() -> bytes:
    """The file of a store with nobody in it."""

    async def make(path: Path) -> None:
        store = SqlStore(f"sqlite:{path}")
        await store.open()
        await store.close()

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        path = Path(folder) / "people.sqlite"
        thread.submit(lambda: asyncio.run(make(path))).result()  # the caller may have a loop of its own
        return path.read_bytes()


def new_store(folder: Path) -> SqlStore:
    """A store that is not open, in a folder where none is."""
    path = folder / "people.sqlite"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(_empty())
    return SqlStore(f"sqlite:{path}")
