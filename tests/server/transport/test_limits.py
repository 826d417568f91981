"""Rate limits of one caller, by a clock that the test sets."""

from __future__ import annotations

import asyncio
import resource

import pytest

from quincunx.server.transport.connections import RESERVED_DESCRIPTORS, Bounds, Connections, network_of
from quincunx.server.transport.proxies import Proxies


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
def test_a_whole_network_is_one_caller(address: str, whom: str) -> None:
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


def test_requests_through_a_trusted_proxy_come_from_many() -> None:
    connections = Connections(Bounds(per_address=2), Proxies(("2001:db8:1:2::/64",)))
    assert all(connections.admit(_Transport()) for _ in range(9))
    others = Connections(Bounds(per_address=2), Proxies(("2001:db8:9::/64",)))
    assert [others.admit(_Transport()) for _ in range(3)] == [True, True, False]


def test_all_descriptors_that_the_system_grants_are_taken() -> None:
    """Many systems start with 1024 descriptors, and grant more on request."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    granted = 1 << 20 if hard == resource.RLIM_INFINITY else hard
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (RESERVED_DESCRIPTORS + 400, hard))
        connections = Connections(Bounds(connections=500, per_address=None))
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (granted, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert sum(connections.admit(_Transport()) for _ in range(501)) == 500
