"""The chances of two open hands: their features, and that the network has learned."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import numpy as np
import pytest
from numpy.typing import NDArray

from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.actions import DRAW
from quincunx.games.cinco.bots.kernels import encode, rules
from quincunx.games.cinco.bots.kernels.afterstate import make
from quincunx.games.cinco.bots.kernels.encode import (
    DECK,
    HALF,
    HAND_SIZE,
    HANDS,
    LOOSE,
    PILE,
    SEAT,
    WINS,
    WORD,
    Position,
    words,
)
from quincunx.games.cinco.bots.kernels.evaluate import fill_accumulators
from quincunx.games.cinco.bots.kernels.moves import random_move
from quincunx.games.cinco.bots.kernels.open_hands import (
    ANSWER_DRAWS,
    HIGHEST_FEATURES,
    MOST_ACTIVE,
    OPEN_FEATURES,
    PILE_FEATURES,
    WIN_FEATURES,
    after_answers,
    open_features,
    open_share,
)
from quincunx.games.cinco.bots.training.train import Plan, Training
from quincunx.games.cinco.bots.weights import shipped, shipped_open
from quincunx.games.cinco.types import CincoOptions

# Their kernels take four seconds to compile. Only learning and an arena's report of luck use them.
pytestmark = pytest.mark.nightly

EQUAL = np.array([0.4, 0.4])


def positions(seed: int, turns: int = 30) -> list[Position]:
    """Return the positions of a random game, each with the number of its turns."""
    xorshift = seeded(seed)
    position = encode.empty(CincoOptions())
    rules.deal(position, xorshift)
    found: list[Position] = []
    while position[encode.WINNER] == encode.GOING_ON and len(found) < turns:
        rules.apply(position, random_move(position, xorshift), xorshift)
        found.append(position.copy())
    return [each for each in found if each[encode.WINNER] == encode.GOING_ON]


def features(position: Position, seat: int, rates: NDArray[np.float64] = EQUAL) -> set[int]:
    """Return the features of a position in which ``seat`` has just moved."""
    found = np.zeros(MOST_ACTIVE, np.int64)
    return set(found[: open_features(position, seat, rates, found)].tolist())


def threatened() -> Position:
    """Return a position in which seat 0 has just moved, and seat 1 wins on space 60, if it has the card."""
    position = positions(1)[19]
    position[SEAT] = 1
    words(position)[WINS // WORD :][:4] = (0, 0, 0, 1 << 59 - HALF)
    encode.set_hand(position, 0, (85, 88))
    encode.set_hand(position, 1, (70, 90))
    return position


def test_both_hands_are_read() -> None:
    position = positions(1)[9]
    seat = 1 - int(position[SEAT])
    before = features(position, seat)
    for player in range(2):
        changed = position.copy()
        changed[HANDS + 4 * player] += 1
        assert position[HAND_SIZE + player]
        assert features(changed, seat) != before


def test_of_the_pile_it_is_read_how_many_cards_win() -> None:
    position = threatened()
    pile = slice(DECK, DECK + int(position[PILE]))
    before = features(position, 0)
    position[pile] = position[pile][::-1]
    assert features(position, 0) == before
    position[pile] = 60
    assert PILE_FEATURES + 11 + 10 in features(position, 0) - before
    position[pile] = 61
    assert PILE_FEATURES + 11 in features(position, 0) - before


def test_the_shipped_network_has_a_row_for_each_feature() -> None:
    assert shipped_open().small.shape[0] == OPEN_FEATURES


def test_a_win_that_the_other_hand_reaches_is_another_kind() -> None:
    position = threatened()
    encode.set_hand(position, 1, (55, 90))
    before = features(position, 0)
    encode.set_hand(position, 0, (50, 88))
    wins = {each for each in before ^ features(position, 0) if WIN_FEATURES <= each < HIGHEST_FEATURES}
    assert len(wins) == 2


def test_both_blunder_rates_are_read() -> None:
    position = positions(1)[9]
    steps = [features(position, 0, np.array(rates)) for rates in ((0.1, 0.7), (0.7, 0.1), (0.0, 0.0))]
    assert all(len(one ^ other) == 2 for one, other in zip(steps, [*steps[1:], steps[0]], strict=True))
    # Winning spaces are read together with the rates: a win in hand is worth as much as its owner sees.
    assert all(WIN_FEATURES <= each < HIGHEST_FEATURES for each in steps[0] ^ steps[1])


@pytest.mark.parametrize("rate", [0.7, 0.1])
def test_a_win_in_the_others_hand_lowers_the_share(rate: float) -> None:
    position, rates = threatened(), np.array([0.1, rate])
    before = open_share(shipped_open(), position, 0, rates)
    encode.set_hand(position, 1, (55, 90))
    assert open_share(shipped_open(), position, 0, rates) < before - 0.1


def test_an_answer_that_draws_is_worth_the_mean_of_several_cards() -> None:
    position, network = positions(1)[19], shipped(2, 2)
    seat = int(position[SEAT])
    encode.set_hand(position, seat, ())  # all it can do is to draw
    position[LOOSE] = position[PILE]
    accumulators = np.empty((2, network.bias.shape[0]), np.float32)
    fill_accumulators(network, position, accumulators)
    xorshift, shares = seeded(3), []
    for _ in range(ANSWER_DRAWS):
        after = position.copy()
        make(network, after, accumulators.copy(), DRAW, xorshift)
        shares.append(1 - open_share(shipped_open(), after, seat, EQUAL))
    share = after_answers(network, shipped_open(), position, accumulators, EQUAL, seeded(3))
    assert share == pytest.approx(fmean(shares))
    assert len(set(shares)) > 1


def test_a_win_is_worth_more_to_a_player_who_sees_it() -> None:
    position = threatened()
    encode.set_hand(position, 1, (55, 90))
    shares = [open_share(shipped_open(), position, 0, np.array([0.1, rate])) for rate in (0.1, 0.43, 0.7)]
    assert shares == sorted(shares)
    assert shares[-1] - shares[0] > 0.1


def test_players_who_overlook_less_have_better_chances() -> None:
    found = [(each, 1 - int(each[SEAT])) for seed in range(5) for each in positions(seed)]
    shares = [
        fmean(open_share(shipped_open(), position, seat, np.roll(rates, seat)) for position, seat in found)
        for rates in (np.array([0.1, 0.7]), EQUAL, np.array([0.7, 0.1]))
    ]
    assert shares[0] - 0.1 > shares[1] > shares[2] + 0.1


def test_games_of_levels_teach_the_chances_of_open_hands(tmp_path: Path) -> None:
    plan = Plan(games=3000, batch=1000, trace=0.9, is_open=True)
    Training(plan, tmp_path / "whole").run(lambda point: None)
    stopped = Training(plan, tmp_path)

    def stop(point: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.run(stop)
    resumed = Training(plan, tmp_path)
    resumed.run(lambda point: None)
    assert resumed.curve == Training(plan, tmp_path / "whole").curve
    assert resumed.curve[-1].score > 0.1
