"""Luck and play of one person's games: the sums of many, and how the mean settles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.club.results.luck_and_play import PersonPlay, Reviewed, play_of
from quincunx.review.many import mean_of, people
from tests.review.test_make import judged, made


def reviewed(number: int, luck: float, seat: int = 0, game: str = "cinco") -> Reviewed:
    """A game in which this seat had so much luck, and the others none."""
    found = made()
    seats = tuple(replace(each, luck=luck if each.seat == seat else 0.0) for each in found.seats)
    return Reviewed(f"table-{number}", 1_000 * number, seat, replace(found, seats=seats, game=game))


def test_no_game_is_nothing() -> None:
    assert play_of([]) == PersonPlay(())


def test_luck_game_by_game_with_the_interval_of_all_so_far() -> None:
    luck = [0.1, -0.2, 0.4]
    # Whichever seat it was.
    games = [reviewed(number, each, seat=number % 2) for number, each in enumerate(luck)]
    (play,) = play_of(games).games
    assert [(each.table, each.at, each.luck) for each in play.points] == [
        (f"table-{number}", 1_000 * number, each) for number, each in enumerate(luck)
    ]
    for count, point in enumerate(play.points, 1):
        expected = mean_of(luck[:count])
        assert (point.mean, point.margin) == (pytest.approx(expected.mean), pytest.approx(expected.margin))
    assert play.points[0].margin == 0.0
    assert play.luck == mean_of(luck)


def test_the_sums_are_those_of_the_terminal() -> None:
    choices = (judged(2, 0, 0.2, "mistake"), judged(6, 0, 0.1, "mistake"), judged(7, 1, 0.4, "mistake"))
    found = replace(made(), plies=8, choices=choices)
    (play,) = play_of([Reviewed(name, 1, 0, found) for name in ("a", "b")]).games
    person = next(each for each in people([("a", found), ("b", found)]) if each.name == found.seats[0].name)
    assert (play.luck, play.errors, play.losses) == (person.luck, person.errors, person.losses)
    assert (play.decisions, play.found) == (person.decisions, person.found)
    assert [each.each.mean for each in play.losses] == [0.2, 0.1]


def test_games_and_scales_are_not_mixed() -> None:
    alone = reviewed(4, 3.0, game="cinqo")
    games = [
        reviewed(1, 0.1, game="cinqo"),
        reviewed(2, 0.1),
        reviewed(3, 0.1),
        replace(alone, review=replace(alone.review, scale="rounds")),
    ]
    found = [(each.game, each.scale, len(each.points)) for each in play_of(games).games]
    assert found == [("cinco", "chance", 2), ("cinqo", "chance", 1), ("cinqo", "rounds", 1)]
