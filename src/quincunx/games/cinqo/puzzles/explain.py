"""Why one keep of a puzzle is better than another: facts of the dice, and the chance that they serve.

An average explains little where the goal is a number of points: the keep that scores less on average may
reach that number more often. So a puzzle names the chance, and an average only where there is none to name.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.review import Why
from quincunx.games.cinqo.puzzles.weigh import Weighed
from quincunx.games.cinqo.review.continuation import CERTAIN, odds
from quincunx.games.cinqo.review.reasons import reasons

CODES: Final = ("sure-of", "reaches-more", "scores-more")
"""The codes of chances; the others are those of reviews."""
MOST_WHYS: Final = 2
LEAST_GAIN: Final = 2
"""The smallest gain, of 100 turns, that is worth mentioning."""
WEAK: Final = frozenset({"rolls-more", "keeps-more"})
"""Facts that say little by themselves: they come last."""
INSTEAD: Final = "more-points"
"""The average that a chance replaces. The others also say that fewer points are better here."""


def explained(weighed: Weighed, best: int, other: int) -> tuple[Why, ...]:
    """Return the weightiest reasons why the ``best`` of these keeps is better than the ``other`` one."""
    puts = weighed.ways.puts
    found = reasons(weighed.view, puts[best], puts[other])
    chance = likelier(weighed, best, other)
    if chance is not None:
        found = (chance, *(why for why in found if why.code != INSTEAD))
    return tuple(sorted(found, key=_rank)[:MOST_WHYS])


def likelier(weighed: Weighed, best: int, other: int) -> Why | None:
    """Return the chance that the better keep has more of: to score so many points in this turn."""
    found = odds(weighed.view, weighed.wanted, weighed.ways, other, best)
    often, seldom = round(100 * found.best), round(100 * found.chosen)
    if often - seldom < LEAST_GAIN:
        return None
    if found.best >= CERTAIN:
        return Why("sure-of", {"count": found.points, "chance": seldom})
    if found.is_hundred:
        return Why("reaches-more", {"best": often, "chance": seldom})
    return Why("scores-more", {"count": found.points, "best": often, "chance": seldom})


def _rank(why: Why) -> int:
    """Return the place of a reason: facts of the dice, the chance, averages, then what says little."""
    if why.code in CODES:
        return 1
    if why.code in WEAK:
        return 3
    return 2 if "points" in why.params and why.code != "wins" else 0
