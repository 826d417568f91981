"""Cinco's :class:`~quincunx.core.puzzle.Puzzler`. The kernels are imported when puzzles are looked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from quincunx.core.puzzle import Found, Wanted
from quincunx.games.cinco.types import CincoOptions

if TYPE_CHECKING:
    from quincunx.core.record import Ply


class CincoPuzzler:
    """Facts of the position say what may be a puzzle; simulations say whether it is one."""

    themes: tuple[str, ...] = ("win", "block", "threats", "choose")
    sorts: Mapping[str, tuple[str, ...]] = {
        "win": ("win",),
        "block": ("block",),
        "threats": ("threats",),
        "choose": ("choose-play", "choose-draw", "choose-exchange"),
    }
    tables: tuple[CincoOptions, ...] = (
        CincoOptions(first=0),
        CincoOptions(first=0, joker=True),
        CincoOptions(first=0),
        CincoOptions(players=3, teams=3, first=0),
        CincoOptions(players=4, teams=2, first=0),
    )

    def find(self, plies: Sequence[Ply], options: CincoOptions, wanted: Wanted, seed: str) -> Iterable[Found]:
        from quincunx.games.cinco.puzzles.find import find

        return find(plies, options, wanted, seed)


PUZZLER: Final = CincoPuzzler()
