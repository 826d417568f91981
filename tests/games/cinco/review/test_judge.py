"""Each seat's way through a game: it adds up, and what the seat could not know has no part in it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.cli.files import load
from quincunx.core.chance import Shuffled
from quincunx.core.record import Record
from quincunx.core.record import replay as plies_of
from quincunx.core.review import Effort, Review, finish
from quincunx.core.values import Ply, Step
from quincunx.games.cinco.bots.kernels.measure import worths_of
from quincunx.games.cinco.bots.ranking import root_of
from quincunx.games.cinco.game import GAME
from quincunx.games.cinco.review import judge
from quincunx.games.cinco.review.verdicts import SURE
from quincunx.games.cinco.review.worths import before_the_deal
from quincunx.games.cinco.state import CincoState
from quincunx.games.cinco.types import CincoOptions, Draw, Play
from quincunx.review import review
from tests.examples import mostly_nightly
from tests.games.cinco.review.support import game_of, position
from tests.golden.games import stored

LITTLE = Effort(simulations=40)
TWO = CincoOptions(first=0)


def adds_up(found: Review) -> None:
    for each in found.seats:
        assert abs(each.start + each.luck - each.errors + each.others - each.result) < 1e-9
        assert each.choices is not None
        assert each.cards is not None
        assert abs(each.start + each.choices + each.cards + each.others - each.result) < 1e-9
        assert each.errors >= 0.0
        assert each.errors == pytest.approx(sum(one.error for one in found.choices if one.seat == each.seat))
        assert 0 <= each.mistakes <= each.decisions - each.found + each.mistakes
        assert abs(found.graph[-1].worths[each.seat] - each.result) < 1e-9
    for judged in found.choices:
        assert (judged.error > 0) == (judged.verdict == "mistake")
        if judged.verdict == "mistake":
            assert judged.error > SURE * judged.uncertainty


@pytest.mark.parametrize(
    "options",
    mostly_nightly([TWO, CincoOptions(3, 3, True), CincoOptions(4, 2)], TWO),
    ids=lambda each: f"{each.players}in{each.teams}",
)
def test_cards_choices_and_the_others_lead_from_the_start_to_the_result(options: CincoOptions) -> None:
    record = game_of(options, 4, ("keen",), most=16)
    found = review(record, LITTLE)
    adds_up(found)
    assert {each.seat for each in found.choices} == set(range(options.players))
    assert found.simulations == LITTLE.simulations
    assert review(record, LITTLE) == found


@pytest.mark.parametrize("name", ["cinco-reshuffle-before-draw", "cinco-reshuffle-in-exchange"])
def test_cards_from_a_new_pile_are_luck_when_they_have_come(name: str) -> None:
    plies = list(plies_of(load(next(file for file in stored() if file.stem == name))))
    shuffled = next(place for place, ply in enumerate(plies) if ply.before.owed)
    before = plies[shuffled].before
    found = finish(judge.findings(plies[shuffled - 1 : shuffled + 2], before.options, LITTLE))
    (luck,) = (each for each in found.changes if each.source == "luck" and each.seat == before.seat)
    assert luck.ply == plies[shuffled].number


def twin(record: Record, seat: int) -> Record:
    """The same game to this seat: two cards that it never sees change places, one of them in a hand."""
    plies = list(plies_of(record))
    seen = {card for ply in plies for card in _seen(ply.before, seat) | _seen(ply.after, seat)}
    last: CincoState = plies[-1].after
    (shuffle,) = (place for place, step in enumerate(record.steps) if isinstance(step.move, Shuffled))
    other = 1 - seat
    held = next(card for card in last.hands[other] if card not in seen)
    waits = next(card for card in reversed(last.pile) if card not in seen)
    order = record.steps[shuffle].move.cards
    swapped = tuple({held: waits, waits: held}.get(card, card) for card in order)
    steps = list(record.steps)
    steps[shuffle] = Step(steps[shuffle].seat, Shuffled(swapped))
    return replace(record, steps=tuple(steps))


def _seen(state: CincoState, seat: int) -> set[int]:
    return {*state.hands[seat], *(card for pile in state.discards for card in pile)}


@pytest.mark.parametrize("seat", mostly_nightly([0, 1], 0))
def test_hidden_cards_change_nothing_for_the_seat_that_does_not_see_them(seat: int) -> None:
    record = game_of(TWO, 11, ("skilled",), most=24)
    changed = twin(record, seat)
    assert changed != record
    one, two = review(record, LITTLE), review(changed, LITTLE)
    own, same = one.seats[seat], two.seats[seat]
    # The average worth of cards depends on the pile, and so do the two sums that it divides.
    assert own.luck + own.others == pytest.approx(same.luck + same.others)
    assert replace(own, luck=0.0, cards=0.0, others=0.0) == replace(same, luck=0.0, cards=0.0, others=0.0)
    assert [each for each in one.choices if each.seat == seat] == [
        each for each in two.choices if each.seat == seat
    ]
    assert any(each.best.continuation for each in one.choices if each.seat == seat)
    assert [each.worths[seat] for each in one.graph] == [each.worths[seat] for each in two.graph]
    # The one who holds the card sees another game.
    assert one.seats[1 - seat] != two.seats[1 - seat]


def one_choice(state: CincoState, *moves: object) -> list[Ply]:
    """A record's steps from this position."""
    plies = []
    for number, move in enumerate(moves, 1):
        after = GAME.apply(state, move)
        plies.append(Ply(number, Step(state.seat, move), state, after))
        state = after
    return plies


FOUR = (3, 13, 26, 50)


def test_a_win_that_was_not_seen_is_a_mistake() -> None:
    state = position((5, 20, 60, 86), own=FOUR, theirs=(63, 64, 65, 66))
    (found,) = finish(judge.findings(one_choice(state, Play(86, 86)), TWO, LITTLE)).choices
    assert found.verdict == "mistake"
    assert found.best.move == Play(60, 73)
    assert found.best.worth == 1.0
    assert found.error == pytest.approx(1.0 - found.chosen.worth)
    assert found.reasons[0].code == "wins"
    assert [each.code for each in found.best.continuation] == ["ends"]
    assert found.chosen.continuation
    (best,) = finish(judge.findings(one_choice(state, Play(60, 73)), TWO, LITTLE)).choices
    assert (best.verdict, best.error, best.chosen.worth) == ("best", 0.0, 1.0)
    assert best.best.continuation == ()


def test_a_card_that_was_drawn_is_luck_and_nothing_else() -> None:
    state = position((60, 70), own=FOUR)
    lucky = replace(state, pile=(1, *(card for card in state.pile if card != 1)))
    plain = replace(state, pile=(89, *(card for card in state.pile if card != 89)))
    gains = []
    for each in (lucky, plain):
        found = finish(judge.findings(one_choice(each, Draw()), TWO, Effort(simulations=400)))
        gains.append([change.by_seat[0] for change in found.changes if change.source == "luck"])
    assert gains[0][-1] > gains[1][-1]


def test_the_same_deals_for_both_choices() -> None:
    state = position((5, 20, 60, 86), theirs=FOUR)
    root = root_of(GAME.view(state, 0))
    first, again = (worths_of(root, 0, Play(60, 73), "name", 50) for _ in range(2))
    assert (first == again).all()
    assert (first != worths_of(root, 0, Play(60, 73), "another", 50)).any()


def test_waiting_is_worth_less_under_the_opponents_threat() -> None:
    quiet = position((5, 20, 60, 86), own=(3, 13))
    threat = position((5, 20, 60, 86), own=(3, 13), theirs=(63, 64, 65, 66))
    waits = []
    for state in (quiet, threat):
        seen = GAME.view(replace(state, seat=1), 0)
        assert seen.to_move == 1
        waits.append(worths_of(root_of(seen), 1, None, "x", 200).mean())
    assert waits[1] < waits[0] - 0.1


def test_the_starter_is_ahead_before_the_deal() -> None:
    assert before_the_deal(CincoOptions(), 0)[0] > 0.5
    first = before_the_deal(CincoOptions(), 1)
    assert first[1] > 0.5
    assert sum(first) == pytest.approx(1.0)
    assert sum(before_the_deal(CincoOptions(3, 3), 2)) == pytest.approx(1.0)
