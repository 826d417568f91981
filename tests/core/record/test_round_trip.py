"""The text record: what is written is read back, and what is read is written again to the same text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.chance import CHANCE, Rolled
from quincunx.core.record import Record, parse, replay, write
from quincunx.core.values import Step
from quincunx.games import GAMES, game_of
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.types import CinqoOptions, Put
from tests.core.record.support import RECORDS, SMALL, fault, records, sample, steps_of
from tests.games.support import SETUPS, name_of, random_game


@given(records())
def test_record_parse_replay_write_is_the_same(record: Record) -> None:
    text = write(record)
    again = parse(text, GAMES)
    assert again == record
    assert tuple(ply.step for ply in replay(again)) == record.steps
    assert write(again) == text


@given(records(), st.randoms(use_true_random=False))
def test_headers_may_stand_in_any_order_after_the_first(record: Record, random: Any) -> None:
    first, *headers = write(record).split("\n\n", 1)[0].split("\n")
    random.shuffle(headers)
    turns = write(record).split("\n\n", 1)[1]
    assert parse("\n".join((first, *headers)) + "\n\n" + turns, GAMES) == record


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_records_that_are_kept_are_written_again_to_the_same_text(path: Any) -> None:
    text = path.read_text("utf-8")
    assert write(parse(text, GAMES)) == text


@pytest.mark.parametrize("options", SETUPS, ids=name_of)
def test_one_turn_a_line(options: Any) -> None:
    game = game_of(options)
    played = random_game(options, 3)
    last = played[-1][1]
    record = Record(game, options, ("a",) * options.players, steps_of(options, played), game.outcome(last))
    lines = write(record).split("\n\n", 1)[1].split("\n")
    assert lines[-2:] == ["end", ""]
    turns = game.view(last, None).turn if game.name == "cinco" else len(last.history)
    assert int(lines[-3].split(".")[0]) == turns


def test_it_is_made_to_be_read() -> None:
    faces = [(4, 4, 4, 4, 4, 1), (6, 6, 1, 2, 3, 6), (6, 6, 2)]
    moves: list[Any] = [
        Rolled(faces[0]),
        Rolled(faces[1]),
        Put((6, 6), (3,), (), True),
        Rolled((6, 5)),
        Put((5, 6)),
    ]
    steps = tuple(Step(CHANCE if isinstance(move, Rolled) else 0, move) for move in moves)
    record = Record(CINQO, CinqoOptions(1), ('Zoë "Z" \u202e',), steps)
    assert write(record) == (
        '[Quincunx "1"]\n[Game "cinqo"]\n[Players "1"]\n[Goal "hundred"]\n[Rounds "5"]\n[First "1"]\n'
        '[Seat 1 "Zoë \\"Z\\" \\u{202E}"]\n[Result "unfinished"]\n\n'
        "1. seat 1: roll 4 4 4 4 4 1\n"
        "2. seat 1: roll 6 6 1 2 3 6; rack 66 bank 3 box; roll 6 5; rack 56\n"
        "end\n"
    )


# ---- one spelling for everything ---------------------------------------------------------------------------


def test_windows_line_ends_are_fine() -> None:
    text = sample("cinco-2in2")
    record = parse(text, GAMES)
    assert parse(text.replace("\n", "\r\n"), GAMES) == record
    assert write(parse(text.replace("\n", "\r\n"), GAMES)) == text


SPELLINGS = [
    ("roll 1 2", "roll 01 2", "line 10, column 17: “01” is written “1”."),
    ("roll 1 2", "roll  1 2", "line 10, column 17: “” isn’t a number."),
    ("rack 1 bank 23", "rack 1 bank 32", "line 10, column 30: “rack 1 bank 32” is written “rack 1 bank 23”."),
    ("rack 1 bank 23", "bank 23 rack 1", "line 10, column 30: “bank 23 rack 1” is written “rack 1 bank 23”."),
    ("rack 1 bank 23", "rack 61", "line 10, column 30: “rack 61” is written “rack 16”."),
    ('[Players "1"]', '[Players "01"]', "line 3, column 11: This is written “1”."),
    ('[Players "1"]', '[Players "06"]', "line 3, column 11: This is written “6”."),
    ('[First "1"]', '[First "001"]', "line 6, column 9: This is written “1”."),
    ("Ada", "Ad\\u{61}", 'line 7, column 9: This is written "Ada".'),
    ("Ada", "Ad\\u{202e}", "line 7, column 12: After \\ comes"),
    ("Ada", "Ad\\u{00202E}", 'line 7, column 9: This is written "Ad\\u{202E}".'),
    ("unfinished", "drawn (truncated)", "line 8, column 10: This is written “truncated”."),
    ("unfinished", "drawn (resigned)", "line 8, column 10: This is written “resigned”."),
    ("unfinished", "won by 1  2 (rounds)", "line 8, column 10: A result is"),
    ("1. seat 1", "01. seat 1", "line 10, column 1: Here “1. seat 1” is expected."),
    (
        "end\n",
        "end",
        "line 11, column 1: A whole record closes with the line “end”, and nothing stands",
    ),
    ("end\n", "end\n\n", "line 11, column 1: A whole record closes with the line “end”, and nothing stands"),
    ("end\n", "end\n\n\n", "line 11, column 1: A whole record closes with the line “end”"),
    ("end\n", "end \n", "A whole record closes with the line “end”"),
]


@pytest.mark.parametrize(("old", "new", "expected"), SPELLINGS)
def test_another_spelling_is_refused_with_the_right_one(old: str, new: str, expected: str) -> None:
    assert SMALL.count(old) >= 1
    assert expected in fault(SMALL.replace(old, new, 1))


def test_lots_are_counted_from_1() -> None:
    text = sample("cinco-4in2")
    lot = text.split("lot ", 1)[1][0]
    assert fault(text.replace(f"lot {lot}", "lot 0", 1)).endswith("column 16: Lots are counted from 1.")
    assert fault(text.replace(f"lot {lot}", "lot 5", 1)).endswith(
        "That is not what chance was asked for here. (rule 5)"
    )
