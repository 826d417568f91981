"""The third game's reviews: exact worths, judged by what a seat sees; and a game without a reviewer."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import Process
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx.adapters.engines.reviewer import ReviewProcess
from quincunx.cli.main import run
from quincunx.core.chance import CHANCE, Rolled, Shuffled
from quincunx.core.record import Record, parse, write
from quincunx.core.review import Review
from quincunx.core.values import Step
from quincunx.games import GAMES
from quincunx.lessons.mine import self_play
from quincunx.review import NotReviewed, review
from quincunx.review.why import why_best
from quincunx.texts.catalogue import Catalogue
from tests.third.game.day import AVERAGE
from tests.third.game.game import GAME
from tests.third.game.review.reviewer import REVIEWER
from tests.third.game.review.totals import mean, to_come
from tests.third.game.review.worths import by_move, worth
from tests.third.game.state import DIE, HAND, PACK, TrioState, points
from tests.third.game.types import Pass, Play, TrioMove, TrioOptions, TrioView
from tests.third.support import PEOPLE, PLAIN, SETUPS, TWO, record_of

REASONS = ("waits", "good-roll", "scores-more", "saves")


def state_of(options: TrioOptions, *moves: Any) -> TrioState:
    """The state after these moves, with the cards dealt in ascending order."""
    state = GAME.initial(options)
    for move in (Shuffled(PACK), *moves):
        state = GAME.apply(state, move)
    assert isinstance(state, TrioState)
    return state


def view_of(*moves: Any, options: TrioOptions = TWO) -> TrioView:
    """The view of the seat to move."""
    state = state_of(options, *moves)
    return GAME.view(state, state.seat)


def recorded(options: TrioOptions, name: str) -> Record:
    """A game of bots of both levels."""
    plies = list(self_play(GAME, options, name))
    names = tuple(person.name for person in PEOPLE[: options.players])
    return Record(GAME, options, names, tuple(ply.step for ply in plies), GAME.outcome(plies[-1].after))


# ---- worths --------------------------------------------------------------------------------------------


def test_a_hand_without_passes_scores_what_enumeration_says() -> None:
    hand = (5, 8, 12)

    def most(left: tuple[int, ...]) -> float:
        if not left:
            return 0.0
        best = (
            max(points(card, die) + most(tuple(each for each in left if each != card)) for card in left)
            for die in range(1, DIE + 1)
        )
        return sum(best) / DIE

    assert mean(to_come(hand, 0)) == pytest.approx(most(hand), abs=1e-12)
    assert sum(to_come(hand, 3)) == pytest.approx(1.0, abs=1e-12)
    assert mean(to_come(hand, 1)) > mean(to_come(hand, 0))


def test_the_average_of_the_daily_challenge_is_that_of_all_hands() -> None:
    hands = list(combinations(PACK, HAND))
    assert sum(mean(to_come(hand, 1)) for hand in hands) / len(hands) == pytest.approx(AVERAGE, abs=1e-12)


def test_the_worth_of_a_last_card_is_counted_by_hand() -> None:
    """One seat has 4 points and plays its last card, 5, for 9 in all. The other has 6 points, and one of the
    seven cards that this seat has not seen."""
    moves = [Rolled((6,)), Play(1), Rolled((6,)), Play(2), Rolled((6,)), Play(3), Rolled((6,)), Play(4)]
    view = view_of(*moves, Rolled((6,)), options=TrioOptions(most_passes=0, first=0))
    assert view.totals == (4, 6)
    unseen = (6, 7, 8, 9, 10, 11, 12)
    share = 0.0
    for card in unseen:
        for die in range(1, DIE + 1):
            other = 6 + points(card, die)
            share += (other < 9) + 0.5 * (other == 9)
    assert by_move(view)[Play(5)] == pytest.approx(share / len(unseen) / DIE, abs=1e-12)


def test_all_deals_together_are_worth_half_a_game_of_two() -> None:
    """The luck of the deal has a mean of 0."""
    found = []
    for hand in combinations(PACK, HAND):
        others = [card for card in PACK if card not in hand]
        order = (hand[0], others[0], hand[1], others[1], hand[2], *others[2:])
        found.append(worth(GAME.view(GAME.apply(GAME.initial(TWO), Shuffled(order)), 0)))
    assert sum(found) / len(found) == pytest.approx(1 / 2, abs=1e-9)


def test_a_worth_is_the_same_whatever_cards_the_others_hold() -> None:
    before = state_of(TrioOptions(3, 1, 0), Rolled((2,)))
    seen = GAME.view(before, 0)
    hidden = [*before.hands[1], *before.hands[2], *before.unused]
    for order in list(permutations(hidden))[:400:97]:
        hands = (before.hands[0], tuple(sorted(order[:3])), tuple(sorted(order[3:6])))
        twin = msgspec.structs.replace(before, hands=hands, unused=order[6:])
        assert by_move(GAME.view(twin, 0)) == by_move(seen)


# ---- reviews -------------------------------------------------------------------------------------------


def adds_up(found: Review) -> None:
    for seat in found.seats:
        assert seat.start + seat.luck - seat.errors + seat.others == pytest.approx(seat.result, abs=1e-9)
        assert seat.errors >= 0
    assert (found.exact, found.simulations, found.scale) == (True, 0, "chance")
    assert [seat.cards for seat in found.seats] == [None] * len(found.seats), "luck is also the die"


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_the_sums_hold_and_worths_are_chances(options: TrioOptions) -> None:
    record = record_of(options, 1)
    found = review(record)
    adds_up(found)
    assert all(-1e-9 <= each <= 1 + 1e-9 for moment in found.graph for each in moment.worths)
    seats = [step.seat for step in record.steps if step.seat != CHANCE]
    assert [choice.seat for choice in found.choices] == seats
    assert {choice.kind for choice in found.choices} <= {*REVIEWER.kinds}
    for choice in found.choices:
        assert choice.error == pytest.approx(choice.best.worth - choice.chosen.worth, abs=1e-9)
        assert bool(choice.reasons) <= (choice.verdict == "mistake")


def test_a_mistake_has_its_better_move_and_its_reason() -> None:
    """With 10, 11 and 12, a roll of 1 and a pass left, any card wastes most of its number."""
    deal = Shuffled((10, 1, 11, 2, 12, 5, 3, 4, 6, 7, 8, 9))
    steps = [(CHANCE, deal), (CHANCE, Rolled((1,))), (0, Play(12)), (CHANCE, Rolled((6,)))]
    record = Record(GAME, TWO, ("Ada", "Bo"), tuple(Step(*step) for step in steps), None)
    (choice,) = review(record).choices
    assert (choice.verdict, choice.best.text, choice.chosen.text) == ("mistake", "pass", "play 12")
    assert [why.code for why in choice.reasons] == ["waits"]


def test_the_reasons_are_facts_of_the_view() -> None:
    low, high = view_of(Rolled((1,))), view_of(Rolled((3,)))

    def codes(view: TrioView, best: TrioMove, other: TrioMove) -> list[str]:
        return [why.code for why in REVIEWER.reasons(view, best, other)]

    assert codes(low, Pass(), Play(5)) == ["waits"]
    assert codes(high, Play(5), Pass()) == ["good-roll"]
    assert codes(high, Play(5), Play(1)) == ["scores-more"]
    assert codes(low, Play(3), Play(5)) == ["saves"]
    assert codes(low, Play(5), Play(3)) == []
    assert why_best(GAME, low, (Pass(), Play(5)))[0].code == "waits"


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_kind_and_every_reason_has_its_words(language: str) -> None:
    catalogue = Catalogue(language, GAMES)
    assert all(catalogue.has(f"trio.review.kind.{kind}") for kind in REVIEWER.kinds)
    assert all(catalogue.has(f"trio.review.reason.{code}", 2) for code in REASONS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A finished game of both levels, in which a mistake was made."""
    file = tmp_path / "record.txt"
    file.write_text(write(recorded(TWO, "1")), "utf-8", newline="\n")
    return file


def test_the_command_prints_a_review(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert run(["review", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Trio: ")
    assert "All chances are exact." in told
    assert run(["review", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["engine"]) == ("trio", REVIEWER.engine)
    page = file.with_name("page.html")
    assert run(["review", str(file), str(page), "--html", "--lang", "it"]) == 0
    assert "Trio" in page.read_text("utf-8")


# ---- the process that makes reviews --------------------------------------------------------------------


async def test_the_reviewer_process_makes_a_review(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = asyncio.create_subprocess_exec

    async def started(program: str, *arguments: str, **streams: Any) -> Process:
        assert arguments[0] == "-c"
        return await start(program, "-m", "tests.third.worker", *arguments[2:], **streams)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    process = ReviewProcess()
    said: list[tuple[int, int]] = []
    try:
        async with asyncio.timeout(60):
            text = file.read_text("utf-8")
            made = await process.review(text, 400, lambda done, total: said.append((done, total)))
    finally:
        await process.stop()
    assert made == msgspec.json.encode(review(parse(text, GAMES)))
    assert said


# ---- a game without a reviewer -------------------------------------------------------------------------


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game as if it had no reviewer."""
    monkeypatch.setitem(GAMES, GAME.name, PLAIN)


@pytest.mark.usefixtures("plain")
def test_its_games_are_not_reviewed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotReviewed):
        review(msgspec.structs.replace(record_of(TWO), game=PLAIN))
    assert run(["review", str(file)]) == 1
    assert "Games of Trio can’t be reviewed." in capsys.readouterr().err
