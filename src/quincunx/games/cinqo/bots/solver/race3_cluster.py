"""The race of three solved by all cores of a Ray cluster.

Every worker has a whole array of its own: 16 MB. With its share of the next sum's triples it receives the
results of all workers for the last sum, so little data is sent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quincunx.core.sentence import sentence
from quincunx.engines.cluster import NoRay, connect, cores
from quincunx.games.cinqo.bots.kernels.encode import tables
from quincunx.games.cinqo.bots.solver.race3 import Wins, shares, solve_some

News = tuple[NDArray[np.int64], NDArray[np.float64]]
"""Triples and their worths."""


def put(wins: Wins, news: News) -> None:
    """Enter these triples into the array."""
    triples, values = news
    wins[triples[:, 0], triples[:, 1], triples[:, 2]] = values


class Worker:
    """One core of the cluster."""

    def __init__(self, wins: Wins) -> None:
        self._wins = wins.copy()

    def solve(self, news: News | None, triples: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``[n, 2]``: the worths of these triples, after entering the news."""
        if news is not None:
            put(self._wins, news)
        solve_some(tables(), self._wins, np.ascontiguousarray(triples))
        return self._wins[triples[:, 0], triples[:, 1], triples[:, 2]]


class Cluster:
    """All cores of the cluster at an address. Raises :class:`quincunx.engines.cluster.NoRay`."""

    def __init__(self, address: str) -> None:
        self._ray = connect(address)
        self._workers: list[Any] = []
        self._wins: Wins = np.empty(0)
        self._news: Any = None

    def load_solved(self, wins: Wins) -> None:
        self._wins = wins
        kept, made = self._ray.put(wins), self._ray.remote(Worker)
        self._workers = [made.remote(kept) for _ in range(cores(self._ray))]

    def solve(self, triples: NDArray[np.int64]) -> None:
        # A worker without a share gets the news all the same.
        parts = shares(triples, len(self._workers))
        parts += [triples[:0]] * (len(self._workers) - len(parts))
        try:
            found = self._ray.get(
                [
                    worker.solve.remote(self._news, part)
                    for worker, part in zip(self._workers, parts, strict=True)
                ]
            )
        except self._ray.exceptions.RayError as error:
            raise NoRay(
                sentence(
                    "The Ray cluster lost a worker. Run the same command to continue from the checkpoint."
                )
            ) from error
        news = (triples, np.concatenate(found))
        put(self._wins, news)
        self._news = self._ray.put(news)
