"""The examples of nginx and Caddy in front of two real nodes: all sockets of one table reach one node."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.deploy.callers import callers, introduced, opened
from tests.deploy.proxy import Caddy, Nginx, Proxy, local_addresses
from tests.plain import NO_CERTIFICATES
from tests.server.support import CINCO, Server, Socket
from tests.servers.postgres import Postgres
from tests.servers.process import free_port
from tests.servers.valkey import Valkey
from tools import nginx

CADDY = shutil.which("caddy", path=str(Path(sys.executable).parent)) or shutil.which("caddy")
NGINX = nginx.find()
pytestmark = pytest.mark.skipif(not local_addresses(), reason="this machine has one loopback address only")

TOKEN = "the-token-of-these-tests"
OF_ONE_TABLE = 4
"""Sockets at one table, each from an address of its own."""
MOST_TABLES = 40
"""Tables until both nodes have been home to one; fewer would do but for one run in a million million."""
PATIENCE = 60.0
GOING_AWAY = 1012


class Nodes:
    """Two nodes on one database, each with its own port for as long as the tests run."""

    def __init__(self, folder: Path, database: str, bus: str) -> None:
        self._folder = folder
        self._more = {
            "QUINCUNX_DATABASE": database,
            "QUINCUNX_BUS": bus,
            "QUINCUNX_KEYS": str(folder / "keys"),
            "QUINCUNX_SECURE": "1",
            "QUINCUNX_TRUST_PROXY": "127.0.0.1",
            "QUINCUNX_METRICS_TOKEN": TOKEN,
        }
        self._ports = [free_port() for _ in range(2)]
        self._running: list[Server | None] = [None, None]
        for number in range(2):
            self.start(number)

    @property
    def addresses(self) -> list[str]:
        return [f"127.0.0.1:{port}" for port in self._ports]

    def start(self, number: int) -> None:
        if self._running[number] is None:
            data = self._folder / f"node-{number}"
            self._running[number] = Server(data, port=self._ports[number], **self._more)

    def stop(self, number: int) -> None:
        if (server := self._running[number]) is not None:
            server.stop()
            self._running[number] = None

    def figures(self, name: str) -> list[float]:
        """One metric of each node; 0 for a node that is down."""
        found = []
        for address, server in zip(self.addresses, self._running, strict=True):
            if server is None:
                found.append(0.0)
                continue
            headers = {"authorization": f"Bearer {TOKEN}"}
            page = httpx.get(f"http://{address}/metrics", headers=headers, verify=NO_CERTIFICATES).text
            lines = [line for line in page.splitlines() if line.partition("{")[0].split(" ")[0] == name]
            found.append(sum(float(line.rpartition(" ")[2]) for line in lines))
        return found

    def sockets(self) -> list[int]:
        """The number of sockets at tables on each node."""
        return [int(figure) for figure in self.figures("quincunx_sockets")]


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, valkey: Valkey) -> Iterator[Nodes]:
    running = Nodes(tmp_path_factory.mktemp("nodes"), asyncio.run(postgres.fresh()), valkey.fresh())
    yield running
    for number in range(2):
        running.stop(number)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((Nginx, NGINX), id="nginx", marks=pytest.mark.skipif(not NGINX, reason="no nginx")),
        pytest.param(
            (Caddy, CADDY),
            id="caddy",
            marks=[pytest.mark.skipif(not CADDY, reason="no Caddy"), pytest.mark.nightly],
        ),
    ],
)
def proxy(request: pytest.FixtureRequest, nodes: Nodes) -> Iterator[Proxy]:
    kind, program = request.param
    with kind(program, *nodes.addresses) as running:
        yield running


class Club:
    """Tables, and people who come to them through the proxy, each from an address of their own."""

    def __init__(self, proxy: Proxy, nodes: Nodes, host: httpx.Client) -> None:
        self._proxy = proxy
        self._nodes = nodes
        self._addresses = (f"127.0.{number // 200 + 1}.{number % 200 + 1}" for number in itertools.count())
        self._host = host
        self.cookie = introduced(host)

    def table(self) -> str:
        return str(self._host.post("/api/tables", json=CINCO).raise_for_status().json()["id"])

    @contextmanager
    def come(self, table: str, **headers: str) -> Iterator[Socket]:
        """A socket at the table, which has answered."""
        with opened(self._proxy, table, self.cookie, next(self._addresses), **headers) as plain:
            line = Socket(plain)
            line.hello()
            yield line

    def home(self, table: str, count: int = OF_ONE_TABLE, **headers: str) -> int:
        """The number of the node to which so many sockets at this table come, all of them; they leave."""
        before = self._nodes.sockets()
        with ExitStack() as lines:
            for _ in range(count):
                lines.enter_context(self.come(table, **headers))
            came = [now - was for now, was in zip(self._nodes.sockets(), before, strict=True)]
        assert sorted(came) == [0, count]
        until(lambda: self._nodes.sockets() == before)
        return came.index(count)

    def table_of(self, node: int) -> str:
        """A table whose home this node is."""
        for _ in range(MOST_TABLES):
            table = self.table()
            if self.home(table, 1) == node:
                return table
        raise AssertionError(f"{MOST_TABLES} tables, and none at node {node}")


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def club(proxy: Proxy, nodes: Nodes) -> Iterator[Club]:
    for number in range(2):
        nodes.start(number)
    with callers(proxy) as make:
        yield Club(proxy, nodes, make())


def test_all_sockets_of_one_table_reach_one_node_and_each_node_has_tables(club: Club) -> None:
    homes = set[int]()
    for number in range(MOST_TABLES):
        homes.add(club.home(club.table()))
        if len(homes) == 2 and number >= 3:
            break
    assert homes == {0, 1}


def test_a_header_from_outside_chooses_no_node(club: Club) -> None:
    """Neither at a table, whose own name counts, nor elsewhere, where any node may serve."""
    for node in range(2):
        table, other = club.table_of(node), club.table_of(1 - node)
        for lie in (other, table, "", "anything"):
            assert club.home(table, 1, **{"X-Quincunx-Table": lie}) == node


def test_requests_elsewhere_reach_both_nodes_whatever_header_they_have(
    proxy: Proxy, nodes: Nodes, club: Club
) -> None:
    before = nodes.figures("quincunx_responses_total")
    with callers(proxy) as make:
        for number in range(MOST_TABLES):
            headers = {"X-Quincunx-Table": "always-the-same", "connection": "close"}
            assert make(f"127.0.9.{number + 1}").get("/api/lobby", headers=headers).status_code == 200
    after = nodes.figures("quincunx_responses_total")
    # Each look at the figures is an answer, too.
    assert all(now - was > 2 for now, was in zip(after, before, strict=True)), (before, after)


@pytest.mark.nightly
def test_while_a_node_is_down_the_other_serves_its_tables_and_then_it_has_them_again(
    nodes: Nodes, club: Club
) -> None:
    for node in range(2):
        table = club.table_of(node)
        with club.come(table) as line:
            nodes.stop(node)
            with pytest.raises(ConnectionClosed) as closed:
                line.wait("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == GOING_AWAY
        assert club.home(table) == 1 - node
        nodes.start(node)
        until(lambda table=table, node=node: club.home(table, 1) == node)
