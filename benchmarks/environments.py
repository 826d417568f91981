"""Steps a second of our environments and of others, measured in one run.

``python -m benchmarks.environments``. A step is a random legal action with the observation and the mask that
follow. Time is the process's time on the processor, of all threads together, so other programs disturb
little. The others come with ``uv run --group bench --extra rl --extra openspiel``; what is missing is said
and left out.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np

from quincunx import rl

SECONDS = 3.0
"""The least processor time of a measurement."""
SIZES = (64, 256, 1024, 4096)


def rate(run: Callable[[], int]) -> float:
    """The steps a second of a function that makes some and returns their number."""
    run()  # compiles
    steps, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        steps += run()
    return steps / spent


def our_batch(game: str, observation: str, size: int) -> Callable[[], int]:
    batch = rl.batch(game, size, 1, observation=observation)
    actions = batch.sample()

    def run() -> int:
        for _ in range(50):
            batch.step(batch.sample(actions))
        return 50 * size

    return run


def pgx_batch(name: str, size: int) -> Callable[[], int]:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env: Any = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def play(state: Any, key: Any) -> Any:
        def one(carried: Any, _: Any) -> Any:
            state, key = carried
            key, choice, chance = jax.random.split(key, 3)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            action = jax.random.categorical(choice, logits, axis=-1)
            state = jax.vmap(step)(state, action, jax.random.split(chance, size))
            return (state, key), state.observation.sum()

        return jax.lax.scan(one, (state, key), None, length=20)

    many: Any = jax.jit(play)
    held = [(jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), size)), jax.random.PRNGKey(2))]

    def run() -> int:
        held[0], shown = many(*held[0])
        jax.block_until_ready(shown)
        return 20 * size

    return run


def spiel(name: str) -> Callable[[], int]:
    import pyspiel

    game, random = pyspiel.load_game(name), Random(1)

    def run() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
            if not state.is_terminal() and not state.is_chance_node():
                state.observation_tensor(state.current_player())
                state.legal_actions_mask(state.current_player())
        return steps

    return run


def zoo(create: Callable[[], Any]) -> Callable[[], int]:
    env, random = create(), np.random.default_rng(1)

    def run() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(int(random.choice(np.flatnonzero(mask))))
            steps += 1
        return steps

    return run


def our_zoo(name: str) -> Any:
    import pettingzoo

    rl.register()
    return pettingzoo.make("aec", f"quincunx/{name}-v0")


def their_zoo() -> Any:
    from importlib import import_module

    import pettingzoo

    import_module("pettingzoo.classic.connect_four.connect_four")  # `make` raises no ImportError
    return pettingzoo.make("aec", "classic/connect_four_v3")


def spiel_game(module: str, name: str) -> Callable[[], int]:
    from importlib import import_module

    import_module(module)
    return spiel(name)


def measurements() -> Iterator[tuple[str, Callable[[], Callable[[], int]]]]:
    """Each measurement's name, and what prepares it."""
    for game, observation in (("cinco", "plain"), ("cinco", "lines"), ("cinqo", "plain"), ("cinqo", "now")):
        for size in SIZES:
            title = f"rl.batch {game} {observation}, {size} games"
            yield title, partial(our_batch, game, observation, size)
    for name in ("hex", "connect_four"):
        for size in SIZES[1:]:
            yield f"Pgx {name}, {size} games", partial(pgx_batch, name, size)
    yield "OpenSpiel havannah (C++)", lambda: spiel("havannah")
    for name in ("cinco", "cinqo"):
        module = f"quincunx.games.{name}.learning.spiel"
        yield f"OpenSpiel {name}", partial(spiel_game, module, f"python_{name}")
    yield "PettingZoo connect_four_v3", lambda: zoo(their_zoo)
    for name in ("cinco", "cinqo"):
        yield f"PettingZoo {name}", partial(zoo, partial(our_zoo, name))


def best(rates: dict[str, float], beginning: str) -> float | None:
    """The best rate of the measurements whose name begins so; ``None`` if there is none."""
    return max((rate for name, rate in rates.items() if name.startswith(beginning)), default=None)


RATIOS = (
    ("rl.batch cinco plain", "Pgx hex"),
    ("rl.batch cinco plain", "Pgx connect_four"),
    ("rl.batch cinco plain", "OpenSpiel havannah"),
    ("rl.batch cinqo plain", "Pgx hex"),
    ("PettingZoo cinco", "PettingZoo connect_four"),
    ("PettingZoo cinqo", "PettingZoo connect_four"),
)


def main() -> None:
    rates: dict[str, float] = {}
    for name, prepare in measurements():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                rates[name] = rate(prepare())
        except ImportError as error:
            print(f"{name:42} left out: {error}", flush=True)
        else:
            print(f"{name:42} {rates[name]:12,.0f} steps/s", flush=True)
    for ours, other in RATIOS:
        our_best, their_best = best(rates, ours), best(rates, other)
        if our_best and their_best:
            print(f"{ours} / {other}: {our_best / their_best:.1f} ×")
    for game in ("cinco plain", "cinco lines", "cinqo plain", "cinqo now"):
        most = best(rates, f"rl.batch {game}")
        if most:
            share = rates[f"rl.batch {game}, 4096 games"] / most
            print(f"rl.batch {game}: {share:.0%} of the best rate at 4,096 games")


if __name__ == "__main__":
    main()
