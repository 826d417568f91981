"""A bot for Cinco that learns by playing: proximal policy optimization with JAX, on one core.

    pip install "quincunx[cli,bots]" jax optax
    python learn.py 20                                 # CPU minutes; writes learned.npz
    quincunx arena cinco --bots "greedy;py:learn:bot"  # in this folder

One small network judges each space, another each card; the product is what a move is worth.
"""

import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import jax
import jax.numpy as jnp
import numpy as np
import optax

from quincunx import rl

FILE = Path(__file__).with_name("learned.npz")
LESSONS = {
    0: {"random": 512},
    30: {"random": 64, "lines": 448},
    300: {"random": 32, "lines": 96, "greedy": 384},
}
"""From which CPU second each opponent plays how many of the games."""
GAMES, STEPS, SAMPLES = 512, 32, 256
FADE, CLIP, CURIOSITY, COOL = 0.95, 0.2, 0.01, 0.3
NUMBERS = jnp.arange(1, 91) / 90
OPTIMIZER = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1e-3))
SHAPES = {"space": (15, 32), "deeper": (32, 32), "board": (68, 64), "card": (72, 32)}
SHAPES |= {"of_card": (32, 24), "to_space": (32, 24), "to_turn": (64, 3), "to_spending": (32, 2)}


def new_network(key):
    """Return random weights; those of the last layers are small, so that all moves begin alike."""
    net = {}
    for name, shape in SHAPES.items():
        key, now = jax.random.split(key)
        scale = (0.1 if name.startswith("to_") else 1) / np.sqrt(shape[0])
        net[name] = (scale * jax.random.normal(now, shape), jnp.zeros(shape[1]))
    return net


def judge(net, observations, masks):
    """Return the logits of all moves, ``[n, 366]``, and the expected rewards, ``[n]``."""

    def layer(name, *parts):
        return jnp.concatenate(parts, -1) @ net[name][0] + net[name][1]

    relu, x = jax.nn.relu, jnp.asarray(observations, jnp.float32)
    numbers, tokens, hand = x[:, 0], x[:, 1:3].sum(1), x[:, 4]
    fixed = jnp.stack([jnp.broadcast_to(NUMBERS, hand.shape), 1 - tokens], 1)
    planes = jnp.concatenate([x[:, 1:4], x[:, 7:8], x[:, 8:17] / 3, fixed], 1)
    spaces = relu(layer("deeper", relu(layer("space", planes.swapaxes(1, 2)))))
    counts = numbers[:, jnp.array([8, 13, 14, 6])] / jnp.array([90, 4, 4, 100])
    board = relu(layer("board", spaces.mean(1), spaces.max(1), counts))
    places = jnp.cumsum(hand, 1) * hand  # 1 to 4 where a card of the hand is
    cards = (places[:, None] == jnp.arange(1, 5)[:, None]) @ NUMBERS  # 0 for a place without a card
    powers = jnp.stack([cards, cards**2, cards**3, cards > 0], -1)
    others, context = (jnp.repeat(each[:, None], 4, 1) for each in (cards, board))
    held = relu(layer("card", powers, others, context))
    spending, turn = layer("to_spending", held), layer("to_turn", board)
    plays = jnp.einsum("nck,nsk->ncs", layer("of_card", held), layer("to_space", spaces)) + spending[..., :1]
    by_place = jnp.concatenate([spending[..., 1:], plays], -1).reshape(len(x), -1)
    return jnp.where(masks, jnp.concatenate([turn[:, :2], by_place], 1), -1e9), turn[:, 2]


@jax.jit
def choose(net, observations, masks, key, heat):
    """Draw moves. Return them, the logarithms of their chances, and the expected rewards."""
    logits, worths = judge(net, observations, masks)
    moves = jax.random.categorical(key, logits / heat)
    return moves, jax.nn.log_softmax(logits)[jnp.arange(len(moves)), moves], worths


@jax.jit
def improve(net, state, observations, masks, moves, chances, gains, returns):
    """Make moves likelier that gained more than was expected."""

    def loss(net):
        logits, worths = judge(net, observations, masks)
        logs = jax.nn.log_softmax(logits)
        ratio = jnp.exp(logs[jnp.arange(len(moves)), moves] - chances)
        gained = jnp.minimum(ratio * gains, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gains).mean()
        spread = -jnp.where(masks, jnp.exp(logs) * logs, 0).sum(1).mean()
        return 0.5 * ((worths - returns) ** 2).mean() - gained - CURIOSITY * spread

    changes, state = OPTIMIZER.update(jax.grad(loss)(net), state)
    return optax.apply_updates(net, changes), state


def play(net, batches, key, heat=1.0):
    """Make a move in each game. Return what was seen, done, expected and gained, and which games ended."""
    observations = np.concatenate([b.observations for b in batches])
    masks = np.concatenate([b.masks for b in batches])
    moves, chances, worths = (np.asarray(part) for part in choose(net, observations, masks, key, heat))
    rewards, ends, at = np.zeros(len(moves), np.float32), np.zeros(len(moves), bool), 0
    for b in batches:
        here, seats = slice(at, at := at + b.num_envs), b.seats.copy()
        b.step(moves[here].astype(np.int64))
        ends[here] = b.terminated | b.truncated
        rewards[here] = b.rewards[np.arange(b.num_envs), seats] * ends[here]
    return observations, masks, moves, chances, worths, rewards, ends


def share(net, opponent, games=512):
    """Return the share of points in so many games."""
    batch = rl.batch("cinco", games, 99, observation="lines", opponents=opponent)
    points, step = np.full(games, np.nan), 0
    while np.isnan(points).any():
        *_, rewards, ends = play(net, [batch], jax.random.key(step), COOL)
        points, step = np.where(ends & np.isnan(points), (rewards + 1) / 2, points), step + 1
    return points.mean()


def learn(minutes):
    """Learn for so many CPU minutes; once a minute print the shares, and write the network."""
    rl.precompile("cinco")
    net, key, random = new_network(jax.random.key(0)), jax.random.key(1), np.random.default_rng(0)
    state, lessons, start, report = OPTIMIZER.init(net), dict(LESSONS), time.process_time(), 60
    while (spent := time.process_time() - start) < 60 * minutes:
        if lessons and spent >= min(lessons):
            mix = lessons.pop(min(lessons)).items()
            batches = [rl.batch("cinco", n, 1, observation="lines", opponents=name) for name, n in mix]
        key, *keys = jax.random.split(key, STEPS + 2)
        seen = [np.stack(part) for part in zip(*(play(net, batches, k) for k in keys), strict=True)]
        *given, worths, rewards, ends = seen
        gains = np.zeros_like(worths)  # generalized advantage estimation (Schulman and others 2016)
        for t in reversed(range(STEPS)):
            gains[t] = rewards[t] - worths[t] + ~ends[t] * (worths[t + 1] + FADE * gains[t + 1])
        given += [(gains - gains[:-1].mean()) / gains[:-1].std(), gains + worths]
        flat = [part[:-1].reshape(-1, *part.shape[2:]) for part in given]
        for some in random.permutation(STEPS * GAMES).reshape(-1, SAMPLES):
            net, state = improve(net, state, *(part[some] for part in flat))
        if time.process_time() - start >= report:
            began = time.process_time()
            shares = {name: round(share(net, name), 3) for name in ("random", "lines", "greedy")}
            print(json.dumps({"seconds": round(began - start)} | shares), flush=True)
            np.savez(FILE, **{f"{name}{i}": net[name][i] for name in SHAPES for i in (0, 1)})
            start, report = start + time.process_time() - began, report + 60  # tests are not learning


if __name__ == "__main__":
    learn(float(sys.argv[1]) if sys.argv[1:] else 20)
