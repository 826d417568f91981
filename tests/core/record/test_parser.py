"""Turns that are wrong, files that are torn or too long, and how much work a long record is."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from quincunx.core.record import LONGEST, MOST_TURNS, RecordError, parse, parser, read, write
from quincunx.games import GAMES
from quincunx.games.cinqo.game import GAME as CINQO
from quincunx.games.cinqo.history import History
from tests.core.record.support import SMALL, check_fault, fault, refusal, sample
from tests.examples import mostly_nightly


def test_the_small_record_is_well() -> None:
    assert write(parse(SMALL, GAMES)) == SMALL


def test_lines_may_end_as_windows_ends_them() -> None:
    assert parse(SMALL.replace("\n", "\r\n"), GAMES) == parse(SMALL, GAMES)


@pytest.mark.parametrize("text", [f"\ufeff{SMALL}", SMALL[:-1], f"\ufeff{SMALL[:-1]}", f"{SMALL[:-1]}\r\n"])
def test_a_file_may_have_a_byte_order_mark_and_lack_its_last_line_feed(text: str) -> None:
    assert read(text.encode(), GAMES) == parse(SMALL, GAMES)


def test_a_byte_order_mark_is_forgiven_once_and_only_at_the_start() -> None:
    for text in (f"\ufeff\ufeff{SMALL}", SMALL.replace("\nend", "\n\ufeffend")):
        with pytest.raises(RecordError):
            read(text.encode(), GAMES)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("1. seat", "one. seat", "line 10, column 1: A turn looks like this"),
        ("1. seat", "2. seat", "line 10, column 1: Here “1. seat 1” is expected."),
        ("1. seat 1", "1. seat 2", "line 10, column 1: Here “1. seat 1” is expected."),
        ("1. seat 1", "1. set-up", "line 10, column 1: Here “1. seat 1” is expected."),
        ("rack 1", "rock 1", "line 10, column 30: “rock 1 bank 23” isn’t a move in Cinq-O"),
        ("rack 1", "rack 6", "line 10, column 30: There is no such 6 in this roll. (rule 3.2)"),
        ("rack 1 bank 23", "nothing", "line 10, column 30: After each roll at least one die must go into"),
        ("5 6;", "5 x;", "line 10, column 27: “x” isn’t a number."),
        ("5 6;", "5 7;", "line 10, column 12: Those are not the dice that were to be rolled. (rule 3.1)"),
        ("5 6;", f"5 {'9' * 5000};", "line 10, column 27: “99999999999999999999” isn’t a number."),
        ("roll 1 2 3 4 5 6; ", "", "line 10, column 12: The dice are still rolling. (rule 3.1)"),
        ("roll 1 2 3 4 5 6", "lot 1", "line 10, column 12: That is not what chance was asked for"),
        ("; rack", ";rack", "line 10, column 27: “6;rack” isn’t a number."),
        ("; rack", ";  rack", "line 10, column 30: “ rack 1 bank 23” isn’t a move in Cinq-O"),
        ("\nend", "\n1. seat 1: roll 5 5\nend", "line 11, column 1: All moves of a turn stand on one line."),
        ("bank 23", "bank 2345; roll 6 6 6 6 6 6", "line 10, column 48: The turn is over before this move."),
        ("end\n", "", "line 11, column 1: A whole record closes with the line “end”"),
        ("end\n", "end", "line 11, column 1: A whole record closes with the line “end”"),
        ("end\n", "end\nmore", "line 11, column 1: A whole record closes with the line “end”"),
        ("rack 1 bank 23", "roll 1 1", "line 10, column 30: It’s seat 1’s move here, not chance’s."),
        ("end\n", "end\nmore\n", "line 11, column 1: A whole record closes with the line “end”"),
        ("\nend", "\n\nend", "line 11, column 1: A turn looks like this"),
    ],
)
def test_a_turn_that_is_wrong(old: str, new: str, expected: str) -> None:
    check_fault(old, new, expected)


def test_empty_files() -> None:
    for text in ("", "\n", "\n\n\n", "end", "\ufeff" + SMALL, "{}", "<html>"):
        assert fault(text).startswith("line 1, column 1: ")
    assert fault('[Quincunx "1"]').startswith("line 1, column 1: The record ends among its headers.")


def test_the_end_of_a_record_without_turns() -> None:
    head = SMALL.split("\n\n")[0]
    assert write(parse(f"{head}\n\nend\n", GAMES)) == f"{head}\n\nend\n"
    assert fault(f"{head}\n\nend\n\n").startswith("line 10, column 1: A whole record closes")
    assert fault(f"{head}\n\n").startswith("line 10, column 1: A whole record closes")


def test_a_turn_after_the_end_of_a_short_game() -> None:
    head = SMALL.split("\n\n")[0].replace("hundred", "rounds").replace('"5"', '"1"')
    head = head.replace('[Players "1"]', '[Players "2"]').replace('"Ada"]', '"Ada"]\n[Seat 2 "Bo"]')
    turns = [f"{n}. seat {n}: roll 1 2 3 4 5 3; rack 12345\n" for n in (1, 2)]
    assert fault(f"{head}\n\n{''.join(turns)}3. seat 1: roll 1\nend\n") == (
        "line 13, column 1: The game is over before this turn."
    )


def test_a_game_that_goes_on_after_its_end() -> None:
    text = sample("cinco-2in2").replace("\nend", "\n999. seat 1: draw\nend")
    last = text.count("\n") - 1
    assert fault(text) == f"line {last}, column 1: The game is over before this turn."
    assert "By the rules the game ended like this: drawn (tokens)." in fault(
        re.sub(r'\[Result ".*"\]', '[Result "drawn (agreed)"]', sample("cinco-2in2"))
    )


def test_bytes_that_are_not_text() -> None:
    data = SMALL.encode()
    for bad, place in [(b"A\xffda", "line 7, column 11"), (b"\xc3", "line 7, column 10")]:
        with pytest.raises(RecordError) as error:
            read(data.replace(b"Ada", bad), GAMES)
        assert str(error.value) == f"{place}: This isn’t UTF-8 text."
    with pytest.raises(RecordError):
        read(SMALL.encode("utf-16"), GAMES)


# ---- as long as can be -------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["a", "é", "🦊"])
def test_a_record_has_so_many_bytes_whatever_the_letters(letter: str) -> None:
    """Counted in bytes, as a file is: letters of four bytes do not make a record four times as large."""
    size = len(letter.encode())
    for data, is_too_long in (
        (letter.encode() * (LONGEST // size), False),
        (letter.encode() * (LONGEST // size + 1), True),
    ):
        with pytest.raises(RecordError, match=r"^line 1, column 1: ") as caught:
            read(data, GAMES)
        assert ("at most 1048576 bytes" in str(caught.value.fault)) == is_too_long


def test_a_text_that_is_too_long_is_not_looked_at() -> None:
    with pytest.raises(RecordError, match="line 1, column 1: A record has at most"):
        parse("a" * (LONGEST + 1), GAMES)


def endless(turns: int) -> str:
    """Five fours in every roll, which give a second turn each: a game as long as one likes."""
    head = SMALL.split("\n\n")[0].replace("hundred", "rounds").replace('[Players "1"]', '[Players "2"]')
    head = head.replace('[Seat 1 "Ada"]', '[Seat 1 "A"]\n[Seat 2 "B"]')
    lines = (f"{number}. seat 1: roll 4 4 4 4 4 1\n" for number in range(1, turns + 1))
    return f"{head}\n\n{''.join(lines)}end\n"


def test_a_long_record_is_linear_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move is made once, without a view in between, and without a pass over the history."""
    calls: Counter[str] = Counter()

    def counted(name: str) -> Any:
        function = getattr(CINQO, name)

        def call(*arguments: Any) -> Any:
            calls[name] += 1
            return function(*arguments)

        return call

    names = ("initial", "apply", "view", "reveal", "public_events", "legal_moves", "outcome")
    watched = replace(CINQO, **{name: counted(name) for name in names})
    for name in ("__iter__", "__reversed__", "__eq__", "__hash__"):
        monkeypatch.setattr(History, name, lambda *_, name=name: pytest.fail(f"History.{name}"))
    record = parse(endless(MOST_TURNS), {"cinqo": watched})
    assert len(record.steps) == MOST_TURNS
    assert calls == {"initial": 1, "apply": MOST_TURNS, "outcome": 1}


def test_so_many_turns_are_allowed_and_one_more_is_refused_where_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same with a small bound: the large one takes a while."""
    monkeypatch.setattr(parser, "MOST_TURNS", 3)
    assert len(parse(endless(3), GAMES).steps) == 3
    assert fault(endless(4)) == "line 14, column 1: A record has at most 3 turns."


def test_one_turn_more_is_refused_where_it_stands() -> None:
    assert fault(endless(MOST_TURNS + 1)) == (
        f"line {10 + MOST_TURNS + 1}, column 1: A record has at most {MOST_TURNS} turns."
    )


NONSENSE = {
    "brackets": "[" * LONGEST,
    "backslashes": '[Quincunx "1"]\n' + '[A "' + "\\" * (LONGEST - 30) + '"]\n',
    "dice": SMALL.replace("roll 1 2", "roll " + "1 " * (LONGEST // 2 - 500)),
    "digits": SMALL.replace("rack 1", "rack " + "1" * (LONGEST - 500)),
    "semicolons": SMALL.replace("rack 1", "; " * (LONGEST // 2 - 500)),
    "lines": SMALL.replace("\nend", "\n" * (LONGEST - 500) + "end"),
    "turns": endless(30_000),
}


@pytest.mark.parametrize("text", mostly_nightly(NONSENSE.values(), NONSENSE["lines"]), ids=NONSENSE)
def test_the_longest_nonsense_is_refused_in_a_short_sentence(text: str) -> None:
    assert LONGEST * 0.9 < len(text) <= LONGEST
    refused = refusal(text)
    assert refused is not None
    assert len(str(refused)) < 300
