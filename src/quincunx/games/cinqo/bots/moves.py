"""The legal moves of a view's own seat, from the view alone."""

from __future__ import annotations

from quincunx.games.cinqo.rules import ways_to_put
from quincunx.games.cinqo.types import CinqoMove, CinqoView


def legal_moves(view: CinqoView) -> tuple[CinqoMove, ...]:
    """The same moves in the same order as the rules have them; empty when it is not the viewer's turn."""
    if view.viewer is None or view.to_move != view.viewer:
        return ()
    return ways_to_put(tuple(sorted(view.tray)), view.bank, view.boxed)
