"""Independent checks of what each reason of Cinco says, move by move and line by line.

Nothing here uses the code that finds reasons: lines come from the coordinates of the board, cards are held
against the rules of play. Each checker says whether the sentence is true of the position and both moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, Final, NamedTuple

from quincunx.core.review import Why
from quincunx.games.cinco.board import COORDINATES
from quincunx.games.cinco.types import CincoMove, CincoView, Draw, Exchange, Play

PLACES: Final = {at: number for number, at in enumerate(COORDINATES, 1)}
LINES: Final = [
    tuple(line)
    for q, r in COORDINATES
    for step_q, step_r in ((1, 0), (0, 1), (1, -1))
    if all(line := [PLACES.get((q + step_q * n, r + step_r * n), 0) for n in range(5)])
]
"""Every five spaces in a straight line."""
THROUGH: Final = {space: [line for line in LINES if space in line] for space in PLACES.values()}


class Seen(NamedTuple):
    """A position as a seat knows it; ``board`` has the team on each space that is taken."""

    board: Mapping[int, int]
    hand: tuple[int, ...]
    unseen: tuple[int, ...]
    drawable: tuple[int, ...]
    team: int
    joker: bool

    @property
    def free(self) -> list[int]:
        return [space for space in THROUGH if space not in self.board]

    @property
    def others(self) -> set[int]:
        return {*self.board.values()} - {self.team}

    def can_play(self, card: int, space: int) -> bool:
        """True if the rules let this card be played there."""
        if space in self.board:
            return False
        return card <= space or (self.joker and max(self.free) < card)

    def reach(self, card: int) -> list[int]:
        return [space for space in self.free if self.can_play(card, space)]

    def reaching(self, space: int) -> int:
        return sum(self.can_play(card, space) for card in self.unseen)

    def fives(self, team: int) -> set[int]:
        """The spaces where this team's next token completes a line."""
        return {
            space
            for space in self.free
            for line in THROUGH[space]
            if all(self.board.get(each) == team for each in line if each != space)
        }

    def own_threats(self) -> set[int]:
        """The spaces where the own team can complete a line with a card in hand or an unseen one."""
        cards = (*self.hand, *self.unseen)
        return {space for space in self.fives(self.team) if any(self.can_play(card, space) for card in cards)}

    def threats(self, team: int) -> set[int]:
        """The spaces where another team can complete a line with an unseen card."""
        return {space for space in self.fives(team) if self.reaching(space)}

    def dangers(self) -> set[int]:
        return {space for team in self.others for space in self.threats(team)}

    def after(self, move: CincoMove) -> Seen:
        if isinstance(move, Exchange):
            return self._replace(hand=())
        if not isinstance(move, Play):
            return self
        hand = tuple(card for card in self.hand if card != move.card)
        board = self.board if move.space is None else {**self.board, move.space: self.team}
        return self._replace(board=board, hand=hand)

    def placed(self, team: int, space: int) -> Seen:
        return self._replace(board={**self.board, space: team})

    def open_lines(self, space: int) -> list[tuple[int, ...]]:
        """Lines through the space in which no other team has a token."""
        return [line for line in THROUGH[space] if not {self.board.get(each) for each in line} & self.others]

    def own(self, line: tuple[int, ...]) -> int:
        return sum(self.board.get(each) == self.team for each in line)

    def stopped(self, space: int) -> list[int]:
        """Of each line through a free space in which one other team alone stands: its tokens."""
        found = []
        for line in THROUGH[space]:
            teams = [self.board[each] for each in line if each in self.board]
            if teams and {*teams} != {self.team} and len({*teams}) == 1:
                found.append(len(teams))
        return found


def seen_by(view: CincoView) -> Seen:
    gone = {card for pile in view.discards for card in pile}
    known = gone | {*view.hand}
    drawable = [card for card in view.pile_cards if card not in known] if view.pile else sorted(gone)
    assert view.viewer is not None
    return Seen(
        {space: team for space, team in enumerate(view.board, 1) if team is not None},
        view.hand,
        tuple(card for card in range(1, 91) if card not in known),
        tuple(drawable),
        view.viewer % view.options.teams,
        view.options.joker,
    )


class Case(NamedTuple):
    """A reason that was said of two moves."""

    seen: Seen
    best: CincoMove
    other: CincoMove
    params: Mapping[str, Any]

    @property
    def at(self) -> int:
        """The space of the better move's token."""
        assert isinstance(self.best, Play)
        assert self.best.space is not None
        return self.best.space

    @property
    def there(self) -> int | None:
        return self.other.space if isinstance(self.other, Play) else None

    def most(self, move: CincoMove) -> int:
        """The most own tokens in an open line through the new one."""
        after = self.seen.after(move)
        space = move.space if isinstance(move, Play) else None
        return 0 if space is None else max(map(after.own, after.open_lines(space)), default=0)

    def stops(self, move: CincoMove) -> list[int]:
        space = move.space if isinstance(move, Play) else None
        return [] if space is None else self.seen.stopped(space)

    def in_reach(self, move: CincoMove) -> int:
        """Open lines with another own token whose gaps one card of the hand that is left reaches."""
        if not isinstance(move, Play) or move.space is None:
            return 0
        after = self.seen.after(move)
        gaps = [
            [each for each in line if each not in after.board]
            for line in after.open_lines(move.space)
            if 2 <= after.own(line) < 5
        ]
        return sum(any({*gap} <= {*after.reach(card)} for card in after.hand) for gap in gaps)

    def easy(self, move: CincoMove) -> int:
        """Open lines whose lowest gap more than an eighth of the cards not seen reach."""
        if not isinstance(move, Play) or move.space is None:
            return 0
        after = self.seen.after(move)
        gaps = [[each for each in line if each not in after.board] for line in after.open_lines(move.space)]
        return sum(bool(gap) and after.reaching(min(gap)) * 8 > len(after.unseen) for gap in gaps)


def _wins(case: Case) -> bool:
    fives = case.seen.fives(case.seen.team)
    return case.at in fives and case.there not in fives


def _blocks(case: Case) -> bool:
    return case.at in case.seen.dangers() and case.there not in case.seen.dangers()


def _two_threats(case: Case) -> bool:
    after = case.seen.after(case.best).own_threats()
    return (
        {case.params["first"], case.params["second"]} <= after
        and len(after - case.seen.fives(case.seen.team)) >= 1
        and len(case.seen.after(case.other).own_threats()) < 2
    )


def _threatens(case: Case) -> bool:
    now, space = case.seen.fives(case.seen.team), case.params["space"]
    return (
        space in case.seen.after(case.best).own_threats() - now
        and not case.seen.after(case.other).own_threats() - now
    )


def _double_of(seen: Seen, space: int) -> set[int]:
    """The teams that can make two threats from this space, and have fewer now."""
    if space in seen.board or not seen.reaching(space):
        return set()
    return {
        team
        for team in seen.others
        if len(seen.threats(team)) < 2 and len(seen.placed(team, space).threats(team)) >= 2
    }


def _takes_double(case: Case) -> bool:
    return bool(_double_of(case.seen, case.at)) and bool(_double_of(case.seen.after(case.other), case.at))


def _finds(case: Case, spaces: set[int]) -> bool:
    space = case.params["space"]
    return (
        isinstance(case.best, Draw | Exchange)
        and isinstance(case.other, Play)
        and space in spaces
        and not any(case.seen.can_play(card, each) for card in case.seen.hand for each in spaces)
        and any(case.seen.can_play(card, space) for card in case.seen.drawable)
        and case.params["cards"] == case.seen.reaching(space)
    )


def _blocks_likelier(case: Case) -> bool:
    dangers, there = case.seen.dangers(), case.there
    assert there is not None
    cards, fewer = case.seen.reaching(case.at), case.seen.reaching(there)
    return {case.at, there} <= dangers and (case.params["cards"], case.params["count"]) == (cards, fewer)


def _threat_harder(case: Case) -> bool:
    after, instead = case.seen.after(case.best), case.seen.after(case.other)
    (here,), (there,) = after.own_threats(), instead.own_threats()
    cards, more = after.reaching(here), instead.reaching(there)
    return cards < more and dict(case.params) == {"space": here, "cards": cards, "count": more}


def _same_space(case: Case) -> bool:
    assert isinstance(case.best, Play)
    assert isinstance(case.other, Play)
    reach = case.seen.reach
    return (
        case.at == case.there
        and dict(case.params) == {"card": case.best.card, "kept": case.other.card, "space": case.at}
        and len(reach(case.best.card)) < len(reach(case.other.card))
    )


def _best_card(seen: Seen, card: int) -> bool:
    return all(len(seen.reach(card)) >= len(seen.reach(each)) for each in seen.hand)


def _is_little(seen: Seen, card: int) -> bool:
    return len(seen.reach(card)) * 3 <= len(seen.free)


def _new_cards(case: Case) -> bool:
    card, seen = case.params["card"], case.seen
    better = sum(len(seen.reach(each)) > len(seen.reach(card)) for each in seen.unseen)
    hands = list(combinations(range(len(seen.unseen)), 4)) if len(seen.unseen) < 12 else []
    lucky = [hand for hand in hands if any(place < better for place in hand)]
    return (
        isinstance(case.best, Exchange)
        and _best_card(seen, card)
        and (case.params["better"], case.params["cards"]) == (better, len(seen.unseen))
        and (not hands or 2 * len(lucky) >= len(hands))
        and better > 0
    )


def _keeps_low(case: Case) -> bool:
    card = case.params["card"]
    return (
        _best_card(case.seen, card)
        and card in case.seen.after(case.best).hand
        and isinstance(case.other, Play)
        and case.other.card == card
    )


def _keeps_lower(case: Case) -> bool:
    assert isinstance(case.best, Play)
    assert isinstance(case.other, Play)
    reach = {card: len(case.seen.reach(card)) for card in case.seen.hand}
    said = {
        "card": case.best.card,
        "reaches": reach[case.best.card],
        "kept": case.other.card,
        "more": reach[case.other.card],
    }
    return dict(case.params) == said and (said["more"] - said["reaches"]) * 5 >= len(case.seen.free)


def _leaves_little(case: Case) -> bool:
    left = case.seen.after(case.other)
    card = case.params["card"]
    return isinstance(case.best, Draw) and _best_card(left, card) and _is_little(left, card)


def _weak_hand(case: Case) -> bool:
    def mean(cards: tuple[int, ...]) -> float:
        return round(sum(len(case.seen.reach(card)) for card in cards) / len(cards), 1)

    held, unseen = mean(case.seen.hand), mean(case.seen.unseen)
    return dict(case.params) == {"held": held, "unseen": unseen} and held < unseen


def _stands_alone(case: Case) -> bool:
    """In no open line with others of its team, and no team alone in a line through the space."""
    space = case.params["space"]
    return case.there == space and case.most(case.other) <= 1 and not case.stops(case.other)


def _waits(case: Case) -> bool:
    """No open line of three by it, none stopped, and no threat."""
    now = case.seen.fives(case.seen.team)
    return (
        isinstance(case.best, Draw)
        and case.there == case.params["space"]
        and case.most(case.other) < 3
        and max(case.stops(case.other), default=0) < 3
        and not case.seen.after(case.other).own_threats() - now
    )


def _hinders_more(case: Case) -> bool:
    lines, fewer = (sum(each >= 2 for each in case.stops(move)) for move in (case.best, case.other))
    return dict(case.params) == {"space": case.at, "lines": lines, "count": fewer} and 0 < fewer < lines


def _counted(case: Case, count: Callable[[CincoMove], int], least: int) -> bool:
    lines, fewer = count(case.best), count(case.other)
    said = {"space": case.at, "lines": lines, "count": fewer}
    return dict(case.params) == said and lines - fewer >= least


def _more_lines(case: Case) -> bool:
    return _counted(case, lambda move: len(case.seen.open_lines(getattr(move, "space", 0))), 3)


def _draws(case: Case) -> bool:
    return (
        isinstance(case.best, Draw) and 0 < len(case.seen.hand) < 4 and not isinstance(case.other, Draw)
    ) and case.params == {"count": len(case.seen.hand)}


def _spends_idle(case: Case) -> bool:
    assert isinstance(case.best, Play)
    reach = case.seen.reach(case.best.card)
    return reach in ([], [case.best.space]) and case.params == {"card": case.best.card}


def _last_card(case: Case) -> bool:
    card = case.params["card"]
    return isinstance(case.best, Draw) and case.seen.hand == (card,) and not case.seen.after(case.other).hand


CHECKS: Final[dict[str, Callable[[Case], bool]]] = {
    "wins": _wins,
    "blocks": _blocks,
    "two-threats": _two_threats,
    "threatens": _threatens,
    "takes-double": _takes_double,
    "finds-five": lambda case: _finds(case, case.seen.fives(case.seen.team)),
    "finds-block": lambda case: _finds(case, case.seen.dangers()),
    "breaks": lambda case: (
        max(case.stops(case.best), default=0) == 3 and max(case.stops(case.other), default=0) < 3
    ),
    "builds": lambda case: case.most(case.best) == 3 > case.most(case.other),
    "blocks-likelier": _blocks_likelier,
    "threat-harder": _threat_harder,
    "same-space": _same_space,
    "wastes": lambda case: (
        isinstance(case.other, Play) and not case.seen.reach(case.other.card) and case.there is None
    ),
    "exchanges": lambda case: (
        isinstance(case.best, Exchange)
        and _best_card(case.seen, case.params["card"])
        and _is_little(case.seen, case.params["card"])
    ),
    "new-cards": _new_cards,
    "stands-alone": _stands_alone,
    "joins": lambda case: case.most(case.best) == 2 > case.most(case.other),
    "in-reach": lambda case: _counted(case, case.in_reach, 2),
    "keeps-low": _keeps_low,
    "leaves-little": _leaves_little,
    "last-card": _last_card,
    "keeps-hand": lambda case: (
        isinstance(case.other, Exchange)
        and case.params["card"] in case.seen.after(case.best).hand
        and not _is_little(case.seen, case.params["card"])
    ),
    "hinders": lambda case: (
        2 in case.stops(case.best)
        and max(case.stops(case.best)) == 2
        and max(case.stops(case.other), default=0) < 2
    ),
    "hinders-more": _hinders_more,
    "keeps-lower": _keeps_lower,
    "spends-idle": _spends_idle,
    "more-lines": _more_lines,
    "easier-lines": lambda case: _counted(case, case.easy, 2),
    "waits": _waits,
    "weak-hand": _weak_hand,
    "draws": _draws,
}
"""For each code whether the sentence is true."""


def false(view: CincoView, best: CincoMove, other: CincoMove, reasons: tuple[Why, ...]) -> Iterator[Why]:
    """The false statements about these moves."""
    seen = seen_by(view)
    for why in reasons:
        space = why.params.get("space")
        # “The token on 50” in a sentence must be the token in question.
        is_elsewhere = space not in (None, getattr(best, "space", None))
        is_of_another = is_elsewhere and why.code not in ABOUT_ANOTHER_SPACE
        if is_of_another or not CHECKS[why.code](Case(seen, best, other, why.params)):
            yield why


ABOUT_ANOTHER_SPACE: Final = {
    "threatens",
    "threat-harder",
    "finds-five",
    "finds-block",
    "stands-alone",
    "waits",
}
"""Reasons whose space is not that of the better move's token."""
