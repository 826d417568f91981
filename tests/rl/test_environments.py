"""Environments by the frameworks' own checks, and what these do not look at."""

from __future__ import annotations

import io
import subprocess
import sys
import warnings
from contextlib import redirect_stdout
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from quincunx import rl
from quincunx.core.reason import Refusal
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.rl import check
from quincunx.rl.setups import all_options

rl.register()


@pytest.mark.nightly
@pytest.mark.parametrize("options", [CincoOptions(3, 3, joker=True), CinqoOptions(3, "rounds", 2)])
def test_the_frameworks_have_no_objection(options: Any) -> None:
    name = "cinco" if isinstance(options, CincoOptions) else "cinqo"
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for title, one in check.checks_of(name, options, 10):
            if "render" not in title:
                one()


@pytest.mark.nightly
def test_the_frameworks_have_no_objection_to_any_seating() -> None:
    command = [sys.executable, "-W", "error", "-m", "quincunx.rl.check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_seating_and_variant_is_checked() -> None:
    assert len(set(all_options("cinco"))) == len(all_options("cinco")) == 10
    assert len(all_options("cinqo")) == 11  # one player alone plays to 100


def first_move(view: Any) -> Any:
    """A bot that needs no compiled code."""
    return view.moves[0]


def aec(**options: Any) -> Any:
    return pettingzoo.make("aec", "quincunx/cinco-v0", **options)


@pytest.mark.nightly
def test_an_agents_reward_is_its_teams() -> None:
    env = aec(players=4)
    env.reset(seed=4)
    rewards: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        rewards[agent] += reward
        env.step(
            None if terminated or truncated else int(env.action_space(agent).sample(info["action_mask"]))
        )
    assert rewards["player_0"] == rewards["player_2"] == -rewards["player_1"] == -rewards["player_3"]
    assert abs(rewards["player_0"]) == 1


@pytest.mark.nightly
def test_an_illegal_action_ends_the_game_at_the_cost_of_its_agent() -> None:
    env = aec(first=0)
    env.reset(seed=1)
    env.step(0)  # a full hand cannot draw
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert env.infos["player_0"]["illegal_action"]
    game: Any = gymnasium.make("quincunx/Cinco-v0", opponent=first_move, seat=0, first=0).unwrapped
    game.reset(seed=1)
    _, reward, terminated, _, info = game.step(0)
    assert (reward, terminated, info["illegal_action"]) == (-1.0, True, True)
    assert not game.action_masks().any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        game.step(1)


@pytest.mark.nightly
def test_pictures_and_texts_are_those_of_the_agent_to_move() -> None:
    env = aec(render_mode="ansi")
    env.reset(seed=1)
    assert "player_1" in env.render()
    with pytest.raises(ValueError, match="ansi, human, rgb_array"):
        aec(render_mode="film")
    printed = io.StringIO()
    shown: Any = gymnasium.make("quincunx/CinqO-v0", opponent=first_move, render_mode="human").unwrapped
    shown.reset(seed=1)
    with redirect_stdout(printed):
        assert shown.render() is None
    assert printed.getvalue()


@pytest.mark.nightly
@pytest.mark.parametrize("opponent", [pytest.param("greedy", marks=pytest.mark.nightly), first_move])
def test_opponents_are_kernels_or_bots(opponent: Any) -> None:
    env: Any = gymnasium.make("quincunx/CinqO-v0", opponent=opponent, goal="rounds", rounds=1).unwrapped
    random = np.random.default_rng(1)
    seats = set()
    for seed in range(12):
        observation, info = env.reset(seed=seed)
        seats.add(env.own)
        ended = False
        while not ended:
            assert env.view().viewer == env.own == env.view().to_move
            assert observation.tobytes() == rl.observation(env.view())
            action = random.choice(np.flatnonzero(env.action_masks()))
            observation, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        assert reward in (-1.0, 0.0, 1.0)
        assert not info["action_mask"].any()
    assert seats == {0, 1}
    env.reset(seed=1, options={"seat": 1})
    assert env.own == 1
    with pytest.raises(ValueError, match="Seats are 0 to 1"):
        env.reset(options={"seat": 2})


@pytest.mark.nightly
def test_final_observations_are_those_of_the_last_move() -> None:
    mode = gymnasium.vector.AutoresetMode.SAME_STEP
    envs: Any = gymnasium.make_vec(
        "quincunx/CinqO-v0", 6, goal="rounds", rounds=1, observation="now", autoreset_mode=mode
    ).unwrapped
    envs.reset(seed=3)
    while True:
        _, rewards, terminated, _, infos = envs.step(envs.sample())
        if terminated.any():
            break
    for game, has_ended in enumerate(terminated):
        if has_ended:
            final = rl.view_of(infos["final_obs"][game].tobytes(), CinqoOptions(), "now")
            assert final.outcome
            assert (final.viewer in final.outcome.winners) == (rewards[game] >= 0)
        else:
            assert infos["final_obs"][game] is None
    assert envs.action_masks().any(axis=1).all()
    assert envs.action_space.contains(envs.sample())


def test_wrong_options_are_refused() -> None:
    for options, kind in (({"players": 5}, Refusal), ({"goal": "hundred"}, ValueError)):
        with pytest.raises(kind):
            aec(**options)


def test_the_check_says_what_has_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong() -> None:
        raise AssertionError("not so")

    monkeypatch.setattr(check, "checks", lambda games: [("one", lambda: None), ("other", wrong)])
    assert check.main(["cinco"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "passed  one",
        "failed  other: AssertionError: not so",
        "1 failed",
    ]
    assert check.main(["chess"]) == 2
