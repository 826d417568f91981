"""The bot that examples/learn.py learned, with the network beside it.

quincunx arena cinco --bots "greedy;py:learned_bot:bot"
"""

import os
from functools import cache

import jax
import numpy as np
from learn import COOL, FILE, SHAPES, choose

from quincunx import rl


@cache
def network():
    """Return the network that was learned."""
    with np.load(FILE) as file:
        return {name: (file[f"{name}0"], file[f"{name}1"]) for name in SHAPES}


def bot(view):
    """Return the move that the network draws."""
    actions, mask = rl.compact(view), np.frombuffer(rl.mask(view), np.uint8)[None] > 0
    seen = np.frombuffer(rl.observation(view, "lines"), np.uint8).reshape(1, 17, 90)
    key = jax.random.key(int.from_bytes(os.urandom(4), "big"))
    return actions.move_of(view, int(choose(network(), seen, mask, key, COOL)[0][0]))
