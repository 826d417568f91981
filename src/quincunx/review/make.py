"""A whole review of a record: the findings of the game's own reviewer, added up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from quincunx.core.game import AnyGame
from quincunx.core.reason import GameError
from quincunx.core.record import Record, replay
from quincunx.core.record.model import NO_RESULT
from quincunx.core.review import (
    FORMAT,
    NOT_JUDGED,
    USUAL,
    Change,
    Effort,
    Findings,
    Judged,
    Moment,
    Review,
    SeatReview,
    Source,
    TurningPoint,
    Working,
    finish,
)
from quincunx.core.sentence import SpokenError, sentence
from quincunx.core.values import Outcome, Ply, Seat
from quincunx.review.accuracy import accuracy, mean_loss

MOST_TURNING_POINTS: Final = 3
LEAST_TURN: Final = 0.01
"""The smallest change of a turning point, in chances; ten times as much, in rounds, in a game played
alone."""


class NotReviewed(SpokenError, GameError):
    """This game has no reviews, or the record has no step."""


def review(
    record: Record,
    effort: Effort = USUAL,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """Review a game: the effects of chance and of the choices. The same record and effort give the same
    review. ``on_progress`` is called with the amounts done and to do.

    Raises :class:`NotReviewed`, and :class:`~quincunx.core.record.RecordError` for a record that breaks the
    rules.
    """
    return finish(reviewing(record, effort), on_progress)


def reviewing(record: Record, effort: Effort = USUAL) -> Working[Review]:
    """Review a game in pieces: yield the amounts done and to do, and return the review."""
    reviewer = record.game.reviewer
    if reviewer is None:
        raise NotReviewed(sentence("Games of {{1}} can’t be reviewed.", record.game.title))
    plies = list(replay(record))
    if not plies:
        raise NotReviewed(sentence("Nothing has happened in this game yet."))
    found = yield from reviewer.findings(plies, record.options, effort)
    changes = [*found.changes, *_settled(record, found, plies[-1])]
    graph = tuple(_graph(found.start, changes))
    result = _result(record, found, graph[-1].worths)
    return Review(
        format=FORMAT,
        game=record.game.name,
        engine=reviewer.engine,
        simulations=found.simulations,
        scale=found.scale,
        exact=found.exact,
        plies=len(plies),
        outcome=record.outcome,
        start=found.start,
        result=result,
        graph=graph,
        turning_points=_turning_points(found, changes),
        seats=tuple(_seat(record, seat, found, changes, result[seat]) for seat in range(len(found.start))),
        choices=found.choices,
    )


def shares(game: AnyGame, options: object, outcome: Outcome) -> tuple[float, ...]:
    """Return the worth of an outcome to each seat: a win is shared by the winning sides, a draw by all."""
    sides = game.sides(options)
    won = {sides[seat] for seat in outcome.winners} or set(sides)
    return tuple(1 / len(won) if side in won else 0.0 for side in sides)


def _result(record: Record, found: Findings, stands: tuple[float, ...]) -> tuple[float, ...]:
    """Return the final worths, without the rounding errors of the sums."""
    outcome = record.outcome
    if (
        found.scale == "rounds"
        or outcome is None
        or (not outcome.winners and outcome.termination in NO_RESULT)
    ):
        return stands
    return shares(record.game, record.options, outcome)


def _settled(record: Record, found: Findings, last: Ply) -> Iterator[Change]:
    """Yield the changes caused by an ending outside the rules: resigning, or agreeing, is a choice.

    An aborted game, or one that was resigned by its only player, keeps its last worth.
    """
    outcome, game = record.outcome, record.game
    if outcome is None or game.outcome(last.after) is not None:
        return
    if not outcome.winners and outcome.termination in NO_RESULT:
        return
    stood = list(found.start)
    for change in found.changes:
        stood = [worth + more for worth, more in zip(stood, change.by_seat, strict=True)]
    sides = game.sides(record.options)
    won = {sides[seat] for seat in outcome.winners}
    turn = game.turn(last.after).number
    for seat, worth in enumerate(shares(game, record.options, outcome)):
        more = tuple(worth - stood[seat] if other == seat else 0.0 for other in range(len(stood)))
        yield Change(last.number, turn, seat, "others" if sides[seat] in won else "error", more)


def _graph(start: Sequence[float], changes: Sequence[Change]) -> Iterator[Moment]:
    """Yield one point for each step that changed something, after the point of the start."""
    worths = tuple(start)
    moment = Moment(0, 0, worths)
    for change in changes:
        if change.ply != moment.ply:
            yield moment
        worths = tuple(worth + more for worth, more in zip(worths, change.by_seat, strict=True))
        moment = Moment(change.ply, change.turn, worths)
    yield moment


def _seat(
    record: Record, seat: Seat, found: Findings, changes: Sequence[Change], result: float
) -> SeatReview:
    def total(source: Source) -> float:
        return sum((each.by_seat[seat] for each in own if each.source == source), 0.0)

    def points(source: Source) -> float | None:
        seen = [each.points for each in own if each.source == source and each.points is not None]
        return sum(seen) if seen else None

    own = [change for change in changes if change.seat == seat]
    luck, errors = total("luck"), 0.0 - total("error")
    mine = [each for each in found.choices if each.seat == seat]
    choices = [each for each in mine if each.verdict not in NOT_JUDGED]
    reviewer = record.game.reviewer
    assert reviewer is not None
    errors_points = points("error")
    return SeatReview(
        seat=seat,
        name=record.names[seat],
        start=found.start[seat],
        result=result,
        luck=luck,
        errors=errors,
        others=sum((each.by_seat[seat] for each in changes if each.seat != seat), total("others")),
        choices=0.0 - errors,
        cards=luck if found.luck_is_cards else None,
        decisions=len(choices),
        found=sum(each.verdict in ("best", "close") for each in choices),
        mistakes=sum(each.verdict == "mistake" for each in choices),
        luck_points=points("luck"),
        errors_points=None if errors_points is None else 0.0 - errors_points,
        uncertain=sum(each.verdict == "uncertain" for each in mine),
        accuracy=accuracy(reviewer, found.scale, mean_loss(mine)),
    )


def _turning_points(found: Findings, changes: Sequence[Change]) -> tuple[TurningPoint, ...]:
    """Return the greatest changes. All changes of one turn to one seat from one source are added up."""
    least = LEAST_TURN * (10 if found.scale == "rounds" else 1)
    groups: dict[tuple[int, Seat, Source], list[Change]] = {}
    before: dict[int, int] = {}
    last = 0
    for change in changes:
        before[id(change)] = last
        last = change.ply
        groups.setdefault((change.turn, change.seat, change.source), []).append(change)
    points = [_turning_point(before[id(group[0])], group) for group in groups.values()]
    points = [point for point in points if _size(point) >= least]
    points.sort(key=_size, reverse=True)
    return tuple(sorted(points[:MOST_TURNING_POINTS], key=lambda point: point.ply))


def _turning_point(since: int, group: Sequence[Change]) -> TurningPoint:
    by_seat = tuple(map(sum, zip(*(change.by_seat for change in group), strict=True)))
    last = group[-1]
    return TurningPoint(since, last.ply, last.turn, last.seat, last.source, by_seat)


def _size(point: TurningPoint) -> float:
    return max(map(abs, point.by_seat))


def mistakes(found: Review, seat: Seat | None = None) -> tuple[Judged, ...]:
    """Return the mistakes of one seat or of all, the worst first."""
    some = [
        each for each in found.choices if each.verdict == "mistake" and (seat is None or each.seat == seat)
    ]
    return tuple(sorted(some, key=lambda each: (-each.error, each.ply)))


def unjudged_choices(found: Review) -> tuple[Judged, ...]:
    """Return the choices that could not be judged, those with the greatest possible loss first."""
    some = [each for each in found.choices if each.verdict == "uncertain"]
    return tuple(sorted(some, key=lambda each: (each.chosen.worth - each.best.worth, each.ply)))
