"""Limits on one person's sockets, and their cost."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from quincunx.core.reason import Refusal
from quincunx.server.people.open_sockets import LONGEST_WAIT, MOST_SOCKETS, WORK, Sockets
from tests.server.support import CINCO, Guest, Server


def test_many_tabs_but_not_without_end() -> None:
    sockets = Sockets()
    for _ in range(MOST_SOCKETS):
        sockets.enter("ann")
    with pytest.raises(Refusal, match="too often"):
        sockets.enter("ann")
    sockets.enter("bob")
    sockets.leave("ann")
    sockets.enter("ann")


def test_a_client_that_wants_more_waits_alone() -> None:
    sockets = Sockets(timer=lambda: 0.0)
    assert sockets.spend("ann", WORK.burst) == 0
    assert sockets.spend("bob", 1) == 0
    assert sockets.spend("ann", 1 / WORK.every) == 1
    assert sockets.spend("ann", WORK.burst * 1_000) == LONGEST_WAIT


def test_a_server_limits_open_sockets(server: Server) -> None:
    guest, other = Guest(server), Guest(server)
    table = guest.make(CINCO)
    with ExitStack() as stack:
        for _ in range(MOST_SOCKETS):
            stack.enter_context(guest.open(table))
        code, sentence = stack.enter_context(guest.open(table)).closing()
        assert (code, sentence) == (1008, "You have this site open too often; please close a tab.")
        with other.open(table) as line:
            assert line.hello()
    with guest.open(table) as line:
        assert line.hello()
    guest.close()
    other.close()
