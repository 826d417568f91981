"""Three players to 100."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quincunx.games.cinqo.bots.kernels.encode import tables
from quincunx.games.cinqo.bots.solver import race3
from quincunx.games.cinqo.bots.solver.race3 import (
    CHECKPOINT,
    Threads,
    Wins,
    save,
    shipped,
    solve,
    solve_some,
    triples_of,
)


def almost_done(folder: Path, below: int) -> None:
    """A checkpoint with nothing left but the sums below this one."""
    wins = shipped()
    assert wins is not None
    folder.mkdir(exist_ok=True)
    np.savez(folder / CHECKPOINT, wins=wins.astype(np.float64), below=np.array(below))


def finish(folder: Path) -> Wins:
    return solve(folder, Threads(2), lambda done: None)


def test_every_triple_comes_once() -> None:
    assert sum(len(triples_of(total)) for total in range(298)) == 100**3
    assert (triples_of(40).sum(axis=1) == 40).all()


@pytest.mark.nightly
def test_the_end_of_the_race() -> None:
    wins = np.zeros((100, 100, 100, 2))
    for total in range(297, 294, -1):
        solve_some(tables(), wins, triples_of(total))
    assert wins[99, 99, 99] == pytest.approx([1, 0])
    assert 0.5 < wins[98, 99, 98, 0] < 1
    assert (wins.sum(axis=3) <= 1 + 1e-9).all()


def test_a_table_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wins = np.random.default_rng(2).random((100, 100, 100, 2)) / 2
    (tmp_path / "tables").mkdir()
    save(tmp_path / "tables" / "race3.npz", wins, "none")
    monkeypatch.setattr("quincunx.games.cinqo.bots.solver.race3.resources.files", lambda package: tmp_path)
    back = race3.shipped.__wrapped__()
    assert np.abs(back - wins).max() <= 0.51 / race3.STEPS


@pytest.mark.nightly
def test_stopped_it_goes_on_where_it_was(tmp_path: Path) -> None:
    almost_done(tmp_path / "whole", 25)
    almost_done(tmp_path / "stopped", 25)
    heard: list[int] = []

    def stop(done: int) -> None:
        heard.append(done)
        if done > 1_000_000 - len(triples_of(14)) * 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(tmp_path / "stopped", Threads(2), stop)
    first = heard[-1]
    heard.clear()
    again = solve(tmp_path / "stopped", Threads(1), heard.append)
    assert first > heard[0] > 1_000_000 - 3000  # from the last checkpoint, not from the beginning
    assert heard[-1] == 1_000_000
    assert (again == finish(tmp_path / "whole")).all()


@pytest.mark.parametrize("content", [b"", b"not a checkpoint", b"PK\x03\x04 torn"])
def test_a_spoilt_checkpoint_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / CHECKPOINT).write_bytes(content)
    with pytest.raises(ValueError, match="isn’t a checkpoint"):
        finish(tmp_path)


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / CHECKPOINT, wins=np.zeros((2, 2)), below=np.array(3))
    with pytest.raises(ValueError, match="isn’t a checkpoint"):
        finish(tmp_path)


def test_the_shipped_table_is_a_race() -> None:
    wins = shipped()
    assert wins is not None
    assert wins[0, 0, 0] == pytest.approx([0.419573981899, 0.324576363796], abs=1 / race3.STEPS)
    assert wins[0, 0, 0, 0] > wins[0, 0, 0, 1] > 1 - wins[0, 0, 0].sum() > 0.25
    assert (np.diff(wins[:, 50, 50, 0]) > -1e-4).all()
    # Two who are far behind are no danger: it is the race of two, nearly.
    assert wins[90, 90, 0, 0] > wins[90, 90, 80, 0]
