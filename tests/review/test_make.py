"""Reviews made from a game's findings: sums, the graph, turning points, endings of every kind."""

from __future__ import annotations

from dataclasses import replace as with_fields
from itertools import islice
from typing import ClassVar

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.core.record import Record
from quincunx.core.review import (
    USUAL,
    Change,
    Effort,
    Findings,
    Judged,
    Option,
    Review,
    Scale,
    Source,
    Verdict,
    Why,
    Working,
    finish,
)
from quincunx.core.values import Outcome
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions
from quincunx.review import NotReviewed, review, reviewing
from quincunx.review.make import mistakes, shares
from tests.examples import mostly_nightly
from tests.games.cinco.review.support import game_of


class Told:
    """A reviewer that finds what it is told."""

    engine = "told-1"
    kinds = ("play",)
    mean_losses: ClassVar[dict[Scale, dict[str, float]]] = {}

    def __init__(self, findings: Findings) -> None:
        self._findings = findings

    def findings(self, plies: object, options: object, effort: Effort = USUAL) -> Working[Findings]:
        yield 0, 1
        return self._findings

    def reasons(self, view: object, best: object, other: object) -> tuple[Why, ...]:
        return ()


def change(ply: int, turn: int, seat: int, source: Source, *by_seat: float) -> Change:
    return Change(ply, turn, seat, source, by_seat)


def judged(ply: int, seat: int, error: float, verdict: Verdict) -> Judged:
    best = Option(None, "best", 0.5)
    return Judged(ply, ply, seat, "play", replace(best, worth=0.5 - error), best, error, 0.0, verdict)


CHANGES = (
    change(1, 1, 0, "luck", 0.1, -0.1),
    change(2, 1, 0, "error", -0.2, 0.2),
    change(3, 2, 1, "luck", -0.05, 0.05),
    change(4, 2, 1, "luck", -0.1, 0.1),
    change(4, 2, 0, "others", 0.02, 0.0),
    change(5, 3, 0, "luck", 0.005, -0.005),
)
CHOICES = (
    judged(2, 0, 0.2, "mistake"),
    judged(3, 1, 0.0, "forced"),
    judged(4, 1, 0.0, "close"),
    judged(5, 0, 0.3, "mistake"),
    judged(6, 0, 0.0, "best"),
    judged(7, 1, 0.0, "uncertain"),
)
FOUND = Findings("chance", False, (0.5, 0.5), CHANGES, CHOICES, simulations=400, luck_is_cards=True)
RECORD = game_of(CincoOptions(first=0), 1, ("keen",), most=8)


def made(outcome: Outcome | None = None, found: Findings = FOUND) -> Review:
    return review(told_of(found, outcome))


def told_of(found: Findings, outcome: Outcome | None = None) -> Record:
    return replace(RECORD, game=with_fields(CINCO, reviewer=Told(found)), outcome=outcome)


def test_sums() -> None:
    first, second = made().seats
    assert (first.luck, first.errors, first.others) == pytest.approx((0.105, 0.2, -0.13))
    assert (second.luck, second.errors, second.others) == pytest.approx((0.15, 0.0, 0.095))
    for each in (first, second):
        assert each.result == pytest.approx(each.start + each.luck - each.errors + each.others)
        assert (each.choices, each.cards) == (-each.errors, each.luck)
    assert (first.decisions, first.found, first.mistakes) == (3, 1, 2)
    assert (second.decisions, second.found, second.mistakes) == (1, 1, 0)
    assert (first.uncertain, second.uncertain) == (0, 1)


def test_the_game_says_what_its_luck_is_and_how_much_it_has_measured() -> None:
    assert made().simulations == 400
    other = made(found=replace(FOUND, simulations=0, luck_is_cards=False))
    assert (other.simulations, other.exact) == (0, False)
    assert [seat.cards for seat in other.seats] == [None, None]


def test_the_graph_has_a_point_for_each_step_that_changed_something() -> None:
    graph = made().graph
    assert [moment.ply for moment in graph] == [0, 1, 2, 3, 4, 5]
    assert [moment.worths[0] for moment in graph] == pytest.approx([0.5, 0.6, 0.4, 0.35, 0.27, 0.275])
    assert [moment.turn for moment in graph] == [0, 1, 1, 2, 2, 3]


def test_turning_points_are_the_three_weightiest_with_a_turn_taken_together() -> None:
    points = made().turning_points
    assert [(each.since, each.ply, each.source) for each in points] == [
        (0, 1, "luck"),
        (1, 2, "error"),
        (2, 4, "luck"),
    ]
    assert points[2].by_seat == pytest.approx((-0.15, 0.15))
    quiet = Findings("chance", False, (0.5, 0.5), (CHANGES[-1],), ())
    assert made(found=quiet).turning_points == ()


def test_mistakes_come_worst_first() -> None:
    found = made()
    assert [each.ply for each in mistakes(found)] == [5, 2]
    assert mistakes(found, 1) == ()


@pytest.mark.parametrize(
    ("outcome", "result", "sources"),
    [
        (None, (0.275, 0.745), []),
        (Outcome("abandoned", ()), (0.275, 0.745), []),
        (Outcome("truncated", ()), (0.275, 0.745), []),
        (Outcome("agreed", ()), (0.5, 0.5), ["error", "error"]),
        (Outcome("resigned", (1,)), (0.0, 1.0), ["error", "others"]),
    ],
    ids=lambda each: getattr(each, "termination", ""),
)
def test_endings_that_no_rule_brings_about(
    outcome: Outcome | None, result: tuple[float, float], sources: list[Source]
) -> None:
    """Resigning and agreeing are choices; an aborted game stays as it stood."""
    found = made(outcome)
    assert found.result == pytest.approx(result)
    assert found.graph[-1].worths == pytest.approx(result)
    plain = made()
    for one, other in zip(found.seats, plain.seats, strict=True):
        assert one.result == pytest.approx(one.start + one.luck - one.errors + one.others)
        moved = {
            "error": abs(one.errors - other.errors) > 1e-9,
            "others": abs(one.others - other.others) > 1e-9,
        }
        wanted = sources[one.seat : one.seat + 1]
        assert [source for source, has in moved.items() if has] == wanted


def test_a_win_is_shared_by_sides_and_a_draw_by_all() -> None:
    four, three = CincoOptions(4, 2), CincoOptions(3, 3)
    assert shares(CINCO, four, Outcome("five", (1, 3))) == (0.0, 1.0, 0.0, 1.0)
    assert shares(CINCO, three, Outcome("board", ())) == pytest.approx((1 / 3,) * 3)


def test_a_game_without_a_review_says_so() -> None:
    with pytest.raises(NotReviewed, match="can’t be reviewed"):
        review(replace(RECORD, game=with_fields(CINCO, reviewer=None)))
    with pytest.raises(NotReviewed, match="Nothing has happened"):
        review(replace(RECORD, steps=(), outcome=None))


def test_a_review_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    review(told_of(FOUND), on_progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 1)]


PIECES = [1, len(RECORD.steps) // 2, len(RECORD.steps) + 3]


@pytest.mark.nightly
@pytest.mark.parametrize("pieces", mostly_nightly(PIECES, PIECES[1]))
def test_a_review_that_was_left_anywhere_is_continued_and_says_the_same(pieces: int) -> None:
    effort = Effort(simulations=40)
    working = reviewing(RECORD, effort)
    shares = [done / total for done, total in islice(working, pieces)]
    assert len(shares) == pieces
    assert shares == sorted(shares)
    review(RECORD, Effort(simulations=8))  # another one, meanwhile
    assert finish(working) == review(RECORD, effort)


def test_a_review_goes_over_the_wire() -> None:
    found = review(RECORD, Effort(simulations=40))
    data = msgspec.json.encode(found)
    assert len(data) < 60_000
    read = msgspec.json.decode(data, type=Review)
    assert read.seats == found.seats
    assert read.graph == found.graph
    assert [each.best.text for each in read.choices] == [each.best.text for each in found.choices]
    assert msgspec.json.decode(data)["choices"][0]["chosen"]["move"]["type"] in ("play", "draw", "exchange")
