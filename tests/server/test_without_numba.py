"""``quincunx serve`` and other commands on machines without numpy and numba."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest

from quincunx.client import Client
from quincunx.core.game import encode
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.events import SeatSetup, TableSettings
from tests.client.test_client import Account
from tests.examples import mostly_nightly
from tests.server.support import COMMAND, Guest, Server
from tests.server.test_engines import COMPILING_SECONDS, until
from tests.servers import prepared
from tests.without_numba import lacking

REDUCED = "Without numba the top level looks less far ahead, hints give no reasons, and games aren’t reviewed"


class _Lacking(Server):
    """A server whose processes lack both."""

    def _started(
        self, words: list[str], variables: dict[str, str], log: IO[bytes]
    ) -> subprocess.Popen[str] | prepared.Started:
        everything = variables | lacking(self.data.parent)
        return subprocess.Popen(
            [*COMMAND, *words], stdout=subprocess.PIPE, stderr=log, text=True, env=everything
        )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = _Lacking(tmp_path_factory.mktemp("lacking") / "data", QUINCUNX_BOT_WORKERS="1")
    # Until then a simpler bot would play in the level's place.
    until(lambda: "engine_ready" in running.log(), COMPILING_SECONDS)
    yield running
    running.stop()


EVERY_LEVEL = [
    (options, level)
    for options in (CincoOptions(first=0), CinqoOptions(2, "rounds", 1))
    for level in ("novice", "casual", "keen", "skilled", "expert", "master")
]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("options", "level"),
    mostly_nightly(EVERY_LEVEL, (CinqoOptions(2, "rounds", 1), "master")),
    ids=str,
)
async def test_a_game_against_a_level_is_played_to_its_end(server: Server, options: Any, level: str) -> None:
    """With a hint at each turn, and without a weaker bot in the level's place."""
    guest, random, hints = Guest(server), Random(1), 0
    account = Account(guest, f"{level.title()} {type(options).__name__}")
    async with Client(server.url, account.token) as client:
        seats = (SeatSetup("me"), SeatSetup("bot", level))
        table = await client.make(TableSettings(encode(options), seats, hints=True))
        async with client.at(table) as here:
            async for view in here.updates():
                if here.kept_for_me is not None:
                    await here.sit(here.kept_for_me)
                elif (seat := here.my_turn) is not None:
                    if hints < 2:
                        answer = guest.hint(table, seat)
                        assert answer.status_code == 200, answer.text
                        hints += 1
                    await here.move(seat, random.choice(here.game.bots.choices(view.game)))
            assert here.view is not None
            assert (here.view.status, here.verdict, hints) == ("ended", "kept", 2)
    guest.close()
    assert REDUCED in server.log()
    assert "Traceback" not in server.log()
    assert "engine_died" not in server.log()


@pytest.mark.nightly
@pytest.mark.parametrize(
    "words",
    [
        ("play", "cinqo", "--watch", "--level", "expert"),
        pytest.param(("bot", "keen"), marks=pytest.mark.nightly),
    ],
    ids=str,
)
def test_other_commands_say_what_is_reduced(words: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        [*prepared.COMMAND, *words],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | lacking(tmp_path),
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count(REDUCED) == 1
    assert "Traceback" not in done.stderr
