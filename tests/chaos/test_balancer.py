"""The proxy of the chaos test places connections as it says."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random

from tests.chaos.balancer import Balancer, Placement, at_random, first, hashed

TABLES = [f"table-number-{number:04}" for number in range(20)]


async def _reached(place: Placement, paths: list[str], down: int | None = None) -> list[bytes]:
    """The names of those of three nodes that these requests reach, each with its own first line."""

    async def serve(name: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = await reader.readline()
        writer.write(b"%d %b" % (name, line.split()[1]))
        writer.close()

    async with AsyncExitStack() as running:
        addresses = []
        for name in range(3):
            server = await asyncio.start_server(lambda r, w, name=name: serve(name, r, w), "127.0.0.1", 0)
            addresses.append(f"127.0.0.1:{server.sockets[0].getsockname()[1]}")
            if name == down:
                server.close()
                await server.wait_closed()
            else:
                running.push_async_callback(server.wait_closed)
                running.callback(server.close)
        balancer = Balancer(lambda: addresses, place)
        await balancer.start()
        running.push_async_callback(balancer.stop)
        reached = []
        for path in paths:
            reader, writer = await asyncio.open_connection(*balancer.address.split(":"))
            writer.write(f"GET {path} HTTP/1.1\r\nhost: here\r\n\r\n".encode())
            name, _, seen = (await reader.read()).partition(b" ")
            assert seen.decode() == path
            reached.append(name)
            writer.close()
        return reached


async def test_hashed_all_sockets_of_a_table_reach_one_node_and_tables_are_spread() -> None:
    paths = [f"/api/tables/{table}/socket?{number}" for table in TABLES for number in range(3)]
    reached = await _reached(hashed(Random(1)), paths)
    homes = [set(reached[at : at + 3]) for at in range(0, len(reached), 3)]
    assert all(len(home) == 1 for home in homes)
    assert len(set.union(*homes)) == 3


async def test_hashed_what_is_no_table_s_socket_reaches_any_node() -> None:
    for path in ("/api/me/socket", f"/api/tables/{TABLES[0]}", "/"):
        assert len(set(await _reached(hashed(Random(1)), [path] * 30))) == 3


async def test_at_random_the_sockets_of_a_table_reach_any_node() -> None:
    assert len(set(await _reached(at_random(Random(1)), [f"/api/tables/{TABLES[0]}/socket"] * 30))) == 3


async def test_while_a_node_is_down_another_one_is_reached() -> None:
    paths = [f"/api/tables/{table}/socket" for table in TABLES]
    for place in (hashed(Random(1)), at_random(Random(1)), first):
        assert b"0" not in await _reached(place, paths, down=0)
    assert set(await _reached(first, paths)) == {b"0"}
