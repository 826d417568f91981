"""Cinq-O's :class:`~quincunx.core.puzzle.Puzzler`. The kernels are imported when puzzles are looked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from quincunx.core.puzzle import Found, Wanted
from quincunx.games.cinqo.types import CinqoOptions

if TYPE_CHECKING:
    from quincunx.core.study import Study
    from quincunx.core.values import Ply
    from quincunx.games.cinqo.state import CinqoState


class CinqoPuzzler:
    """Searches every keep of a game by its solution, for one and two players."""

    themes: tuple[str, ...] = ("keep", "box", "win")
    sorts: Mapping[str, tuple[str, ...]] = {
        "keep": ("keep-few", "keep-many"),
        "box": ("box-yes", "box-no"),
        "win": ("win",),
    }
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

    def revised(self, study: Study, states: Sequence[CinqoState]) -> Study:
        from quincunx.games.cinqo.puzzles.find import revised

        return revised(study, states)

    def rating(self, study: Study, states: Sequence[CinqoState]) -> float | None:
        """Return ``None``: the levels' tries differ from puzzle to puzzle by more than chance
        (``docs/puzzles.md``)."""
        return None


PUZZLER: Final = CinqoPuzzler()
