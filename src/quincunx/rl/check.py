"""The frameworks' own checks on our environments, in every seating and variant.

``python -W error -m quincunx.rl.check`` runs them all; a game's name as an argument selects it.
"""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import gymnasium
import msgspec
import numpy as np
import pettingzoo
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from quincunx.games import GAMES, game_of
from quincunx.rl.observations import learning_of
from quincunx.rl.register import gymnasium_id, register
from quincunx.rl.setups import all_options

with warnings.catch_warnings():
    # PettingZoo's own checks import an environment of its own in a way that it has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

Check = tuple[str, Callable[[], None]]


CYCLES = 200
"""The length of PettingZoo's checks, in moves of each agent."""


def checks(games: Sequence[str]) -> Iterator[Check]:
    """Return every check of these games, with a title."""
    for name in games:
        for options in all_options(name):
            yield from checks_of(name, options)


def checks_of(name: str, options: msgspec.Struct, cycles: int = CYCLES) -> Iterator[Check]:
    """Return the checks of a game with these options, each with a title."""
    register()
    given = {field: value for field, value in msgspec.structs.asdict(options).items() if value is not None}
    title = f"{name} {' '.join(f'{field}={value}' for field, value in given.items())}"
    for encoding in learning_of(game_of(options)).encodings:
        aec = partial(pettingzoo.make, "aec", f"quincunx/{name}-v0", observation=encoding, **given)
        gym_id = f"quincunx.rl:{gymnasium_id(name)}"
        env = partial(gymnasium.make, gym_id, observation=encoding, **given)
        vector = partial(gymnasium.make_vec, gym_id, 3, observation=encoding, **given)
        yield f"PettingZoo, api and seed: {title}, {encoding}", partial(_aec, aec, cycles)
        yield f"Gymnasium: {title}, {encoding}", partial(_env, env)
        yield f"Gymnasium, vector: {title}, {encoding}", partial(_vector, vector)
    yield f"PettingZoo, render: {title}", partial(render_test, aec)


def _aec(create: Callable[[], Any], cycles: int) -> None:
    api_test(create(), num_cycles=cycles)
    seed_test(create, num_cycles=cycles)


def _env(create: Callable[[], Any]) -> None:
    check_env(create().unwrapped)


def _vector(create: Callable[..., Any]) -> None:
    """Play in each mode, as Gymnasium has no check of its own for native vector environments."""
    for mode in AutoresetMode:
        envs = create(autoreset_mode=mode)
        observations, infos = envs.reset(seed=1)
        ended = np.zeros(envs.num_envs, np.bool_)
        games = 0
        while games < envs.num_envs:
            assert observations in envs.observation_space
            if mode is AutoresetMode.DISABLED and ended.any():
                observations, infos = envs.reset(options={"reset_mask": ended})
            assert infos["action_mask"].any(axis=1).all() or mode is AutoresetMode.NEXT_STEP
            observations, rewards, terminated, truncated, infos = envs.step(envs.unwrapped.sample())
            ended = terminated | truncated
            games += int(ended.sum())
            assert (np.abs(rewards[~ended]) == 0).all()
        envs.close()


def main(arguments: Sequence[str]) -> int:
    """Run the checks, a line for each. Return 1 if one has failed."""
    unknown = [name for name in arguments if name not in GAMES]
    if unknown:
        print(f"Unknown game “{unknown[0]}”. Choose from {', '.join(GAMES)}.", file=sys.stderr)
        return 2
    failed = 0
    for title, check in checks(arguments or tuple(GAMES)):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                check()
        except Exception as error:
            failed += 1
            print(f"failed  {title}: {type(error).__name__}: {error}", flush=True)
        else:
            print(f"passed  {title}", flush=True)
    print(f"{failed} failed" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
