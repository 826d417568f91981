"""The short version of the experiment with three nodes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.chaos.balancer import PLACEMENTS
from tests.chaos.many import FAULTS, run


@pytest.mark.nightly
@pytest.mark.parametrize("placement", PLACEMENTS)
async def test_no_acknowledged_move_is_lost_whatever_part_of_three_nodes_fails(
    placement: str, tmp_path: Path
) -> None:
    load, happened, wrong = await run(
        tmp_path, faults=len(FAULTS), tables=6, random=Random(5), placement=placement
    )
    assert wrong == []
    assert set(happened) == set(FAULTS)
    assert load.acknowledged > 50
    assert load.clocks.late
    assert load.clocks.moved
