"""A bot on a server, in one call."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence

from quincunx.client.choosers import LocalBot, MoveChooser
from quincunx.client.client import Client
from quincunx.client.commit_reveal import FAULTS
from quincunx.client.http import Refused
from quincunx.client.player import PAUSE_SECONDS, Reporter, TablePlayer
from quincunx.client.table import RemoteTable
from quincunx.core.sentence import Sentence
from quincunx.engines.players import AnyBotLike


def run(
    bot: AnyBotLike,
    server: str,
    token: str,
    *,
    tournament: str | None = None,
    pause: float = PAUSE_SECONDS,
) -> None:
    """Play on a server as the owner of a token, until interrupted (Ctrl-C).

    ``bot`` is anything that counts as a bot (:mod:`quincunx.engines.players`): a function that is given a
    view and returns a move, an object with ``choose``, a level's name, ``py:MODULE:NAME`` or ``cmd:PROGRAM``.
    The bot takes every seat that is kept for the account, at any number of tables. ``tournament`` is the name
    of a tournament to join; on a ladder the bot accepts every challenge. ``pause`` is the shortest time for a
    move, in seconds.

    Raises :class:`~quincunx.engines.players.BadEntry` for a bot that cannot play,
    :class:`~quincunx.engines.program.Fault` for its first error, :class:`~quincunx.client.Closed` once the
    token is no longer valid, :class:`~quincunx.client.Refused`, and ``OSError`` if the server cannot be
    reached.
    """
    chooser = LocalBot(bot)
    try:
        asyncio.run(play(chooser, _Printer(), server, token, tournament=tournament, pause=pause))
    except KeyboardInterrupt:
        pass
    finally:
        chooser.close()


async def play(
    chooser: MoveChooser,
    reporter: Reporter,
    server: str,
    token: str,
    *,
    tournament: str | None = None,
    pause: float = PAUSE_SECONDS,
) -> None:
    """Play on a server until cancelled. Raises as :func:`run` does."""
    async with Client(server, token) as client:
        if tournament is not None:
            await client.join(tournament)
        reporter.ready(await client.me())
        await _until_an_error(
            TablePlayer(client, chooser, reporter, pause).run(),
            *([] if tournament is None else [accept_challenges(client, reporter, tournament)]),
        )


async def _until_an_error(*work: Coroutine[None, None, None]) -> None:
    """Do all of this, and stop all of it at its first error, which is raised."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def accept_challenges(client: Client, reporter: Reporter, tournament: str) -> None:
    """Accept each challenge to the client's account until the tournament has ended. Only a ladder has any."""
    try:
        async for view in client.follow(tournament):
            if view.ladder is None or view.status == "ended":
                return
            for each in view.ladder.challenges:
                if each.other == view.you.player:
                    await _accept(client, reporter, tournament, each.challenge)
    except Refused as error:  # it has been deleted; the bot goes on at its tables
        reporter.failed(tournament, error)


async def _accept(client: Client, reporter: Reporter, ladder: str, challenge: int) -> None:
    try:
        await client.accept(ladder, challenge)
    except (Refused, OSError) as error:
        # Taken back meanwhile, or the server is away. The next view has what is still open.
        reporter.failed(ladder, error)


class _Printer:
    """Prints a line for each event."""

    def ready(self, account: str) -> None:
        print(f"{account} is ready.", flush=True)

    def game_over(self, table: RemoteTable, faults: Sequence[Sentence]) -> None:
        print(f"{table.id} is over.", flush=True)
        if table.verdict in FAULTS:
            print(f"{table.id}: The chance of this game was not what the server had promised.", flush=True)
        for fault in faults:
            print(f"{table.id}: {fault}", flush=True)

    def failed(self, table: str, error: Exception) -> None:
        print(f"{table}: {error}", flush=True)
