"""The legal moves of a view's own seat, from the view alone."""

from __future__ import annotations

from quincunx.games.cinco.types import CincoMove, CincoView, Draw, Exchange, Play


def legal_moves(view: CincoView) -> tuple[CincoMove, ...]:
    """The same moves in the same order as the rules have them; empty when it is not the viewer's turn."""
    moves: list[CincoMove] = []
    if view.why_not_play is None:
        for reach in view.reach:
            moves += [Play(reach.card, space) for space in reach.spaces] or [Play(reach.card, None)]
    if view.why_not_draw is None:
        moves.append(Draw())
    if view.why_not_exchange is None:
        moves.append(Exchange())
    return tuple(moves)
