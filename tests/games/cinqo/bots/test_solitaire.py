"""The number of rounds of solitaire, played for the smallest mean; and the client's copy of it."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from quincunx.games.cinqo.bots.kernels.turn import FIVE_CHANCE
from quincunx.games.cinqo.bots.solver import solitaire

CLIENT = Path(__file__).parents[4] / "web/src/games/cinqo/alone/perfect.ts"


@pytest.mark.parametrize("score", [0, 70, 96])
def test_a_turn_brings_what_it_is_played_for(score: int) -> None:
    after = solitaire.expected_rounds()
    rewards = solitaire.rounds_reward(after, score)
    chances = solitaire._points_probabilities(rewards)
    assert chances.sum() == pytest.approx(1 - FIVE_CHANCE, abs=1e-12)
    again = after[score + 10] - 1 if score + 10 < solitaire.GOAL else 0.0
    assert 1 - chances @ rewards + FIVE_CHANCE * again == pytest.approx(after[score], abs=1e-11)


def test_the_clients_numbers_are_those_of_perfect_play() -> None:
    found = re.search(r"= \[([^]]+)]", CLIENT.read_text(encoding="utf-8"))
    assert found
    chances = np.array([float(each) for each in found[1].split(",")])
    assert chances.sum() == pytest.approx(1, abs=1e-4)
    assert chances @ np.arange(len(chances)) == pytest.approx(solitaire.expected_rounds()[0], abs=1e-3)
    # No player is there sooner than one who plays to be there in so many rounds.
    best = solitaire.best_probabilities()[: len(chances), 0]
    assert (np.cumsum(chances) <= best + 1e-4).all()
