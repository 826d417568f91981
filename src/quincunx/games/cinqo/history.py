"""A persistent list of finished turns: each state shares the earlier ones, so adding one copies nothing."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.games.cinqo.types import TurnResult


class History:
    """An immutable list of turns, oldest first. Adding is O(1) whatever the length. Reading all of it is
    O(n), and almost free if it, or a slightly shorter one, has just been read."""

    __slots__ = ("before", "cached", "length", "newest")

    def __init__(self, before: History | None = None, last: TurnResult | None = None) -> None:
        """Empty without arguments; otherwise ``before`` and one more turn."""
        self.before = before
        self.newest = last
        self.length: int = 0 if before is None else before.length + 1
        self.cached: tuple[TurnResult, ...] | None = () if before is None else None
        """All turns, if they have been read; only the newest of a game's histories keeps the tuple."""

    def add(self, result: TurnResult) -> History:
        """Return the history with one more turn; this one stays unchanged."""
        return History(self, result)

    @property
    def last(self) -> TurnResult:
        """The newest turn. Raises ``IndexError`` if there is none."""
        if self.newest is None:
            raise IndexError("no turn has been finished")
        return self.newest

    def __len__(self) -> int:
        return self.length

    def __reversed__(self) -> Iterator[TurnResult]:
        at: History | None = self
        while at is not None and at.newest is not None:
            yield at.newest
            at = at.before

    def __iter__(self) -> Iterator[TurnResult]:
        return iter(self.all())

    def all(self) -> tuple[TurnResult, ...]:
        """The turns as a tuple."""
        newer: list[TurnResult] = []
        at = self
        while (known := at.cached) is None:
            assert at.before is not None  # the first history has its empty tuple
            assert at.newest is not None
            newer.append(at.newest)
            at = at.before
        if newer:
            # A long game has one such tuple, not one for each of its turns.
            at.cached = () if at.before is None else None
            known = self.cached = (*known, *reversed(newer))
        return known

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return self.length == other.length and all(
            mine is theirs or mine == theirs
            for mine, theirs in zip(reversed(self), reversed(other), strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"History({list(self)})"
