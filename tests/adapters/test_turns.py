"""Processes of one machine that write to one journal in turn."""

from __future__ import annotations

import asyncio
import errno
import itertools
import threading
import time
from pathlib import Path

import pytest

from quincunx.adapters import turns
from quincunx.adapters.journal_sqlite import SqliteJournal
from quincunx.adapters.turns import Turns
from tests.contracts.journal import entry, summary


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "turn"


def test_one_at_a_time(file: Path) -> None:
    mine, theirs = Turns(file), Turns(file)
    order: list[str] = []

    def wait() -> None:
        with theirs:
            order.append("theirs")

    thread = threading.Thread(target=wait)
    with mine:
        thread.start()
        thread.join(0.05)
        order.append("mine")
    thread.join(60)
    assert order == ["mine", "theirs"]
    with mine:
        pass  # and again
    for each in (mine, theirs):
        each.close()


def test_nobody_has_two_turns_while_somebody_waits(file: Path) -> None:
    mine, theirs = Turns(file), Turns(file)
    order: list[str] = []

    def take_turns(name: str, own: Turns) -> None:
        for _ in range(200):
            with own:
                order.append(name)
                time.sleep(0.0005)  # so that the other one waits by then

    threads = [
        threading.Thread(target=take_turns, args=each) for each in (("mine", mine), ("theirs", theirs))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    twice = sum(one == other for one, other in itertools.pairwise(order))
    assert twice < 40, "but at the beginning, at the end, and where a thread had no processor"
    for each in (mine, theirs):
        each.close()


def test_who_leaves_in_the_midst_of_a_turn_holds_nobody_up(file: Path) -> None:
    mine, theirs = Turns(file), Turns(file)
    mine.__enter__()
    mine.close()
    with theirs:
        theirs.close()


def test_where_files_cannot_be_locked_it_is_everybodys_turn(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(turns.fcntl, "flock", fail)
    mine = Turns(file)
    with mine, mine:
        pass
    mine.close()


async def test_what_gathers_until_it_is_a_journals_turn_is_written_together(
    tmp_path: Path, file: Path
) -> None:
    journal, other = (SqliteJournal(tmp_path / "journal.sqlite") for _ in range(2))
    groups: list[int] = []
    journal.on_group = lambda entries, seconds, is_on_disk: groups.append(entries)
    for each in (journal, other):
        each.take_turns(file)
        await each.open()
    held = Turns(file)
    with held:
        appends = [
            asyncio.ensure_future(journal.append(entry(1, table=f"t{n}"), summary(f"t{n}"))) for n in range(9)
        ]
        await asyncio.sleep(0.05)
        assert groups == []
    await asyncio.gather(*appends)
    assert groups == [9]
    await asyncio.gather(
        *(each.append(entry(1, table=name), summary(name)) for each, name in ((journal, "a"), (other, "b")))
    )
    assert len(await other.names("", 99)) == 11
    for each in (journal, other):
        await each.close()
    held.close()
