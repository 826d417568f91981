"""Random numbers for kernels: xorshift64* (Vigna 2014), the same on every machine."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.engines.kernel_cache import kernel

Xorshift = NDArray[np.uint64]
"""``uint64[1]``, never 0: the state of a generator."""

_MULTIPLIER: Final = np.uint64(0x2545F4914F6CDD1D)
_GOLDEN: Final = 0x9E3779B97F4A7C15


def seeded(seed: int) -> Xorshift:
    """Return a generator; nearby seeds give unrelated ones (one step of splitmix64)."""
    mixed = (seed + 1) * _GOLDEN & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return np.array([(mixed ^ mixed >> 31) or 1], np.uint64)


@kernel
def below(state: Xorshift, bound: int) -> int:
    """Return a number in ``range(bound)``, for bounds below 2³¹; its bias is less than bound / 2³²."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    high = (x * _MULTIPLIER) >> np.uint64(32)
    return np.int64((high * np.uint64(bound)) >> np.uint64(32))  # type: ignore[return-value]
