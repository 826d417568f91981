"""Weighted matching among any number of people, by networkx. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations


def cheapest_pairs(count: int, cost: Callable[[int, int], int]) -> tuple[tuple[int, int], ...]:
    """Pair all of 0 … ``count`` - 1 so that the sum of the pairs' costs is minimal.

    ``count`` is even, and costs are non-negative integers of any size. The lower number of a pair comes
    first, and the pairs are sorted by it. Of several solutions of equal cost any may be returned.
    """
    return tuple(heaviest_pairs({pair: -cost(*pair) for pair in combinations(range(count), 2)}))


def heaviest_pairs(weights: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """As many of these pairs as possible without a common member, with the greatest sum of weights.

    Weights are integers of any size, so the matching is exact. The lower number of a pair comes first, and
    the pairs are sorted. Of several equal solutions any may be returned.
    """
    # Imported here: it takes a tenth of a second, and most nodes pair nobody.
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in weights.items())
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in pairs)
