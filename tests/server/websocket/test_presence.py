"""Presence at a table, as the other clients are told of it."""

from __future__ import annotations

from tests.server.support import Guest, seated


def test_a_plain_http_client_is_here_and_watching_counts_sockets(
    alice: Guest, bob: Guest, carol: Guest
) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line:
        line.hello()
        assert line.wait("presence")["here"] == [True, True], "Bob has just sat down"
        with bob.open(table) as other:
            other.hello()
        line.wait("presence", here=[True, False])
        bob.look(table)
        line.wait("presence", here=[True, True])
        carol.look(table)
        assert line.is_alive()
        assert not any(b'"watching":1' in frame for frame in line.heard)


def test_comings_and_goings_are_told(alice: Guest, bob: Guest, carol: Guest) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line:
        line.hello()
        with bob.open(table) as other:
            other.hello()
            with carol.open(table) as third:
                third.hello()
                assert line.wait("presence", watching=1)["here"] == [True, True]
            assert line.wait("presence", watching=0)["here"] == [True, True]
        # Bob's line is closed: a disconnected player is no longer here.
        assert line.wait("presence", here=[True, False])["away"] == [False, False]


def test_a_person_with_two_lines_is_here_until_both_are_closed(alice: Guest, bob: Guest) -> None:
    table = seated(alice, bob)
    with alice.open(table) as line:
        line.hello()
        with bob.open(table) as one, bob.open(table) as two:
            one.hello()
            two.hello()
            line.wait("presence", here=[True, True])
            one.socket.close()
            assert line.is_alive()
            assert two.is_alive()
            heard = [frame for frame in line.heard if b'"presence"' in frame]
            assert b'"here":[true,true]' in heard[-1]
        line.wait("presence", here=[True, False])
