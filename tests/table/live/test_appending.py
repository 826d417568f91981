"""New entries of a table, and answers to commands that were carried out before."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import Exchange
from quincunx.table.commands import Rematch, Resign
from quincunx.table.decide import decide
from quincunx.table.events import RematchMade
from quincunx.table.fold import fold
from quincunx.table.live.appending import (
    check_key,
    earlier_ack,
    first_entry,
    next_entry,
    rematch_ack,
    stored_key,
)
from quincunx.table.live.folded import FoldedTable
from quincunx.table.wire.table import Ack, CommandRequest
from tests.table.support import ALICE, BOB, Desk, make_move, seated


def request(key: str = "a-key", version: int = 1) -> CommandRequest:
    return CommandRequest(key, version, Resign(0))


REMATCH = CommandRequest("again", 1, Rematch())


@pytest.mark.parametrize("key", ["a", "Z_9-", "x" * 64])
def test_keys_of_commands(key: str) -> None:
    check_key(request(key))
    assert stored_key(ALICE, request(key)) == f"{ALICE.id}:{key}"


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "a:b", "é", "a\n"])
def test_strings_that_are_no_keys(key: str) -> None:
    with pytest.raises(Refusal):
        check_key(request(key))


def test_entries_are_chained_as_they_are_decided() -> None:
    made = first_entry("table-of-the-tests-0001", 1_000, Desk().entries[0].events)
    assert replace(made.after, chain="") == Desk().state
    assert (made.entry.key, made.entry.version, made.entry.at) == ("make", 1, 1_000)
    state = seated().state
    steps = decide(state, make_move(0, Exchange()), ALICE, state.version, 0, {})
    progress = next_entry(state, "a-key", 7_000, steps)
    assert (progress.entry.key, progress.entry.version, progress.entry.at) == ("a-key", 6, 7_000)
    assert (progress.entry.table, progress.steps) == (state.id, steps)
    entries = [made.entry]
    entries.append(next_entry(made.after, "b", 2_000, ()).entry)
    assert fold(entries).chain == entries[-1].chain != made.entry.chain


def test_a_command_that_is_sent_again_gets_the_answer_that_it_had() -> None:
    desk = seated()
    live = FoldedTable(desk.entries)
    assert earlier_ack(live, request(), "key-3") == Ack("a-key", 3, None)
    assert earlier_ack(live, request(), "another") is None
    assert earlier_ack(live, REMATCH, "another") is None


def test_all_who_ask_for_a_rematch_get_the_same_table() -> None:
    desk = seated()
    desk.do(BOB, Resign(1))
    assert rematch_ack(FoldedTable(desk.entries), REMATCH) is None
    desk.write((RematchMade("the-next-table"),))
    live = FoldedTable(desk.entries)
    assert rematch_ack(live, REMATCH) == Ack("again", 7, "the-next-table")
    assert earlier_ack(live, REMATCH, "key-7") == Ack("again", 7, "the-next-table")
    assert rematch_ack(live, request()) is None
    assert earlier_ack(live, request(), "key-7") == Ack("a-key", 7, None)
