"""Accuracy: monotone in the loss, and the same for the same level in every game."""

from __future__ import annotations

import pytest

from quincunx.core.review import Judged, Option, Verdict
from quincunx.games import GAMES
from quincunx.review.accuracy import MARKS, accuracy, mean_loss

CINCO, CINQO = (GAMES[name].reviewer for name in ("cinco", "cinqo"))


def judged(error: float, verdict: Verdict = "mistake") -> Judged:
    option = Option({}, "", 0.0)
    return Judged(1, 1, 0, "play", option, option, error, 0.0, verdict)


@pytest.mark.parametrize("level", range(5))
def test_the_same_level_has_the_same_accuracy_in_both_games(level: int) -> None:
    assert CINCO is not None
    assert CINQO is not None
    found = [
        accuracy(reviewer, scale, reviewer.mean_losses[scale][level])
        for reviewer, scale in ((CINCO, "chance"), (CINQO, "chance"), (CINQO, "rounds"))
    ]
    assert found == pytest.approx([MARKS[level]] * 3)


def test_less_loss_is_more_accuracy_from_nothing_to_a_hundred() -> None:
    assert CINCO is not None
    losses = [each / 1000 for each in range(200, -1, -1)]
    found = [accuracy(CINCO, "chance", loss) or 0.0 for loss in losses]
    assert found == sorted(found)
    assert 0 < found[0] < MARKS[0]
    assert found[-1] == 100


def test_forced_and_uncertain_decisions_do_not_count() -> None:
    some = [judged(0.1), judged(0.0, "best"), judged(0.0, "forced"), judged(0.0, "uncertain")]
    assert mean_loss(some) == pytest.approx(0.05)
    assert mean_loss(some[2:]) is None


def test_a_game_that_names_no_losses_has_no_accuracy() -> None:
    assert CINCO is not None
    assert accuracy(CINCO, "rounds", 0.1) is None
    assert accuracy(CINCO, "chance", None) is None
