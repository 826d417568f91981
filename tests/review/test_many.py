"""Many games of the same people: means with intervals, and where most was lost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.review import Review
from quincunx.review.many import mean_of, people
from quincunx.review.words import change
from quincunx.texts.catalogue import Catalogue
from tests.review.test_make import judged, made


def renamed(found: Review, *names: str) -> Review:
    seats = tuple(replace(seat, name=name) for seat, name in zip(found.seats, names, strict=True))
    return replace(found, seats=seats)


def test_a_mean_has_the_interval_of_its_values() -> None:
    found = mean_of([1.0, 2.0, 3.0, 4.0])
    assert (found.mean, found.count) == (2.5, 4)
    assert found.margin == pytest.approx(1.96 * (5 / 3) ** 0.5 / 2)
    assert mean_of([0.3]).margin == 0.0


def test_games_are_gathered_by_name_and_game() -> None:
    found = made()
    games = [("a", renamed(found, "Ada", "Bruno")), ("b", renamed(found, "Carla", "Ada"))]
    first, *others = people(games)
    assert (first.name, [each.source for each in first.games]) == ("Ada", ["a", "b"])
    assert [each.luck for each in first.games] == [found.seats[0].luck, found.seats[1].luck]
    assert first.luck.mean == pytest.approx((found.seats[0].luck + found.seats[1].luck) / 2)
    assert (first.decisions, first.found) == (4, 2)
    assert [each.name for each in others] == ["Bruno", "Carla"]
    elsewhere = people([*games, ("c", replace(renamed(found, "Ada", "Bruno"), game="other"))])
    assert sum(each.name == "Ada" for each in elsewhere) == 2


def test_losses_are_those_of_choices_that_mattered_by_kind_and_half() -> None:
    choices = (
        judged(2, 0, 0.2, "mistake"),
        judged(4, 0, 0.0, "best"),
        judged(5, 0, 0.1, "mistake"),
        replace(judged(6, 0, 0.5, "mistake"), kind="draw"),
        judged(7, 0, 0.0, "forced"),
    )
    found = replace(renamed(made(), "Ada", "Bruno"), plies=8, choices=choices)
    ada = next(each for each in people([("a", found), ("b", found)]) if each.name == "Ada")
    losses = [(each.kind, each.phase, each.each.mean, each.each.count, each.total) for each in ada.losses]
    assert losses == [
        ("draw", "late", 0.5, 2, pytest.approx(0.5)),
        ("play", "early", pytest.approx(0.1), 4, pytest.approx(0.2)),
        ("play", "late", pytest.approx(0.1), 2, pytest.approx(0.1)),
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.123, "+12.3%"), (-1.0, "−100.0%"), (-2.16, "≤ −100%"), (1.5, "≥ +100%")],
)
def test_no_sum_of_chances_is_shown_beyond_a_hundred(value: float, text: str) -> None:
    assert change(value, "chance", Catalogue("en")) == text
