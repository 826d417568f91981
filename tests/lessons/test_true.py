"""Sentences of the lessons hold for every move that hears them: each is checked by the rules alone."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.games.cinco.board import COORDINATES
from quincunx.games.cinco.types import Draw, Exchange, Play
from quincunx.games.cinqo.bots.advisor import advise
from quincunx.games.cinqo.card import HILO_FACES, read
from quincunx.lessons.judge import fitting
from quincunx.lessons.library import lessons
from quincunx.lessons.position import follow, reach
from tests.games.cinco.review.facts import Seen, seen_by


class Card(NamedTuple):
    """A move at a step of Cinco's lesson."""

    move: Any
    seen: Seen
    state: Any
    after: Any
    end: Any
    """The state after all that is shown."""

    @property
    def card(self) -> int | None:
        return self.move.card if isinstance(self.move, Play) else None

    @property
    def space(self) -> int | None:
        return self.move.space if isinstance(self.move, Play) else None

    @property
    def wins(self) -> bool:
        return self.after.outcome is not None and self.state.seat in self.after.outcome.winners

    def reaches(self, card: int) -> int:
        return len(self.seen.reach(card))

    def owns(self, *spaces: int) -> bool:
        return all(self.seen.board.get(space) == self.seen.team for space in spaces)

    def can_only_draw(self) -> bool:
        """At this seat's next turn, whatever the other plays."""
        game = GAMES["cinco"]
        replies = [game.apply(self.after, move) for move in game.legal_moves(self.after)]
        return all(game.legal_moves(each) == (Draw(),) for each in replies if each.asked is None)

    def is_far(self) -> bool:
        """True if each space within the hand's reach is three steps or more from every token of the mover's
        team."""
        near = {space for card in self.seen.hand for space in self.seen.reach(card)}
        own = [space for space, team in self.seen.board.items() if team == self.seen.team]
        return all(steps_between(one, two) >= 3 for one in near for two in own)


def steps_between(one: int, two: int) -> int:
    (q, r), (other_q, other_r) = COORDINATES[one - 1], COORDINATES[two - 1]
    return max(abs(q - other_q), abs(r - other_r), abs(q + r - other_q - other_r))


CINCO: Final[dict[str, Callable[[Card], bool]]] = {
    "reach.right": lambda on: (
        (on.card, on.space) == (57, 63) and not [c for c in on.seen.hand if 57 < c <= 63]
    ),
    "reach.low": lambda on: on.space == 63 and on.card in (3, 31) and on.seen.can_play(57, 63),
    "reach.other": lambda on: isinstance(on.move, Play) and on.space != 63,
    "reach.exchange": lambda on: isinstance(on.move, Exchange) and len(on.seen.hand) == 4,
    "win.right": lambda on: on.wins and on.space == 45 and on.owns(26, 27, 28, 29),
    "win.other": lambda on: not on.wins and on.owns(26, 27, 28, 29) and on.seen.fives(0) == {45},
    "win.draw": lambda on: isinstance(on.move, Draw) and 40 in on.seen.hand and on.seen.can_play(40, 45),
    "block.right": lambda on: (
        on.space == 81 and 25 in on.seen.after(on.move).hand and on.reaches(25) > 2 * on.reaches(76)
    ),
    "block.low": lambda on: (on.card, on.space) == (25, 81) and on.seen.can_play(76, 81),
    "block.other": lambda on: on.space != 81 and on.end.board[80] == 1 and on.end.outcome.winners == (1,),
    "draw.right": lambda on: len(on.after.hands[0]) == len(on.seen.hand) + 1 <= 4,
    "draw.played": lambda on: not on.after.hands[0] and on.can_only_draw(),
    "exchange.right": lambda on: not {*on.seen.hand} & {*on.after.hands[0]} and len(on.seen.hand) == 4,
    "exchange.played": lambda on: (
        on.reaches(min(on.seen.hand)) == 7 and min(on.seen.hand) == 84 and on.is_far()
    ),
    "team.right": lambda on: on.wins and on.after.outcome.winners == (0, 2),
    "team.other": lambda on: not on.wins and on.owns(1, 17, 20, 58) and on.seen.fives(0) == {63},
    "joker.right": lambda on: on.wins and on.card == 88 and max(on.seen.free) < 88,
    "joker.anywhere": lambda on: not on.wins and on.card == 88 and on.seen.reach(88) == on.seen.free,
    "joker.other": lambda on: (
        [card for card in on.seen.hand if on.seen.can_play(card, 15)] == [88] != [on.card]
    ),
}
"""The checks of each sentence about a move in its position."""


class Dice(NamedTuple):
    """A keep at a step of Cinq-O's lesson."""

    put: Any
    view: Any
    after: Any

    @property
    def kept(self) -> list[int]:
        return sorted((*self.put.rack, *self.put.bank))

    @property
    def is_boxed(self) -> bool:
        return bool(self.put.box)

    def keeps(self, *dice: int) -> bool:
        """True if these dice are among those that are kept."""
        return all(self.kept.count(value) >= dice.count(value) for value in dice)

    def has(self, *values: int) -> bool:
        return not {*values}.isdisjoint(self.kept)

    def boxed_points(self) -> dict[int, float]:
        """The average points of this keep with each face in the box."""
        views = {face: replace(self.view, hilo=face) for face in HILO_FACES}
        put = replace(self.put, box=True)
        return {
            face: next(each.points for each in advise(view) if each.put == put)
            for face, view in views.items()
        }


def worth_of(view: Any, kept: list[int], is_boxed: bool) -> float:
    """The most that these dice are worth, racked and banked in any way; minus infinity where they cannot be
    kept."""
    fitting = (
        each.worth
        for each in advise(view)
        if sorted((*each.put.rack, *each.put.bank)) == kept and each.put.box == is_boxed
    )
    return max(fitting, default=-inf)


def is_better_without(on: Dice, middling: int) -> bool:
    """True if the same keep is worth more when one of these dice is rolled again."""
    fewer = on.kept.copy()
    fewer.remove(middling)
    return worth_of(on.view, fewer, on.is_boxed) > worth_of(on.view, on.kept, on.is_boxed)


def is_straight(dice: list[int]) -> bool:
    return all(read(sorted(dice), arrow) == 10 for arrow in (1, -1))


def gets_worse(on: Dice) -> bool:
    """True if any other face is worth less than this one."""
    points = on.boxed_points()
    return len(points) == 6 and all(points[each] < points[3] for each in points if each != 3)


def make_one_point(on: Dice) -> bool:
    """Three sixes with 1↓ in the box, whatever the other two dice show."""
    others = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    return on.view.hilo == -1 and all(read(sorted((6, 6, 6, *pair)), -1) == 1 for pair in others)


CINQO: Final[dict[str, Callable[[Dice], bool]]] = {
    "rack.right": lambda on: on.kept == [6, 6] and not on.is_boxed,
    "rack.boxed": lambda on: on.kept == [6, 6] and on.is_boxed,
    "rack.bank": lambda on: on.kept == [6, 6] and on.put.bank == (6,),
    "rack.low": lambda on: on.has(3) and on.view.hilo > 0,
    "rack.single": lambda on: on.kept == [3] and on.view.hilo > 0,
    "keep.middle": lambda on: is_better_without(on, 3 if on.has(3) else 4),
    "rack.other": lambda on: not on.keeps(6, 6) and max(on.view.tray) == 6,
    "arrow.right": lambda on: on.kept == [1, 1] and read([1] * 5, on.view.hilo) == 10,
    "arrow.boxed": lambda on: on.kept == [1, 1] and on.is_boxed and on.view.hilo == -3,
    "arrow.high": lambda on: on.has(5, 6) and on.view.hilo < 0,
    "arrow.other": lambda on: not on.keeps(1, 1) and min(on.view.tray) == 1,
    "box.right": lambda on: on.kept == [6, 6] and on.is_boxed and on.view.hilo == 3,
    "box.low": lambda on: on.has(1, 2),
    "box.six": lambda on: on.is_boxed and not on.keeps(6, 6),
    "box.rolled": lambda on: not on.is_boxed and len(on.kept) < 5 and gets_worse(on),
    "leave.right": lambda on: on.kept == [6, 6, 6] and not on.is_boxed and on.view.hilo == -1,
    "leave.boxed": lambda on: on.is_boxed and make_one_point(on),
    "leave.low": lambda on: on.has(2) and not on.is_boxed,
    "leave.other": lambda on: not on.keeps(6, 6, 6) and not on.is_boxed,
    "bank.right": lambda on: (on.put.rack, on.put.bank, on.is_boxed) == ((6,), (6, 6), False),
    "bank.boxed": lambda on: (on.put.rack, on.put.bank, on.is_boxed, on.view.hilo) == ((6,), (6, 6), True, 1),
    "bank.racked": lambda on: (on.put.rack, on.put.bank, on.is_boxed) == ((6, 6, 6), (), False),
    "bank.fewer": lambda on: on.kept == [6, 6, 6] and len(on.put.rack) > 1,
    "bank.low": lambda on: on.has(1, 2),
    "bank.other": lambda on: not on.keeps(6, 6, 6),
    "straight.right": lambda on: (
        all(is_straight([*on.kept, die]) for die in (1, 6)) and len(on.put.bank) == 3
    ),
    "straight.racked": lambda on: on.kept == [2, 3, 4, 5] and len(on.put.rack) > 1,
    "straight.other": lambda on: on.kept != [2, 3, 4, 5],
    "turn.right": lambda on: (
        on.kept == [4, 5, 6, 6, 6] and (sum(on.kept), read(on.kept, 3)) == (27, 6) and on.view.hilo == 3
    ),
    "turn.again": lambda on: (
        len(on.kept) < 5 and read(sorted(on.view.tray), 3) * 3 == 18 > 100 - on.view.scores[0]
    ),
    "five.right": lambda on: (sum(on.kept), read(on.kept, 3)) == (27, 6) and on.after.outcome is not None,
    "five.again": lambda on: (
        len(on.kept) < 5 and read(sorted(on.view.tray), 3) * 3 == 18 > 100 - on.view.scores[0]
    ),
}
"""The checks of each sentence about a keep in its position."""


def heard(game: str, study: Study) -> list[tuple[str, str, Any]]:
    """Each legal move, the code of what is said to it, and the move in its position."""
    rules, state = GAMES[game], reach(study.position, GAMES).state
    view = rules.view(state, 0)
    found: list[tuple[str, str, Any]] = []
    for move in rules.legal_moves(state):
        text = rules.text.write_move(move)
        answer = fitting(study, text)
        assert answer is not None
        assert answer.say is not None
        after = rules.apply(state, move)
        if game == "cinqo":
            found.append((text, answer.say, Dice(move, view, after)))
        else:
            *_, end = (after, *(then for _, then in follow(rules, after, answer.line)))
            found.append((text, answer.say, Card(move, seen_by(view), state, after, end)))
    return found


@pytest.mark.parametrize(("game", "claims"), [("cinco", CINCO), ("cinqo", CINQO)])
def test_every_sentence_is_true_of_every_move_that_hears_it(game: str, claims: dict[str, Any]) -> None:
    said = [each for study in lessons(GAMES[game]) for each in heard(game, study)]
    assert {code for _, code, _ in said} == {*claims}
    false = [(text, code) for text, code, move in said if not claims[code](move)]
    assert not false
