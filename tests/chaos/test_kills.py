"""The short version of the experiment."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.chaos.kills import run


async def test_no_acknowledged_command_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    load, wrong = await run(tmp_path, kills=3, tables=6, random=Random(2))
    assert wrong == []
    assert load.acknowledged >= 3 * 2 * 6
    # Of the six tables two have clocks.
    assert load.clocks.late
    assert load.clocks.moved
