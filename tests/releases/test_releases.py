"""The data of every release is read by the present code, and nothing of it is lost."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from quincunx import read
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.adapters.store.sql import SqlStore
from quincunx.club.accounts.names import account_name
from quincunx.server.built_client import BUILT
from quincunx.server.people.access.hashing import Argon2Hashes
from quincunx.server.people.access.passkeys import Site, verify_use
from quincunx.table.fold import fold
from quincunx.table.view import view_table
from tests.adapters.store.test_store import differences
from tests.cli.conftest import Quincunx, quincunx
from tests.plain import NO_CERTIFICATES
from tests.releases.clubs import CLUB
from tests.releases.facts import facts
from tests.releases.people import COOKIE, ORIGIN, PASSWORD, RP, passkey_of_bob
from tests.releases.sample import digest
from tests.releases.write import RELEASES, SPECTATOR, Shown, load, rows, write_release
from tests.server.people.passkey import packed
from tests.server.support import Guest, Server
from tests.table.support import BOB

__all__ = ["quincunx"]
SAMPLES = sorted(folder for folder in RELEASES.iterdir() if folder.is_dir())
RECORDS = [file for folder in SAMPLES for file in sorted((folder / "records").glob("*.txt"))]


@pytest.fixture(params=SAMPLES, ids=lambda folder: folder.name)
def release(request: pytest.FixtureRequest) -> Path:
    """The samples of one release."""
    folder: Path = request.param
    return folder


@pytest.fixture
def data(release: Path, tmp_path: Path) -> Path:
    """A data folder as that release left it."""
    folder = tmp_path / "data"
    folder.mkdir()
    load(release / "store.sql", folder / "people.sqlite")
    load(release / "journal.sql", folder / "journal.sqlite")
    return folder


@pytest.fixture
async def store(data: Path) -> AsyncIterator[SqlStore]:
    """The store of that release, opened and so upgraded."""
    store = SqlStore(f"sqlite:{data / 'people.sqlite'}")
    await store.open()
    yield store
    await store.close()


def lost(found: Any, recorded: Any, place: str = "") -> list[str]:
    """Where a found value differs from a recorded one. It may have members that are not recorded."""
    if isinstance(recorded, dict) and isinstance(found, dict):
        return [
            fault
            for key, value in recorded.items()
            for fault in (lost(found[key], value, f"{place}/{key}") if key in found else [f"{place}/{key}"])
        ]
    if isinstance(recorded, list) and isinstance(found, list) and len(found) == len(recorded):
        both = enumerate(zip(found, recorded, strict=True))
        return [fault for at, (one, other) in both for fault in lost(one, other, f"{place}/{at}")]
    is_same = found == (pytest.approx(recorded) if isinstance(recorded, float) else recorded)
    return [] if is_same else [f"{place}: {recorded!r} has become {found!r}"]


# ---- the store ---------------------------------------------------------------------------------------------


async def test_an_upgraded_store_has_todays_tables_and_all_rows(data: Path, release: Path) -> None:
    file = data / "people.sqlite"
    before = rows(file)
    store = SqlStore(f"sqlite:{file}")
    await store.open()
    assert await store.database.read(differences) == []
    await store.close()
    after = rows(file)
    assert {name: after[name] for name in before} == before


async def test_an_upgraded_store_tells_what_it_told(store: SqlStore, release: Path) -> None:
    recorded = json.loads((release / "facts.json").read_text("utf-8"))
    found = msgspec.json.decode(msgspec.json.encode(await facts(store)))
    assert lost(found, recorded) == []


async def test_accounts_can_be_entered_as_before(store: SqlStore) -> None:
    for name in ("Alice", "Bob", "Carol"):
        found = await store.by_name(account_name(name)[1])
        assert found is not None
        assert await Argon2Hashes().is_right(found[1], PASSWORD, "address")
    device = passkey_of_bob()
    row = await store.passkey(device.id)
    assert row is not None
    assert (row[0].person, row[1].id, row[0].rp) == (BOB.id, BOB.id, RP)
    challenge = b"a challenge of the present"
    answer = device.use({"challenge": packed(challenge), "rpId": RP})
    assert await verify_use(Site(RP, ORIGIN), answer, challenge, row[0]) == 1
    known = await store.session(digest(COOKIE))
    assert known is not None
    assert known.person.name == "Alice"
    assert await store.use_code("alice-cookie", digest("alice-cookie-code-1"))


# ---- the journal and the records ---------------------------------------------------------------------------


async def test_tables_show_what_they_showed(data: Path, release: Path) -> None:
    journal = SqliteJournal(data / "journal.sqlite")
    await journal.open()
    try:
        lines = (release / "views.jsonl").read_bytes().splitlines()
        recorded = [msgspec.json.decode(line, type=Shown) for line in lines]
        names = [row.table for row in await journal.list_tables("", 9_999)]
        assert sorted(each.table for each in recorded) == names
        for each in recorded:
            entries = await journal.read(each.table)
            assert len(entries) in each.views
            for version, view in each.views.items():
                shown = msgspec.json.encode(view_table(fold(entries[:version]), SPECTATOR, None))
                assert lost(msgspec.json.decode(shown), msgspec.json.decode(view), each.table) == []
        assert await journal.outages() != []
    finally:
        await journal.close()


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_records_follow_from_their_seeds(file: Path) -> None:
    record = read(file)
    assert record.verify() == []
    assert record.write() == file.read_text("utf-8")


# ---- the server and its commands ---------------------------------------------------------------------------


def test_a_server_starts_on_the_data_and_serves_the_club(data: Path) -> None:
    server = Server(data)
    try:
        calendar = httpx.get(f"{server.url}/c/{CLUB}/calendar.ics", verify=NO_CERTIFICATES)
        assert (calendar.status_code, "SUMMARY:Club night" in calendar.text) == (200, True)
        if (BUILT / "index.html").exists():
            page = httpx.get(f"{server.url}/c/{CLUB}", verify=NO_CERTIFICATES)
            assert page.status_code == 200
        guest = Guest(server)
        answer = guest.http.post("/api/sign-in", json={"name": "Alice", "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        guest.take_cookie(answer)
        club = guest.http.get(f"/api/clubs/{CLUB}").json()
        assert [each["name"] for each in club["members"]] == ["Alice", "Bob", "Carol"]
        guest.close()
    finally:
        server.stop()


@pytest.fixture
def _mask() -> Iterator[None]:
    """Call the commands in this process; they write for no other test."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_mask")
def test_a_backup_of_the_data_is_checked_and_restored(data: Path, tmp_path: Path, quincunx: Quincunx) -> None:
    before = rows(data / "people.sqlite")
    del before["result_rerating"]  # ratings that were not worked out yet are now
    done = quincunx("backup", str(tmp_path / "saved"), "--data", str(data))
    assert done.code == 0, done.err
    done = quincunx("restore", str(tmp_path / "saved"), "--data", str(tmp_path / "new"))
    assert done.code == 0, done.err
    restored = rows(tmp_path / "new" / "people.sqlite")
    assert {name: restored[name] for name in before} == before
    assert rows(tmp_path / "new" / "journal.sqlite") == rows(data / "journal.sqlite")


# ---- the samples themselves --------------------------------------------------------------------------------


@pytest.mark.nightly
def test_the_present_code_writes_the_same_samples_twice(tmp_path: Path) -> None:
    for name in ("one", "other"):
        write_release(tmp_path / name)
    files = [file.relative_to(tmp_path / "one") for file in (tmp_path / "one").rglob("*.*")]
    assert len(files) > 4
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "other" / file).read_bytes(), file
    assert sum((tmp_path / "one" / file).stat().st_size for file in files) < 500_000


def test_samples_that_are_there_are_never_written_again(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES[0] / "records", tmp_path / "records")
    with pytest.raises(FileExistsError):
        write_release(tmp_path)
