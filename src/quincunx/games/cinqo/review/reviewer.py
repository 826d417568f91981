"""Cinq-O's :class:`~quincunx.core.review.Reviewer`. The kernels are imported when a review is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from quincunx.core.review import USUAL, Effort, Findings, Scale, Why, Working
from quincunx.games.cinqo.types import CinqoMove, CinqoOptions, CinqoView

if TYPE_CHECKING:
    from quincunx.core.values import Ply


class CinqoReviewer:
    """Judges every roll and every keep by the solution of the game or the documented estimates."""

    engine: str = "cinqo-3"
    kinds: tuple[str, ...] = ("keep",)
    mean_losses: Mapping[Scale, tuple[float, ...]] = {
        "chance": (0.0567, 0.0482, 0.0355, 0.0232, 0.0170, 0.0),
        "rounds": (0.296, 0.242, 0.184, 0.144, 0.081, 0.0),
    }
    discreet_reasons: frozenset[str] = frozenset({"wins-less", "takes-longer"})
    lacks: Mapping[str, frozenset[str]] = {
        "wins": frozenset(),
        "banks": frozenset(),
        "straight": frozenset(),
        "has-straight": frozenset(),
        "keeps-high": frozenset({"hilo"}),
        "keeps-low": frozenset({"hilo"}),
        "boxes": frozenset({"hilo"}),
        "hilo-again": frozenset({"hilo"}),
        "rolls-more": frozenset(),
        "keeps-more": frozenset(),
        "sure-of": frozenset({"count", "chance"}),
        "reaches-more": frozenset({"best", "chance"}),
        "scores-more": frozenset({"count", "best", "chance"}),
        "more-points": frozenset({"points"}),
        "not-for-points": frozenset(),
        "fewer-rounds": frozenset(),
    }

    def findings(
        self, plies: Sequence[Ply], options: CinqoOptions, effort: Effort = USUAL
    ) -> Working[Findings]:
        from quincunx.games.cinqo.review.judge import findings

        return findings(plies, options, effort)

    def reasons(self, view: CinqoView, best: CinqoMove, other: CinqoMove) -> tuple[Why, ...]:
        from quincunx.games.cinqo.review.reasons import reasons

        return reasons(view, best, other)


REVIEWER: Final = CinqoReviewer()
