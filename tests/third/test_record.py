"""A game is written, read, played again and checked against its seed, without the format knowing the game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quincunx.core.chance import CHANCE, Rolled
from quincunx.core.record import RecordError, parse, replay, verify, write
from quincunx.core.values import Outcome, Step
from quincunx.games import GAMES
from tests.third.game.game import GAME
from tests.third.game.types import TrioOptions
from tests.third.support import SETUPS, record_of

EXAMPLE = """\
[Quincunx "1"]
[Game "trio"]
[Players "2"]
[MostPasses "1"]
[First "lot"]
[Seat 1 "Alice"]
[Seat 2 "Bob"]
[Result "won by 1 (counted)"]

0. set-up: lot 2; shuffle 1 2 3 4 5 6 7 8 9 10 11 12
1. seat 2: roll 6; play 2
2. seat 1: roll 1; pass
3. seat 2: roll 2; play 4
4. seat 1: roll 3; play 5
5. seat 2: roll 1; play 6
6. seat 1: roll 2; play 3
7. seat 1: roll 1; play 1
end
"""


def test_a_record_is_as_a_person_would_write_it() -> None:
    record = parse(EXAMPLE, GAMES)
    assert record.options == TrioOptions()
    assert [GAME.outcome(ply.after) for ply in replay(record)][-1] == Outcome("counted", (0,))
    assert write(record) == EXAMPLE


@pytest.mark.parametrize("options", SETUPS)
def test_a_game_is_written_read_and_checked(options: TrioOptions) -> None:
    for number in range(10):
        record = record_of(options, number)
        text = write(record)
        assert parse(text, GAMES) == record
        assert write(parse(text, GAMES)) == text
        assert verify(record) == []


def test_a_die_that_was_turned_is_found() -> None:
    record = record_of(SETUPS[2])
    at = max(at for at, step in enumerate(record.steps) if step.seat == CHANCE)
    rolled = record.steps[at].move
    assert isinstance(rolled, Rolled)
    turned = Step(CHANCE, Rolled((rolled.faces[0] % 6 + 1,)))
    steps = (*record.steps[:at], turned)
    (fault,) = verify(replace(record, steps=steps, outcome=None))
    assert "of the roll is" in str(fault)


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ('MostPasses "1"', 'MostPasses "4"', 4, "up to 3 times"),
        ('MostPasses "1"', 'MostPasses "few"', 4, "can’t be “few”"),
        ('Players "2"', 'Players "4"', 3, "2 or 3 players"),
        ("roll 6; play 2", "roll 6; play 1", 11, "You do not hold card 1. (rule 4.1)"),
        ("roll 6; play 2", "roll 6; 57>63", 11, "not a move of Trio"),
        ("roll 6; play 2", "roll 7; play 2", 11, "not what chance was asked"),
        ("won by 1 (counted)", "drawn (counted)", 8, "won by 1 (counted)"),
    ],
)
def test_an_illegal_move_is_refused_at_its_place(old: str, new: str, line: int, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(EXAMPLE.replace(old, new), GAMES)
    assert caught.value.line == line
    assert sentence in str(caught.value.fault)


def test_two_of_three_who_share_the_most_have_drawn() -> None:
    state = GAME.initial(TrioOptions(3, first=0))
    moves = (
        "shuffle 2 8 1 4 9 3 6 10 5 7 11 12",
        *(
            part
            for face, card in ((1, 2), (1, 8), (1, 1), (2, 4), (2, 9), (1, 3), (6, 6), (3, 10), (6, 5))
            for part in (f"roll {face}", f"play {card}")
        ),
    )
    for move in moves:
        state = GAME.apply(state, GAME.text.parse_move(move))
    assert state.totals == (12, 12, 8)
    assert GAME.outcome(state) == Outcome("counted", ())


@pytest.mark.parametrize(
    ("players", "winners", "is_taken"), [(2, "1", True), (2, "1 2", False), (3, "1 2", False)]
)
def test_a_resigned_game_is_won_by_the_other_of_two_sides(players: int, winners: str, is_taken: bool) -> None:
    record = record_of(TrioOptions(players, first=0))
    text = write(replace(record, steps=record.steps[:4], outcome=None))
    claimed = text.replace("unfinished", f"won by {winners} (resigned)")
    if is_taken:
        assert write(parse(claimed, GAMES)) == claimed
    else:
        with pytest.raises(RecordError, match="isn’t over after the last move"):
            parse(claimed, GAMES)
