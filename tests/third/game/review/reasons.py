"""The reasons why one move of Trio is better than another, by the cards and the die that its seat sees."""

from __future__ import annotations

from quincunx.core.review import Why
from tests.third.game.state import points
from tests.third.game.types import Play, TrioMove, TrioView


def reasons(view: TrioView, best: TrioMove, other: TrioMove) -> tuple[Why, ...]:
    """Return what the better move gains now, and what it saves for later."""
    assert view.die is not None
    if not isinstance(best, Play):
        assert isinstance(other, Play)
        return (Why("waits", {"card": other.card, "points": points(other.card, view.die)}),)
    scored = points(best.card, view.die)
    if not isinstance(other, Play):
        return (Why("good-roll", {"card": best.card, "points": scored}),)
    found: list[Why] = []
    more = scored - points(other.card, view.die)
    if more > 0:
        found.append(Why("scores-more", {"count": more}))
    if other.card > best.card:
        found.append(Why("saves", {"card": other.card}))
    return tuple(found)
