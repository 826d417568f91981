"""Pairs of the least cost among any number of people: Edmonds' blossoms, with duals, in O(n³). Pure.

After Z. Galil, “Efficient algorithms for finding maximum matching in graphs”, ACM Computing Surveys (1986).
Numbers are Python's own, so costs of different rank may be put into one number, however great.
Vertices are counted from 1 and blossoms on from there; 0 is none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Edge = tuple[int, int, int]
"""From a vertex, to a vertex, and what it is worth."""
_FREE, _OUTER, _INNER = -1, 0, 1
"""Whether a vertex or blossom is in no tree, an even number of steps from its root, or an odd one."""


def cheapest_pairs(count: int, cost: Callable[[int, int], int]) -> tuple[tuple[int, int], ...]:
    """All of 0 … ``count`` - 1, which is even, in pairs whose costs (0 and more) come to the least in all;
    the lower one of a pair first, in the order of those."""
    costs = {(one, other): cost(one, other) for one in range(count) for other in range(one + 1, count)}
    # Every pair is worth so much that one pair more outweighs all costs; doubled, halves stay whole.
    most = 1 + (1 + max(costs.values(), default=0)) * (count + 1)
    worth = {pair: 2 * (most - cost) for pair, cost in costs.items()}
    partners = _Matching(count, worth).solve()
    return tuple((one, other) for one, other in enumerate(partners) if one < other)


class _Matching:
    """One problem. Alternating trees grow from all free vertices at once; duals change until an edge is tight
    that makes a tree grow, closes an odd circle (a blossom, from then on a vertex) or joins two trees."""

    def __init__(self, count: int, worth: dict[tuple[int, int], int]) -> None:
        size = 2 * count + 1
        self._count = count
        self._used = count
        """The highest number of a vertex or blossom so far."""
        self._edges = [[(u, v, 0) for v in range(size)] for u in range(size)]
        for (one, other), value in worth.items():
            self._edges[one + 1][other + 1] = one + 1, other + 1, value
            self._edges[other + 1][one + 1] = other + 1, one + 1, value
        self._dual = [max(worth.values(), default=0)] * (count + 1) + [0] * count
        self._dual[0] = 0
        self._partner = [0] * size
        self._slack = [0] * size
        """For each top: the vertex outside it whose edge to it is nearest to being tight."""
        self._top = list(range(count + 1)) + [0] * count
        """The outermost blossom that a vertex or blossom is in; 0 for a number that is free."""
        self._parent = [0] * size
        self._label = [_FREE] * size
        self._visited = [0] * size
        self._visits = 0
        self._within = [[u if u == v and 0 < u <= count else 0 for v in range(size)] for u in range(size)]
        """The part of a blossom that holds a vertex."""
        self._parts: list[list[int]] = [[] for _ in range(size)]
        """A blossom's circle, its base first."""
        self._queue: deque[int] = deque()

    def solve(self) -> list[int]:
        """Everybody's partner, counted from 0."""
        while self._augment_once():
            pass
        return [self._partner[vertex] - 1 for vertex in range(1, self._count + 1)]

    # ---- edges and duals ---------------------------------------------------------------------------------

    def _gap(self, edge: Edge) -> int:
        """How far an edge is from being tight."""
        u, v, _ = edge
        return self._dual[u] + self._dual[v] - 2 * self._edges[u][v][2]

    def _note_slack(self, u: int, top: int) -> None:
        nearest = self._slack[top]
        if not nearest or self._gap(self._edges[u][top]) < self._gap(self._edges[nearest][top]):
            self._slack[top] = u

    def _find_slack(self, top: int) -> None:
        self._slack[top] = 0
        for u in range(1, self._count + 1):
            is_outer = self._top[u] != top and self._label[self._top[u]] == _OUTER
            if self._edges[u][top][2] > 0 and is_outer:
                self._note_slack(u, top)

    # ---- blossoms ----------------------------------------------------------------------------------------

    def _enqueue(self, x: int) -> None:
        if x <= self._count:
            self._queue.append(x)
        else:
            for part in self._parts[x]:
                self._enqueue(part)

    def _set_top(self, x: int, top: int) -> None:
        self._top[x] = top
        if x > self._count:
            for part in self._parts[x]:
                self._set_top(part, top)

    def _even_way(self, blossom: int, part: int) -> int:
        """The place of a part in a blossom's circle, which is turned so that the way to it is even."""
        place = self._parts[blossom].index(part)
        if place % 2 == 0:
            return place
        self._parts[blossom][1:] = reversed(self._parts[blossom][1:])
        return len(self._parts[blossom]) - place

    def _match(self, u: int, v: int) -> None:
        edge = self._edges[u][v]
        self._partner[u] = edge[1]
        if u <= self._count:
            return
        part = self._within[u][edge[0]]
        way = self._even_way(u, part)
        for place in range(way):
            self._match(self._parts[u][place], self._parts[u][place ^ 1])
        self._match(part, v)
        self._parts[u] = self._parts[u][way:] + self._parts[u][:way]

    def _augment(self, u: int, v: int) -> None:
        while True:
            following = self._top[self._partner[u]]
            self._match(u, v)
            if not following:
                return
            self._match(following, self._top[self._parent[following]])
            u, v = self._top[self._parent[following]], following

    def _common_ancestor(self, u: int, v: int) -> int:
        self._visits += 1
        while u or v:
            if u:
                if self._visited[u] == self._visits:
                    return u
                self._visited[u] = self._visits
                u = self._top[self._partner[u]]
                if u:
                    u = self._top[self._parent[u]]
            u, v = v, u
        return 0

    def _branch(self, x: int, ancestor: int) -> list[int]:
        """The way up to an ancestor; what was inner on it is outer now."""
        found: list[int] = []
        while x != ancestor:
            inner = self._top[self._partner[x]]
            found += [x, inner]
            self._enqueue(inner)
            x = self._top[self._parent[inner]]
        return found

    def _shrink(self, u: int, ancestor: int, v: int) -> None:
        """Make a blossom of the circle that an edge has closed."""
        blossom = next(
            (b for b in range(self._count + 1, self._used + 1) if not self._top[b]), self._used + 1
        )
        self._used = max(self._used, blossom)
        self._dual[blossom], self._label[blossom] = 0, _OUTER
        self._partner[blossom] = self._partner[ancestor]
        up = self._branch(u, ancestor)
        self._parts[blossom] = [ancestor, *reversed(up), *self._branch(v, ancestor)]
        self._set_top(blossom, blossom)
        self._join_edges(blossom)
        self._find_slack(blossom)

    def _join_edges(self, blossom: int) -> None:
        edges, within = self._edges, self._within[blossom]
        for x in range(1, self._used + 1):
            edges[blossom][x] = blossom, x, 0
            edges[x][blossom] = x, blossom, 0
        for x in range(1, self._count + 1):
            within[x] = 0
        for part in self._parts[blossom]:
            for x in range(1, self._used + 1):
                known = edges[blossom][x]
                if known[2] == 0 or self._gap(edges[part][x]) < self._gap(known):
                    edges[blossom][x], edges[x][blossom] = edges[part][x], edges[x][part]
            for x in range(1, self._count + 1):
                if self._within[part][x]:
                    within[x] = part

    def _expand(self, blossom: int) -> None:
        """Open an inner blossom: the even way through it stays in the tree."""
        parts = self._parts[blossom]
        for part in parts:
            self._set_top(part, part)
        parent = self._parent[blossom]
        entry = self._within[blossom][self._edges[blossom][parent][0]]
        way = self._even_way(blossom, entry)
        parts = self._parts[blossom]
        for place in range(0, way, 2):
            inner, outer = parts[place], parts[place + 1]
            self._parent[inner] = self._edges[outer][inner][0]
            self._label[inner], self._label[outer] = _INNER, _OUTER
            self._slack[inner] = 0
            self._find_slack(outer)
            self._enqueue(outer)
        self._label[entry], self._parent[entry] = _INNER, parent
        for part in parts[way + 1 :]:
            self._label[part] = _FREE
            self._find_slack(part)
        self._top[blossom] = 0

    # ---- one search --------------------------------------------------------------------------------------

    def _tops(self) -> list[int]:
        return [x for x in range(1, self._used + 1) if self._top[x] == x]

    def _take_tight(self, edge: Edge) -> bool:
        """Whether a tight edge has joined two trees."""
        u, v = self._top[edge[0]], self._top[edge[1]]
        if self._label[v] == _FREE:
            self._parent[v], self._label[v] = edge[0], _INNER
            partner = self._top[self._partner[v]]
            self._slack[v] = self._slack[partner] = 0
            self._label[partner] = _OUTER
            self._enqueue(partner)
        elif self._label[v] == _OUTER:
            ancestor = self._common_ancestor(u, v)
            if not ancestor:
                self._augment(u, v)
                self._augment(v, u)
                return True
            self._shrink(u, ancestor, v)
        return False

    def _augment_once(self) -> bool:
        """One pair more; ``False``: there can be none."""
        self._label = [_FREE] * len(self._label)
        self._slack = [0] * len(self._slack)
        self._queue.clear()
        for x in self._tops():
            if not self._partner[x]:
                self._parent[x], self._label[x] = 0, _OUTER
                self._enqueue(x)
        if not self._queue:
            return False
        while not self._scan():
            if not self._change_duals():
                return False
            if self._take_new_edges():
                return True
            for x in self._tops():
                if x > self._count and self._label[x] == _INNER and self._dual[x] == 0:
                    self._expand(x)
        return True

    def _scan(self) -> bool:
        while self._queue:
            u = self._queue.popleft()
            if self._label[self._top[u]] == _INNER:
                continue
            for v in range(1, self._count + 1):
                edge = self._edges[u][v]
                if edge[2] <= 0 or self._top[u] == self._top[v]:
                    continue
                if self._gap(edge) == 0:
                    if self._take_tight(edge):
                        return True
                else:
                    self._note_slack(u, self._top[v])
        return False

    def _change_duals(self) -> bool:
        """``False`` if nothing is to be gained any more."""
        by = min(self._bounds())
        outer = [u for u in range(1, self._count + 1) if self._label[self._top[u]] == _OUTER]
        if any(self._dual[u] <= by for u in outer):
            return False
        for u in range(1, self._count + 1):
            self._dual[u] += {_OUTER: -by, _INNER: by, _FREE: 0}[self._label[self._top[u]]]
        for x in self._tops():
            if x > self._count:
                self._dual[x] += {_OUTER: 2 * by, _INNER: -2 * by, _FREE: 0}[self._label[x]]
        self._queue.clear()
        return True

    def _bounds(self) -> list[int]:
        """How far duals may change before something happens."""
        found = [max(self._dual) + 1]
        for x in self._tops():
            if x > self._count and self._label[x] == _INNER:
                found.append(self._dual[x] // 2)
            if self._slack[x] and self._label[x] != _INNER:
                gap = self._gap(self._edges[self._slack[x]][x])
                found.append(gap if self._label[x] == _FREE else gap // 2)
        return found

    def _take_new_edges(self) -> bool:
        for x in range(1, self._used + 1):
            slack = self._slack[x]
            if self._top[x] != x or not slack or self._top[slack] == x:
                continue
            if self._gap(self._edges[slack][x]) == 0 and self._take_tight(self._edges[slack][x]):
                return True
        return False
