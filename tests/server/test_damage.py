"""Damage is said to be damage: no client is told to retry, or that nothing is lost."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from tests.server.support import Guest, Server, assert_refused, seated


def test_a_damaged_table_is_said_to_be_damaged_and_the_others_go_on(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with closing(Guest(server)) as alice, closing(Guest(server)) as bob:
        damaged, sound = seated(alice, bob), seated(alice, bob)
        cookie = alice.cookie
    server.stop()
    journal = sqlite3.connect(tmp_path / "data" / "journal.sqlite", isolation_level=None)
    journal.execute("UPDATE entries SET at = at + 1 WHERE tab = ? AND version = 2", (damaged,))
    journal.close()
    server = Server(tmp_path / "data")
    with closing(Guest(server, cookie)) as alice:
        answer = alice.http.get(f"/api/tables/{damaged}")
        assert_refused(answer, 500, "damaged")
        assert "restore it from a backup" in answer.text
        assert "lost" not in answer.text
        with alice.open(damaged) as line:
            assert line.closing()[0] == 4500
        assert alice.look(sound)["status"] == "playing"
    assert "Entry 2 doesn\\u2019t match its hash" in server.log()
    server.stop()


def test_a_journal_that_cannot_be_written_is_not_ready(tmp_path: Path) -> None:
    """It can still be read, so asking for the lobby would find nothing wrong."""
    server = Server(tmp_path / "data")
    with closing(Guest(server)) as guest:
        assert guest.http.get("/health/ready").status_code == 200
        journal = sqlite3.connect(tmp_path / "data" / "journal.sqlite", isolation_level=None)
        journal.execute("BEGIN IMMEDIATE")
        assert guest.http.get("/api/lobby").status_code == 200
        # The good answer of a moment ago may be given once more.
        assert 503 in answers(guest, 503)
        journal.execute("ROLLBACK")
        journal.close()
        assert 200 in answers(guest, 200)
    server.stop()


def answers(guest: Guest, awaited: int) -> list[int]:
    """The status codes until the awaited one comes, for some seconds at most."""
    found = [0]
    for _ in range(100):
        found.append(guest.http.get("/health/ready").status_code)
        if found[-1] == awaited:
            break
        time.sleep(0.1)
    return found
