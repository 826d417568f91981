"""Pairs of the least total cost among any number of people. Pure."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations


def cheapest_pairs(count: int, cost: Callable[[int, int], int]) -> tuple[tuple[int, int], ...]:
    """Pair all of 0 … ``count`` - 1 so that the sum of the pairs' costs is the least.

    ``count`` is even, and costs are integers, 0 and more, however great. The lower number of a pair comes
    first, and the pairs are in the order of those. Of several sets of equal cost it may be any.
    """
    # It takes a tenth of a second to import, and most nodes pair nobody.
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from(
        (one, other, -cost(one, other)) for one, other in combinations(range(count), 2)
    )
    # With integer weights the matching is exact.
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in pairs))
