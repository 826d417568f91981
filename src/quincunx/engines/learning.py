"""The interface of a game to programs that learn: observations as bytes, and batches of games.

A game that offers them has :attr:`quincunx.core.game.Game.learning`, which imports its :class:`Learning`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT")
OptionsT_contra = TypeVar("OptionsT_contra", contravariant=True)


class Encoding(Protocol[OptionsT_contra, ViewT]):
    """Observations of a seat as bytes. Their meaning never changes; a new meaning gets a new name."""

    def shape(self, options: OptionsT_contra, /) -> tuple[int, ...]:
        """Return the shape of an array with an observation's bytes."""
        ...

    def parts(self, options: OptionsT_contra, /) -> tuple[tuple[str, int], ...]:
        """Return the name of each plane, or part, and its number of bytes, in order."""
        ...

    def encode(self, view: ViewT, /) -> bytes:
        """Return the observation of the view's own seat, part after part. Raises ``ValueError`` for the
        view of a spectator, and for numbers beyond what a byte, or two, can hold."""
        ...

    def decode(self, data: bytes, /) -> ViewT:
        """Return the view that was encoded."""
        ...


def slices(parts: Iterable[tuple[str, int]]) -> dict[str, slice]:
    """Return where each part of an observation lies in its bytes, by name."""
    found: dict[str, slice] = {}
    end = 0
    for name, size in parts:
        found[name] = slice(end, end := end + size)
    return found


@dataclass(frozen=True, kw_only=True)
class Learning(Generic[OptionsT, ViewT]):
    """A game's offer to programs that learn."""

    encodings: Mapping[str, Encoding[OptionsT, ViewT]]
    """The encodings by name. ``plain`` holds exactly what the view holds."""
    kernels: Callable[..., Any] | None = None
    """Imports numba and returns a class of :class:`quincunx.engines.batches.Kernels`. Its arguments are the
    options; a number, not 0, for each game, and one more for samples; the policies of the seats after the
    caller's, if there are opponents; and the encoding's name. ``None``: the game has no batches."""
    precompile: Callable[[], None] | None = None
    """Compile the kernels of batches, or load them from the cache."""
    policies: Mapping[str, int] = field(default_factory=dict[str, int])
    """The opponents that kernels play, by name."""


AnyLearning = Learning[Any, Any]
"""Packages that handle games of any kind know no narrower types."""
