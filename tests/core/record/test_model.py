"""Games that no rule allows are neither written nor read, and those that no rule ended say how they did."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Shuffled
from quincunx.core.record import Record, RecordError, parse, write
from quincunx.core.values import Outcome, Step
from quincunx.games import GAMES
from quincunx.games.cinco.game import GAME as CINCO
from quincunx.games.cinco.types import CincoOptions, Draw, Exchange
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions, Put
from tests.core.record.support import SMALL, fault, sample

SETUP = Shuffled(tuple(range(1, 91)))
START = (Step(CHANCE, SETUP), Step(0, Exchange()))
GOES_ON = "The game isn’t over after the last move, so it can’t have this result."
FIVE = "Cinco is for 2, 3, 4 or 6 players, not 5."
FULL = "You hold four cards already; draw only with fewer."
TWO = Record(CINCO, CincoOptions(2, first=0), ("A", "B"), START)
FOUR = Record(CINCO, CincoOptions(4, first=0), tuple("ABCD"), START)
THREE = Record(CINCO, CincoOptions(3, 3, first=0), tuple("ABC"), START)
DICE = Record(CINQO, CinqoOptions(), ("A", "B"), ())
ALONE = Record(CINQO, CinqoOptions(1), ("A",), ())


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (replace(TWO, options=CincoOptions(5), names=tuple("ABCDE")), f"{FIVE} (rule 2)"),
        (replace(TWO, names=("A",)), "Each player has one name: 2 in all, not 1."),
        (replace(TWO, names=("A", "B" * 201)), "A name has at most 200 characters."),
        (replace(TWO, names=("A", "\ud800")), "A name contains half a character (a surrogate)."),
        (replace(TWO, entropies=("",)), "Each player has one entropy: 2 in all, not 1."),
        (replace(TWO, commitments=("",)), "Each player has one commitment: 2 in all, not 1."),
        (replace(TWO, bot_moves=(1,)), "Bots’ moves are counted for every seat, or for none."),
        (replace(TWO, bot_moves=(0, 0)), "Bots’ moves are counted for every seat, or for none."),
        (replace(TWO, steps=START[1:]), "Move 1: Chance moves here, not seat 1."),
        (replace(TWO, steps=(*START, START[1])), "Move 3: It’s seat 2’s move here, not seat 1’s."),
        (replace(TWO, steps=(*START, Step(CHANCE, SETUP))), "Move 3: It’s seat 2’s move here, not chance’s."),
        (replace(TWO, steps=(*START, Step(1, Draw()))), f"Move 3: {FULL} (rule 4.2)"),
        (replace(TWO, steps=(*START, Step(1, Put((1,))))), "Move 3: That isn’t a move in Cinco."),
        (replace(TWO, outcome=Outcome("five", (0,))), GOES_ON),
        (replace(TWO, outcome=Outcome("agreed", (0,))), GOES_ON),
        (replace(TWO, outcome=Outcome("board", ())), GOES_ON),
        (replace(TWO, outcome=Outcome("truncated", (0,))), GOES_ON),
    ],
)
def test_impossible_games_are_not_written(record: Record, sentence: str) -> None:
    with pytest.raises(RecordError) as error:
        write(record)
    assert str(error.value) == sentence
    assert (error.value.line, error.value.column) == (0, 0)


def test_nothing_follows_the_end() -> None:
    record = parse(sample("cinco-4in2"), GAMES)
    with pytest.raises(RecordError, match=r"^Move \d+: The game is over before this move\.$"):
        write(replace(record, steps=(*record.steps, Step(0, Draw()))))
    for termination in ("agreed", "resigned", "truncated"):
        with pytest.raises(RecordError, match=r"By the rules the game ended like this: won by"):
            write(replace(record, outcome=Outcome(termination, ())))


# ---- endings that no rule brings about ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "winners", "words"),
    [
        (TWO, (1,), "won by 2 (resigned)"),
        (FOUR, (0, 2), "won by 1 3 (resigned)"),
        (FOUR, (1, 3), "won by 2 4 (resigned)"),
        (DICE, (0,), "won by 1 (resigned)"),
        (ALONE, (), "resigned"),
    ],
)
def test_a_side_that_gives_up_has_lost_to_the_other(
    record: Record, winners: tuple[int, ...], words: str
) -> None:
    given_up = replace(record, outcome=Outcome("resigned", winners))
    text = write(given_up)
    assert f'[Result "{words}"]' in text
    assert parse(text, GAMES) == given_up


@pytest.mark.parametrize(
    ("record", "winners"),
    [
        (TWO, ()),  # one side wins by it
        (TWO, (0, 1)),  # and one loses
        (FOUR, (0,)),  # with the whole side
        (FOUR, (0, 1)),
        (FOUR, (2, 0)),  # in the order of the seats
        (FOUR, (1, 2, 3)),
        (THREE, (0,)),  # with three sides no player resigns
        (THREE, (1, 2)),
        (ALONE, (0,)),
    ],
)
def test_only_a_whole_side_wins_when_the_other_gives_up(record: Record, winners: tuple[int, ...]) -> None:
    given_up = replace(record, outcome=Outcome("resigned", winners))
    with pytest.raises(RecordError) as caught:
        write(given_up)
    assert str(caught.value) == GOES_ON


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ("won by 1 (resigned)", GOES_ON),
        ("won by 1 (truncated)", GOES_ON),
        ("drawn (board)", GOES_ON),
        ("drawn (agreed)", "Cinq-O knows no draw."),
    ],
)
def test_an_impossible_ending_is_refused_at_the_result(result: str, sentence: str) -> None:
    assert fault(SMALL.replace("unfinished", result)) == f"line 8, column 10: {sentence}"


def test_a_draw_by_consent_is_for_games_that_know_one() -> None:
    agreed = Outcome("agreed", ())
    assert parse(write(replace(TWO, outcome=agreed)), GAMES).outcome == agreed
    with pytest.raises(RecordError, match=r"^Cinq-O knows no draw\.$"):
        write(replace(DICE, outcome=agreed))
