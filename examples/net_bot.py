"""A bot that plays on a server: it takes the seats that are kept for it, and plays the first legal move.

Get a token on your own page (“For programs”, with the scope “play”), then:

    QUINCUNX_TOKEN=… python examples/net_bot.py https://example.org

Whoever has played with you, or knows your page, can invite you to a table. Your own idea of a good move goes
into ``choose``: all that you may know is in the view, and ``docs/protocol.md`` says what its fields mean.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from quincunx.client import FAULTS, Client, Closed, Refused, RemoteTable, UnfairChance
from quincunx.table.commands import TakeBack


def choose(table: RemoteTable, view: Any) -> Any:
    """The move to make; the view says what may be done."""
    return table.game.bots.choices(view)[0]


async def play(client: Client, name: str) -> None:
    """Sit down where a seat is kept, and move whenever it is our turn, to the end of the game."""
    async with client.at(name) as table:
        try:
            async for view in table.updates():
                if table.kept_for_me is not None:
                    await table.sit(table.kept_for_me)
                elif table.held_for_me is not None:  # we were too slow, or away
                    await table.do(TakeBack(table.held_for_me))
                elif (seat := table.my_turn) is not None:
                    await table.move(seat, choose(table, view.game), view)
            if table.verdict in FAULTS or await client.verify(table):
                print(f"{name}: the chance of this game was not what the server had promised")
        except (Refused, UnfairChance) as error:
            print(f"{name}: {error}")


async def main(server: str, token: str) -> None:
    """Play at every table of ours, as many as there are at a time."""
    playing: dict[str, asyncio.Task[None]] = {}
    async with Client(server, token) as client:
        print(f"{await client.me()} is ready.", flush=True)
        async for line in client.changes():
            held = any(seat.yours and seat.kind == "stand_in" for seat in line.seats)
            if (line.waits_for_you or held) and (line.id not in playing or playing[line.id].done()):
                playing[line.id] = asyncio.create_task(play(client, line.id))


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1], os.environ["QUINCUNX_TOKEN"]))
    except Closed as end:
        sys.exit(f"The server says: {end}")
