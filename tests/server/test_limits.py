"""How often one caller may ask, by a clock that the test sets."""

from __future__ import annotations

import asyncio
import resource

import pytest

from quincunx.server import limits
from quincunx.server.connections import RESERVED_DESCRIPTORS, Bounds, Connections, network_of
from quincunx.server.limits import BURST_SECONDS, RateLimit
from quincunx.server.proxies import Proxies


def asked(limit: RateLimit, times: int, now: float, caller: str = "a") -> int:
    """How many of so many requests at one moment are let through."""
    return sum(limit.wait(caller, now) == 0 for _ in range(times))


def test_a_burst_and_then_the_steady_rate() -> None:
    limit = RateLimit(2)
    assert asked(limit, 100, now=0) == 2 * BURST_SECONDS
    assert asked(limit, 100, now=1) == 2
    assert asked(limit, 100, now=2.5) == 3


def test_a_long_silence_saves_up_no_more_than_a_burst() -> None:
    limit = RateLimit(2)
    asked(limit, 1, now=0)
    assert asked(limit, 1000, now=1_000_000) == 2 * BURST_SECONDS


def test_a_burst_may_be_longer() -> None:
    limit = RateLimit(0.5, 80)
    assert asked(limit, 100, now=0) == 40
    assert asked(limit, 100, now=2) == 1


def test_how_long_to_wait() -> None:
    limit = RateLimit(4)
    asked(limit, 100, now=0)
    wait = limit.wait("a", 0)
    assert wait == pytest.approx(0.25)
    assert limit.wait("a", wait) == 0
    half_way = limit.wait("a", wait + 0.125)
    assert half_way == pytest.approx(0.125)


def test_callers_do_not_share() -> None:
    limit = RateLimit(1)
    asked(limit, 100, now=0)
    assert asked(limit, 100, now=0, caller="b") == BURST_SECONDS


def test_so_many_callers_are_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CALLERS", 3)
    limit = RateLimit(1)
    for caller in "abc":
        asked(limit, 100, now=0, caller=caller)
    assert [asked(limit, 1, now=0, caller=caller) for caller in "abc"] == [0, 0, 0]
    asked(limit, 100, now=0, caller="d")
    assert asked(limit, 100, now=0, caller="d") == 0
    assert asked(limit, 100, now=0, caller="c") == 0
    # The one that had not asked for longest is forgotten: to be unknown costs nobody anything.
    assert asked(limit, 100, now=0, caller="a") == BURST_SECONDS


def test_nobody_may_ask_where_nothing_is_allowed() -> None:
    limit = RateLimit(0)
    assert asked(limit, 10, now=0) == 1
    assert limit.wait("a", 10**6) == 60


@pytest.mark.parametrize(
    ("address", "whom"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_whoever_has_a_whole_network_is_one_caller(address: str, whom: str) -> None:
    assert network_of(address) == whom


class _Transport(asyncio.Transport):
    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("2001:db8:1:2::" + str(id(self) % 9999), 443, 0, 0)


def test_connections_are_counted_by_network() -> None:
    connections = Connections(Bounds(per_address=2))
    transports = [_Transport() for _ in range(3)]
    assert [connections.admit(each) for each in transports] == [True, True, False]
    connections.release(transports[0])
    assert connections.admit(transports[2])


def test_what_comes_through_a_trusted_proxy_comes_from_many() -> None:
    connections = Connections(Bounds(per_address=2), Proxies(("2001:db8:1:2::/64",)))
    assert all(connections.admit(_Transport()) for _ in range(9))
    others = Connections(Bounds(per_address=2), Proxies(("2001:db8:9::/64",)))
    assert [others.admit(_Transport()) for _ in range(3)] == [True, True, False]


def test_all_descriptors_that_the_system_grants_are_taken() -> None:
    """Many systems begin with 1024, and grant more to whoever asks."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    granted = 1 << 20 if hard == resource.RLIM_INFINITY else hard
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (RESERVED_DESCRIPTORS + 400, hard))
        connections = Connections(Bounds(connections=500, per_address=None))
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (granted, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert sum(connections.admit(_Transport()) for _ in range(501)) == 500
