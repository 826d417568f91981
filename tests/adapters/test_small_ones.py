"""Entropy and the clock."""

from __future__ import annotations

import time

from quincunx.adapters.clock import SteadyClock
from quincunx.adapters.entropy import SystemEntropy


def test_seeds_and_names_are_long_and_never_the_same() -> None:
    entropy = SystemEntropy()
    seeds, names = {entropy.seed() for _ in range(1_000)}, {entropy.name() for _ in range(1_000)}
    assert len(seeds) == len(names) == 1_000
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)
    assert all(len(name) >= 22 for name in names)


def test_the_clock_counts_milliseconds() -> None:
    assert abs(SteadyClock().now() - time.time() * 1000) < 1000
