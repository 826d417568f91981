"""A Ray cluster does what this machine's own cores do. It takes long to start: there is one for all of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.arena import Plan, run
from quincunx.cli.main import run as run_command
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.bots.solver.race3 import solve
from quincunx.games.cinqo.bots.solver.race3_cluster import Cluster
from tests.games.cinqo.bots.test_race3 import almost_done, finish

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray = pytest.importorskip("ray", reason="Ray is an extra")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        yield
        ray.shutdown()


def test_it_plays_the_same_deals() -> None:
    plan = Plan(CincoOptions(), ("greedy", "random"), 2)
    there, here = run(plan, None, 1, lambda deal: None, "local"), run(plan, None, 1, lambda deal: None)
    assert [(deal.number, [game.turns for game in deal.games]) for deal in there] == [
        (deal.number, [game.turns for game in deal.games]) for deal in here
    ]


def test_it_solves_the_race_of_three_alike(tmp_path: Path) -> None:
    almost_done(tmp_path / "here", 8)
    almost_done(tmp_path / "there", 8)
    there = solve(tmp_path / "there", Cluster("local"), lambda done: None)
    assert (there == finish(tmp_path / "here")).all()


def test_it_exports_the_same_games(tmp_path: Path) -> None:
    words = ["export", "cinco", "--bots", "greedy,random", "--games", "4", "--format", "jsonl"]
    for name, more in (("here", []), ("there", ["--ray", "local"])):
        assert run_command([*words, "--out", str(tmp_path / name), *more]) == 0
    here, there = ((tmp_path / name).read_text().splitlines() for name in ("here", "there"))
    assert len(here) > 50
    # Games stand in the order in which they end.
    assert sorted(here) == sorted(there)
