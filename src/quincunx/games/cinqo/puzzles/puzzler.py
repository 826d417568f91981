"""Cinq-O's :class:`~quincunx.core.puzzle.Puzzler`. The kernels are imported when puzzles are looked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from quincunx.core.puzzle import Found, Wanted
from quincunx.games.cinqo.puzzles.sorts import SHARES, SORTS_OF_THEMES
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.games.cinqo.view import view

if TYPE_CHECKING:
    from quincunx.core.study import Study
    from quincunx.core.values import Ply
    from quincunx.games.cinqo.state import CinqoState


class CinqoPuzzler:
    """Searches every keep of a game by its solution, for one and two players."""

    themes: tuple[str, ...] = tuple(SORTS_OF_THEMES)
    sorts: Mapping[str, tuple[str, ...]] = SORTS_OF_THEMES
    shares: Mapping[str, float] = SHARES
    levels: tuple[str, ...] = ("expert", "master")
    tables: tuple[CinqoOptions, ...] = (
        CinqoOptions(players=2),
        CinqoOptions(players=1),
        CinqoOptions(players=2, goal="rounds", rounds=3),
        CinqoOptions(players=2),
        CinqoOptions(players=1),
        CinqoOptions(players=2, goal="rounds", rounds=5),
    )

    def find_puzzles(
        self, plies: Sequence[Ply], options: CinqoOptions, wanted: Wanted, seed: str
    ) -> Iterable[Found]:
        from quincunx.games.cinqo.puzzles.find import find_puzzles

        return find_puzzles(plies, options, wanted, seed)

    def sort(self, study: Study, states: Sequence[CinqoState]) -> str:
        from quincunx.games.cinqo.puzzles.find import sort_of_study

        return sort_of_study(study, states)

    def shape(self, study: Study, states: Sequence[CinqoState]) -> str:
        from quincunx.games.cinqo.puzzles.shape import shape

        return shape(view(states[-1], states[-1].seat), study.theme or "")

    def revised(self, study: Study, states: Sequence[CinqoState]) -> Study:
        from quincunx.games.cinqo.puzzles.find import revised

        return revised(study, states)

    def rating(self, study: Study, states: Sequence[CinqoState]) -> float:
        from quincunx.games.cinqo.puzzles.rating import rating

        return rating(states)


PUZZLER: Final = CinqoPuzzler()
