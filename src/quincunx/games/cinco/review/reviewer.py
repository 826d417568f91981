"""Cinco's :class:`~quincunx.core.review.Reviewer`. The kernels are imported when a review is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from quincunx.core.review import USUAL, Effort, Findings, Scale, Why, Working
from quincunx.games.cinco.types import CincoMove, CincoOptions, CincoView

if TYPE_CHECKING:
    from quincunx.core.values import Ply


class CincoReviewer:
    """Judges every choice by simulations, from the information of its seat."""

    engine: str = "cinco-6"
    kinds: tuple[str, ...] = ("play", "draw", "exchange")
    mean_losses: Mapping[Scale, tuple[float, ...]] = {
        "chance": (0.0665, 0.0529, 0.0405, 0.0254, 0.0229, 0.0082),
    }
    discreet_reasons: frozenset[str] = frozenset(
        {"wins-less", "wastes", "stands-alone", "leaves-little", "last-card", "keeps-hand"}
    )
    lacks: Mapping[str, frozenset[str]] = {
        "wins": frozenset(),
        "blocks": frozenset({"team"}),
        "blocks-likelier": frozenset(),
        "two-threats": frozenset(),
        "threatens": frozenset(),
        "takes-double": frozenset({"team"}),
        "breaks": frozenset({"team"}),
        "builds": frozenset(),
        "joins": frozenset(),
        "hinders": frozenset({"team"}),
        "keeps-low": frozenset(),
        "same-space": frozenset(),
        "more-lines": frozenset(),
    }

    def findings(
        self, plies: Sequence[Ply], options: CincoOptions, effort: Effort = USUAL
    ) -> Working[Findings]:
        from quincunx.games.cinco.review.judge import findings

        return findings(plies, options, effort)

    def reasons(self, view: CincoView, best: CincoMove, other: CincoMove) -> tuple[Why, ...]:
        from quincunx.games.cinco.review.reasons import reasons

        return reasons(view, best, other)


REVIEWER: Final = CincoReviewer()
