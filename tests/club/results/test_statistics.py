"""Statistics of a person's games."""

from __future__ import annotations

from typing import Any

from quincunx.club.results.results import Ending
from quincunx.club.results.statistics import Played, Statistics, statistics


def played(*endings: Ending, kind: str | None = "two", game: str = "cinco", **facts: int) -> list[Played]:
    return [Played(game, kind, ending, facts) for ending in endings]


def of(**changed: Any) -> Statistics:
    nothing = {"won": 0, "lost": 0, "drew": 0, "left": 0, "streak": 0, "best_streak": 0, "facts": {}}
    return Statistics(**{"game": "cinco", "kind": "two", **nothing, **changed})


def test_of_no_games_there_is_nothing_to_say() -> None:
    assert statistics([]) == ()


def test_each_ending_is_counted_and_a_streak_ends_with_whatever_is_no_win() -> None:
    games = played("won", "won", "drew", "won", "won", "won", "left", "lost", "won")
    assert statistics(games) == (of(won=6, drew=1, left=1, lost=1, streak=1, best_streak=3),)
    assert statistics(games[:-1]) == (of(won=5, drew=1, left=1, lost=1, streak=0, best_streak=3),)
    assert statistics(played("lost")) == (of(lost=1),)


def test_of_each_fact_it_is_counted_how_often_it_came_to_what() -> None:
    games = played("won", turns=7) + played("lost", "lost", turns=5, tokens=1) + played("lost", turns=7)
    (found,) = statistics(games)
    assert found.facts == {"tokens": ((1, 2),), "turns": ((5, 2), (7, 2))}


def test_games_and_kinds_are_kept_apart_and_come_by_their_names() -> None:
    games = (
        played("won", kind="two")
        + played("lost", kind=None, game="cinqo")
        + played("won", kind="race", game="cinqo")
        + played("lost", kind="three")
        + played("lost", kind=None, game="cinqo")
    )
    assert statistics(games) == (
        of(kind="three", lost=1),
        of(won=1, streak=1, best_streak=1),
        of(game="cinqo", kind=None, lost=2),
        of(game="cinqo", kind="race", won=1, streak=1, best_streak=1),
    )


def test_games_against_each_other_and_together_are_counted_separately() -> None:
    against, together = Played("cinco", "teams", "lost", {}), Played("cinco", "teams", "won", {}, True)
    assert statistics([together, against, against]) == (
        of(kind="teams", lost=2),
        of(kind="teams", won=1, streak=1, best_streak=1, is_together=True),
    )
