"""The evaluation: that it is what was learned, and that learning learns."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.actions import DRAW, EXCHANGE, PLAY_BASE
from quincunx.games.cinco.bots.kernels import afterstate, encode, evaluate, rules
from quincunx.games.cinco.bots.kernels.candidates import CERTAIN, candidates
from quincunx.games.cinco.bots.kernels.encode import CODES, MISSED, QUIET, SEAT, WINNER
from quincunx.games.cinco.bots.kernels.features import unseen_up_to, win_feature
from quincunx.games.cinco.bots.kernels.network import Network, fresh
from quincunx.games.cinco.bots.kernels.playouts import play_many
from quincunx.games.cinco.bots.layout import MOST_ACTIVE
from quincunx.games.cinco.bots.training import train
from quincunx.games.cinco.bots.training.train import Plan, Training, score_against, score_against_greedy
from quincunx.games.cinco.bots.weights import SEATINGS, BadWeights, read, save, shipped
from quincunx.games.cinco.types import CincoOptions
from tests.games.support import SOME_CINCO_SETUPS, name_of

SMALL = Plan(games=300, batch=100, seed=3)


@pytest.mark.nightly
@pytest.mark.parametrize("options", SOME_CINCO_SETUPS, ids=name_of)
def test_the_learned_network_is_the_one_that_plays(options: CincoOptions) -> None:
    """The value of a candidate and that of the afterstate that learning notes are one number."""
    random, xorshift = Random(1), seeded(1)
    teams = options.teams
    network = fresh(teams, 3)
    for array in (network.windows, network.small):
        array *= 20
    position = encode.empty(options)
    accumulators = np.zeros((teams, network.bias.shape[0]), np.float32)
    moves, values = np.zeros(100, np.int64), np.zeros(100)
    features = np.zeros(MOST_ACTIVE + 2, np.int64)
    hidden, result = np.zeros(network.bias.shape[0], np.float32), np.zeros(teams)
    compared = 0
    for _ in range(3):
        rules.deal(position, xorshift)
        evaluate.fill_accumulators(network, position, accumulators)
        while position[WINNER] == encode.GOING_ON and position[QUIET] < 40:
            count = candidates(network, position, accumulators, moves, values)
            chosen = random.randrange(count) if random.random() < 0.5 else int(np.argmax(values[:count]))
            seat, move = int(position[SEAT]), int(moves[chosen])
            if values[chosen] != CERTAIN:
                # The same by the leaf of the search, which gives every team its share.
                copy, copied, worth = position.copy(), accumulators.copy(), np.zeros(teams)
                afterstate.make_and_value(network, copy, copied, move, seeded(1), features, worth)
                assert worth[seat % teams] == pytest.approx(values[chosen], abs=1e-4)
                assert worth.sum() == pytest.approx(1)
            noted = afterstate.make_and_note(network, position, accumulators, move, xorshift, features)
            if values[chosen] == CERTAIN:
                assert position[WINNER] == seat % teams
                break
            assert position[WINNER] < 0
            codes = np.array(
                [evaluate.seen_code(position[CODES + w], seat % teams, teams) for w in range(126)], np.uint8
            )
            afterstate.hidden_of(network, codes, features, noted, hidden)
            evaluate.chances(network, hidden, teams, result)
            assert result[0] == pytest.approx(values[chosen], abs=1e-4)
            assert result.sum() == pytest.approx(1)
            anew = np.zeros_like(accumulators)
            evaluate.fill_accumulators(network, position, anew)
            assert np.abs(anew - accumulators).max() < 1e-3
            compared += 1
    assert compared > 50


def test_candidates_are_one_play_for_each_space_with_the_dearest_card_kept() -> None:
    position = encode.empty(CincoOptions())
    encode.set_hand(position, 0, (3, 40, 60, 88))
    network = fresh(2, 1)
    accumulators = np.zeros((2, network.bias.shape[0]), np.float32)
    evaluate.fill_accumulators(network, position, accumulators)
    moves, values = np.zeros(100, np.int64), np.zeros(100)
    count = candidates(network, position, accumulators, moves, values)
    plays = {int(m) % PLAY_BASE: int(m) // PLAY_BASE for m in moves[:count] if m >= PLAY_BASE}
    assert plays == {s: max(c for c in (3, 40, 60, 88) if c <= s) for s in range(3, 91)}
    assert EXCHANGE in moves[:count]
    assert DRAW not in moves[:count]


def test_a_player_who_missed_a_win_is_taken_to_lack_the_card() -> None:
    position = encode.empty(CincoOptions())
    encode.set_hand(position, 0, (90,))
    encode.set_hand(position, 1, (1, 2, 3))
    counts = np.zeros(91, np.int64)
    unseen_up_to(position, 0, counts)
    before = win_feature(position, 1, 50, counts)
    position[MISSED + 1] = 50
    assert before > 5
    assert win_feature(position, 1, 50, counts) == 1


@pytest.mark.nightly
def test_games_against_itself_teach_something(tmp_path: Path) -> None:
    network = Training(Plan(games=1000, batch=500), tmp_path).run(lambda point: None)
    played = play_many(CincoOptions(), ("learned", "random"), 200, 1, network)
    assert (played.winners == 0).mean() > 0.9


@pytest.mark.nightly
def test_training_that_was_stopped_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = Training(SMALL, tmp_path / "whole").run(lambda point: None)
    stopped = Training(SMALL, tmp_path / "stopped")

    def stop(point: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.run(stop)
    resumed = Training(SMALL, tmp_path / "stopped")
    assert resumed.done == 100
    result = resumed.run(lambda point: None)
    assert [point.games for point in resumed.curve] == [100, 200, 300]
    assert all((one == other).all() for one, other in zip(whole, result, strict=True))


@pytest.mark.nightly
def test_a_response_learns_to_beat_its_rival(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rival that has learned little is soon beaten; the same games against itself teach less."""
    weak = Training(Plan(games=400, batch=400), tmp_path / "weak").run(lambda point: None)
    before = [array.copy() for array in weak]
    monkeypatch.setattr(train, "shipped", lambda players, teams: weak)
    monkeypatch.setattr(train, "RESPONSE_GAMES", 400)
    plan = Plan(games=2000, batch=1000, is_response=True)
    training = Training(plan, tmp_path / "response")
    assert score_against(CincoOptions(), training.network, weak, 2000, 1) < 0.5
    response = training.run(lambda point: None)
    share = score_against(CincoOptions(), response, weak, 2000, 1)
    assert share > 0.65
    assert training.curve[-1].score == pytest.approx(share, abs=0.1)
    assert all((one == other).all() for one, other in zip(before, weak, strict=True)), "the rival stays fixed"


@pytest.mark.nightly
def test_of_partners_the_whole_team_responds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "RESPONSE_GAMES", 30)
    plan = Plan(players=6, teams=3, games=30, batch=30, is_response=True)
    training = Training(plan, tmp_path)
    training.run(lambda point: None)
    assert training.done == 30
    assert 0 <= training.curve[-1].score <= 1


def test_a_folder_belongs_to_one_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def learn_nothing(*given: Any) -> None:
        given[-1][:] = 1

    # The kernels would be compiled for fifteen seconds. Checkpoints are written all the same.
    monkeypatch.setattr(train.learn, "learn_games", learn_nothing)
    monkeypatch.setattr(train, "score_against_greedy", lambda *given: 0.5)
    Training(SMALL, tmp_path).run(lambda point: None)
    with pytest.raises(ValueError, match="other settings"):
        Training(Plan(games=300, batch=100, seed=4), tmp_path)
    (tmp_path / "checkpoint.npz").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="isn’t a training checkpoint"):
        Training(SMALL, tmp_path)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    network = fresh(3, 1)
    save(tmp_path / "3in3.npz", network, {"command": "none"})
    back, made = read((tmp_path / "3in3.npz").read_bytes(), "3in3.npz")
    assert made == {"command": "none"}
    assert all(np.allclose(one, other, atol=1e-3) for one, other in zip(network, back, strict=True))
    with pytest.raises(BadWeights, match="holds no network"):
        read(b"PK nonsense", "x.npz")


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "teams"), SEATINGS)
def test_the_shipped_networks_have_learned(players: int, teams: int) -> None:
    network = shipped(players, teams)
    assert isinstance(network, Network)
    played = play_many(CincoOptions(players, teams), ("learned", *["random"] * (teams - 1)), 60, 1, network)
    assert (played.winners == 0).mean() > 0.95
    if teams == 2 and players == 2:
        assert score_against_greedy(CincoOptions(players, teams), network, 400, 1) > 0.6
