"""How many connections are open at once, in all and of one network, and how fast each may send frames."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from hashlib import sha256
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.server.transport import connections as connections_module
from quincunx.server.transport.connections import (
    RESERVED_DESCRIPTORS,
    Bounds,
    Connections,
    FrameRate,
    network_of,
    origin_of,
)
from quincunx.server.transport.proxies import Proxies


class Transport(asyncio.Transport):
    """A connection from an address; what the operating system says of a Unix socket is an empty text."""

    def __init__(self, peer: Any) -> None:
        super().__init__({"peername": peer})


def calls_from(*addresses: str) -> list[Transport]:
    return [Transport((address, 50_000 + at)) for at, address in enumerate(addresses)]


class Gate:
    """Connections, and all that they refuse."""

    def __init__(self, proxies: Proxies | None = None, **bounds: Any) -> None:
        self.refused: list[tuple[str, str]] = []
        self.connections = Connections(
            Bounds(**bounds), proxies, on_refused=lambda event, address: self.refused.append((event, address))
        )

    def admitted(self, *transports: Transport) -> list[bool]:
        return [self.connections.admit(each) for each in transports]


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 11)), max_size=60),
    st.integers(1, 8),
    st.sampled_from([None, 1, 2, 3]),
)
def test_a_connection_is_admitted_while_there_is_room(
    steps: list[tuple[bool, int]], most: int, per_address: int | None
) -> None:
    """Twelve connections of three addresses, and a proxy that counts only among all of them."""
    gate = Gate(Proxies(("10.0.0.9",)), connections=most, per_address=per_address)
    transports = calls_from(
        *(("192.0.2.1", "192.0.2.2", "2001:db8::1", "10.0.0.9")[at % 4] for at in range(12))
    )
    networks = [network_of(each.get_extra_info("peername")[0]) for each in transports]
    opened: set[int] = set()
    for opens, at in steps:
        if not opens:
            gate.connections.release(transports[at])
            opened.discard(at)
        elif at not in opened:
            of_network = Counter(networks[each] for each in opened)[networks[at]]
            is_full = per_address is not None and at % 4 != 3 and of_network >= per_address
            expected = len(opened) < most and not is_full
            before = len(gate.refused)
            assert gate.connections.admit(transports[at]) is expected
            assert gate.refused[before:] == ([] if expected else [("too_many_connections", networks[at])])
            opened |= {at} if expected else set()
        assert len(gate.connections) == len(opened)


def test_nothing_is_remembered_of_a_network_without_connections() -> None:
    """Strangers could otherwise fill the memory by calling from one network after the other."""
    gate = Gate()
    for transport in calls_from(*(f"198.51.100.{last}" for last in range(100))):
        gate.connections.admit(transport)
        gate.connections.release(transport)
    assert not gate.connections._of_address


def test_refusals_name_the_network_of_the_connection() -> None:
    gate = Gate(per_address=1)
    household, elsewhere, unix = (
        calls_from("2001:db8:1:2::7", "192.0.2.7")[0],
        Transport(("192.0.2.7", 1)),
        Transport(""),
    )
    assert gate.admitted(household, elsewhere, unix) == [True, True, True]
    gate.connections.refused("too_large_head", household)
    gate.connections.refused("too_fast", elsewhere)
    gate.connections.release(elsewhere)
    gate.connections.refused("too_fast", elsewhere)
    assert gate.admitted(Transport(())) == [False]
    assert gate.refused == [
        ("too_large_head", "2001:db8:1:2::/64"),
        ("too_fast", "192.0.2.7"),
        ("too_fast", "192.0.2.7"),
        ("too_many_connections", "local"),
    ]
    Connections(Bounds()).refused("too_fast", unix)  # there is nobody to be told


@pytest.mark.parametrize(
    ("soft", "hard", "granted"),
    [
        (1024, 4096, 4096),
        (4096, 4096, 4096),
        (1024, resource.RLIM_INFINITY, 1 << 20),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 1 << 20),
        (1 << 21, resource.RLIM_INFINITY, 1 << 21),
    ],
)
@pytest.mark.parametrize("error", [None, ValueError, OSError])
def test_descriptors_bound_the_connections(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, granted: int, error: type[Exception] | None
) -> None:
    """Some are kept for files. Where the system refuses more, those that it gave at first must do."""
    asked: list[tuple[int, tuple[int, int]]] = []

    def set_limit(kind: int, limits: tuple[int, int]) -> None:
        asked.append((kind, limits))
        if error is not None:
            raise error

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    has_enough = soft in (granted, resource.RLIM_INFINITY)
    expected = granted if has_enough or error is None else soft
    assert connections_module._descriptors() == expected
    assert asked == ([] if has_enough else [(resource.RLIMIT_NOFILE, (granted, hard))])
    assert Connections(Bounds(connections=1 << 30))._most == expected - RESERVED_DESCRIPTORS


def test_frames_come_in_a_burst_and_then_at_an_average_rate() -> None:
    rate = FrameRate(cast("Bounds", SimpleNamespace(frames_at_once=3.0, frames_per_second=2.0)), now=100.0)
    assert [rate.count_frame(100.0) for _ in range(4)] == [True, True, True, False]
    assert [rate.count_frame(101.0) for _ in range(2)] == [True, False]
    # A long silence earns one burst and no more.
    assert [rate.count_frame(900.0) for _ in range(4)] == [True, True, True, False]


def test_an_origin_is_a_short_hash() -> None:
    assert origin_of("192.0.2.7") == sha256(b"192.0.2.7").hexdigest()[:4] == "37da"
    assert origin_of("192.0.2.7") != origin_of("192.0.2.8")
    assert len(origin_of("2001:db8:1:2::/64")) == 4
