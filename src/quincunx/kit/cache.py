"""A bounded cache that loads each missing value once and never stores a value that was invalidated."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

import cachetools

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Least-recently-used values by key, each for at most ``ttl`` (in the unit of ``timer``: seconds).

    ``max_size`` bounds the sum of ``size_of`` over all values; by default each value counts as 1. A value
    larger than ``max_size`` is returned but not stored; nor is ``None``.

    An invalidation starts a new generation. A load begun in an older generation still answers the callers
    that were already waiting for it, but its result is not stored. Later callers start a load of their own.
    """

    def __init__(
        self,
        max_size: float,
        ttl: float | None = None,
        size_of: Callable[[V], float] | None = None,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._values: cachetools.Cache[K, V] = (
            cachetools.LRUCache(max_size, size_of)
            if ttl is None
            else cachetools.TTLCache(max_size, ttl, timer, size_of)
        )
        # A load that is no longer listed here belongs to an older generation of its key.
        self._loads: dict[K, asyncio.Task[V]] = {}

    def __len__(self) -> int:
        return len(self._values)

    @property
    def loading(self) -> int:
        """The number of loads under way in the present generation."""
        return len(self._loads)

    def is_loading(self, key: K) -> bool:
        """Return whether a caller would now join a load under way."""
        return key in self._loads

    def peek(self, key: K) -> V | None:
        """Return the stored value, or ``None``."""
        return self._values.get(key)

    async def get(self, key: K, load: Callable[[], Awaitable[V]]) -> V:
        """Return the stored value, or the result of ``load``, which runs once for all concurrent callers.

        A caller that is cancelled does not cancel the load. An error of ``load`` is raised in every waiting
        caller and is not stored.
        """
        found = self._values.get(key)
        if found is not None:
            return found
        task = self._loads.get(key)
        if task is None:
            task = self._loads[key] = asyncio.ensure_future(self._load(key, load))
            task.add_done_callback(lambda done: self._ended(key, done))
        return await asyncio.shield(task)

    def put(self, key: K, value: V) -> None:
        """Store a current value; a load under way for this key will not replace it."""
        self._loads.pop(key, None)
        self._store(key, value)

    def invalidate(self, key: K) -> None:
        """Drop one value, and discard the result of a load under way."""
        self._loads.pop(key, None)
        self._values.pop(key, None)

    def invalidate_if(self, is_stale: Callable[[K], bool]) -> None:
        """Invalidate all keys for which ``is_stale`` returns true, including those being loaded."""
        for key in [key for key in {*self._values, *self._loads} if is_stale(key)]:
            self.invalidate(key)

    def clear(self) -> None:
        """Drop all values, and discard the results of all loads under way."""
        self._loads.clear()
        self._values.clear()

    def items(self) -> list[tuple[K, V]]:
        """Return the stored keys and values."""
        return list(self._values.items())

    async def _load(self, key: K, load: Callable[[], Awaitable[V]]) -> V:
        task = asyncio.current_task()
        value = await load()
        # Stored here and not by a callback: a caller who asks between the end of a task and its callbacks
        # gets the value at once, and may look whether it is stored.
        if self._loads.get(key) is task:
            self.put(key, value)
        return value

    def _ended(self, key: K, task: asyncio.Task[V]) -> None:
        if self._loads.get(key) is task:
            del self._loads[key]
        # Reading the error keeps asyncio from reporting one that no caller awaits any more.
        if not task.cancelled():
            task.exception()

    def _store(self, key: K, value: V) -> None:
        self._values.pop(key, None)
        if value is not None and self._values.getsizeof(value) <= self._values.maxsize:
            self._values[key] = value
