"""What is made of finished games: made once, one at a time, and not kept without end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from quincunx.node import archive
from quincunx.node.archive import Archive, Make
from quincunx.table.events import Entry


class Journal:
    """Counts how often it is read."""

    def __init__(self) -> None:
        self.reads: list[str] = []

    async def read(self, table: str, after: int = 0) -> Sequence[Entry]:
        self.reads.append(table)
        return ()


@pytest.fixture
def journal() -> Journal:
    return Journal()


def returning(made: bytes) -> Make:
    return lambda entries: made


async def test_it_is_made_once_and_kept(journal: Journal) -> None:
    kept = Archive(journal)  # type: ignore[arg-type]  # it reads, and that is all
    together = await asyncio.gather(*(kept.get("a", "table", returning(b"1")) for _ in range(5)))
    assert together == [b"1"] * 5
    assert await kept.get("a", "table", returning(b"2")) == b"1"
    assert await kept.get("b", "table", returning(b"2")) == b"2"
    assert journal.reads == ["table", "table"]


async def test_few_are_made_at_once(journal: Journal) -> None:
    kept = Archive(journal)  # type: ignore[arg-type]  # as above
    free, begun = threading.Event(), threading.Semaphore(0)
    most = running = 0

    def make(entries: object) -> bytes:
        nonlocal most, running
        running += 1
        most = max(most, running)
        begun.release()
        free.wait(30)
        running -= 1
        return b"made"

    asked = [asyncio.create_task(kept.get(number, "table", make)) for number in range(6)]
    await asyncio.to_thread(begun.acquire)
    free.set()
    assert await asyncio.gather(*asked) == [b"made"] * 6
    assert most == archive.MOST_AT_ONCE


async def test_whoever_hangs_up_takes_nothing_from_the_others(journal: Journal) -> None:
    kept = Archive(journal)  # type: ignore[arg-type]  # as above
    gone, there = (asyncio.create_task(kept.get("a", "table", returning(b"1"))) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    assert await there == b"1"


async def test_only_so_much_is_kept(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 100)
    kept = Archive(journal)  # type: ignore[arg-type]  # as above
    for key in "abc":
        await kept.get(key, key, returning(b"x" * 40))
    await kept.get("b", "b", returning(b"x"))
    await kept.get("huge", "huge", returning(b"x" * 101))
    assert journal.reads == ["a", "b", "c", "huge"]
    await kept.get("a", "a", returning(b"x" * 40))  # the longest unasked had been let go
    await kept.get("b", "b", returning(b"x"))
    assert journal.reads == ["a", "b", "c", "huge", "a"]
    await kept.get("huge", "huge", returning(b"x"))
    assert journal.reads[-1] == "huge"


async def test_what_could_not_be_made_is_tried_again(journal: Journal) -> None:
    kept = Archive(journal)  # type: ignore[arg-type]  # as above

    def fail(entries: object) -> bytes:
        raise ValueError("damaged")

    with pytest.raises(ValueError, match="damaged"):
        await kept.get("a", "table", fail)
    assert await kept.get("a", "table", returning(b"1")) == b"1"
