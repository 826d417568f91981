"""Statistics of a person's games. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from quincunx.club.results.results import Ending

MOST_VALUES: Final = 400
"""Most different values of one fact that are counted separately."""


class Played(msgspec.Struct, frozen=True):
    """A person's game, reduced to what the statistics count."""

    game: str
    kind: str | None
    ending: Ending
    facts: Mapping[str, int]
    is_together: bool = False
    """True if the other person of the selection was on the same side."""


class Statistics(msgspec.Struct, frozen=True):
    """A person's statistics for one kind of seating; ``kind`` is ``None`` for solo games. Games of two people
    are counted separately if both were on the same side."""

    game: str
    kind: str | None
    won: int
    lost: int
    drew: int
    left: int
    streak: int
    """The number of consecutive wins up to the newest game."""
    best_streak: int
    facts: Mapping[str, tuple[tuple[int, int], ...]]
    """For each of the game's facts, how often each value was reached, the lowest value first."""
    is_together: bool = False
    """True for games of two people on the same side."""


def statistics(games: Iterable[Played]) -> tuple[Statistics, ...]:
    """The statistics by game and kind, in alphabetical order; games against each other come before games
    together. ``games`` must be sorted oldest first."""
    groups: dict[tuple[str, str, bool], list[Played]] = {}
    for game in games:
        groups.setdefault((game.game, game.kind or "", game.is_together), []).append(game)
    return tuple(_of(groups[key]) for key in sorted(groups))


def _of(games: list[Played]) -> Statistics:
    endings = Counter(game.ending for game in games)
    streak, best = 0, 0
    for game in games:
        streak = streak + 1 if game.ending == "won" else 0
        best = max(best, streak)
    values: dict[str, Counter[int]] = {}
    for game in games:
        for name, value in game.facts.items():
            values.setdefault(name, Counter())[value] += 1
    return Statistics(
        game=games[0].game,
        kind=games[0].kind,
        won=endings["won"],
        lost=endings["lost"],
        drew=endings["drew"],
        left=endings["left"],
        streak=streak,
        best_streak=best,
        facts={name: tuple(sorted(found.items())[:MOST_VALUES]) for name, found in sorted(values.items())},
        is_together=games[0].is_together,
    )
