"""Cinco's :class:`~quincunx.core.puzzle.Puzzler`. The kernels are imported when puzzles are looked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from quincunx.core.puzzle import Found, Wanted
from quincunx.games.cinco.puzzles.sorts import SHARES, SORTS_OF_THEMES
from quincunx.games.cinco.types import CincoOptions

if TYPE_CHECKING:
    from quincunx.core.study import Study
    from quincunx.core.values import Ply
    from quincunx.games.cinco.state import CincoState


class CincoPuzzler:
    """Finds candidates by facts of the position; simulations decide which of them are puzzles."""

    themes: tuple[str, ...] = tuple(SORTS_OF_THEMES)
    sorts: Mapping[str, tuple[str, ...]] = SORTS_OF_THEMES
    shares: Mapping[str, float] = SHARES
    levels: tuple[str, ...] = ("expert", "master")
    # Games of more players take several times as long to measure.
    tables: tuple[CincoOptions, ...] = (
        CincoOptions(first=0),
        CincoOptions(first=0, joker=True),
        CincoOptions(first=0),
        CincoOptions(players=3, teams=3, first=0),
        CincoOptions(first=0),
        CincoOptions(first=0, joker=True),
        CincoOptions(first=0),
        CincoOptions(players=4, teams=2, first=0),
    )

    def find_puzzles(
        self, plies: Sequence[Ply], options: CincoOptions, wanted: Wanted, seed: str
    ) -> Iterable[Found]:
        from quincunx.games.cinco.puzzles.find import find_puzzles

        return find_puzzles(plies, options, wanted, seed)

    def sort(self, study: Study, states: Sequence[CincoState]) -> str:
        from quincunx.games.cinco.puzzles.shape import sort_of_study

        return sort_of_study(study, states[-1])

    def shape(self, study: Study, states: Sequence[CincoState]) -> str:
        from quincunx.games.cinco.puzzles.shape import shape_of_study

        return shape_of_study(study, states[-1])

    def revised(self, study: Study, states: Sequence[CincoState]) -> Study:
        from quincunx.games.cinco.puzzles.answers import revised

        return revised(study, states[-1])

    def rating(self, study: Study, states: Sequence[CincoState]) -> float:
        from quincunx.games.cinco.puzzles.rating import rating

        return rating(study, states[-1])


PUZZLER: Final = CincoPuzzler()
