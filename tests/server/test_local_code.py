"""The archives for play without a server: what is in them plays every level on msgspec alone."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from quincunx.server import local_code

PLAY = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from pathlib import Path
from random import Random
import quincunx, quincunx.local.browser
from quincunx.core.chance import CHANCE, resolve_chance
from quincunx.engines.bot import Budget
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions

assert Path(quincunx.__file__).parents[1] == Path.cwd(), quincunx.__file__
starts = [(CINCO, CincoOptions(2, 2, first=0)), (CINCO, CincoOptions(3, 3, first=0))]
for game, options in [*starts, (CINQO, CinqoOptions(1)), (CINQO, CinqoOptions(3))]:
    state = game.initial(options)
    while game.to_move(state) == CHANCE:
        state = game.apply(state, resolve_chance(game.asks(state), Random(0)))
    seat = game.to_move(state)
    for level in game.bots.levels:
        game.bots.bot(level).choose(game.view(state, seat), Random(0), Budget(simulations=2))
        print(game.name, level)
"""


def names(archive: str) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(local_code.archive(archive))) as found:
        return found.namelist()


@pytest.mark.nightly
def test_networks_come_apart_from_the_code():
    networks = names(local_code.NETWORKS)
    assert networks
    assert all("/bots/weights/" in each for each in networks)
    assert not set(networks) & set(names(local_code.CODE))


@pytest.mark.nightly
@pytest.mark.parametrize("archive", [local_code.CODE, local_code.NETWORKS])
def test_an_archive_is_always_the_same(archive: str):
    assert local_code.archive(archive) == local_code.archive(archive)


async def test_the_first_requests_for_an_archive_pack_it_once(monkeypatch: pytest.MonkeyPatch):
    packed: list[str] = []
    monkeypatch.setattr(local_code, "archive", lambda name: packed.append(name) or b"packed")
    files = local_code.LocalFiles()
    found = await asyncio.gather(*(files.file(local_code.CODE) for _ in range(3)))
    assert packed == [local_code.CODE]
    assert {each.plain for each in found} == {b"packed"}


@pytest.mark.nightly
def test_every_level_plays_from_the_archives_alone(tmp_path: Path):
    for archive in (local_code.CODE, local_code.NETWORKS):
        zipfile.ZipFile(io.BytesIO(local_code.archive(archive))).extractall(tmp_path)
    said = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    assert "cinco master" in said.stdout
