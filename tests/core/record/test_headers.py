"""Headers that are wrong, missing, doubled or hostile: a sentence, and the place of the one to blame."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quincunx.core.record.text import is_safe
from tests.core.record.support import SMALL, check_fault, fault, sample


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('[Quincunx "1"]', '[Event "?"]', "line 1, column 1: A record of Quincunx begins with"),
        ('[Quincunx "1"]', "", "line 1, column 1: A record of Quincunx begins with"),
        ('[Quincunx "1"]', "[Quincunx 1]", "line 1, column 1: A header looks like"),
        (
            '[Quincunx "1"]',
            '[Quincunx "4"]',
            "line 1, column 12: This program reads records of the formats",
        ),
        ('[Quincunx "1"]', '[Quincunx "2"]', "line 9, column 1: The header [Commitment 1 …] is missing."),
        ("[Seat", '[LeftOut "1"]\n[Seat', "line 7, column 1: There’s no header [LeftOut …] here."),
        ('"cinqo"', '"chess"', "line 2, column 8: Unknown game “chess”. Choose from cinco, cinqo."),
        ('[Players "1"]\n', "", "line 8, column 1: The header [Players …] is missing."),
        ('[Players "1"]', '[Players "one"]', "line 3, column 11: [Players …] can’t be “one”."),
        ('[Players "1"]', '[Players "99999"]', "line 3, column 11: [Players …] can’t be “99999”."),
        ('[Players "1"]', '[Players "yes"]', "line 3, column 11: [Players …] can’t be “yes”."),
        ('"hundred"', '"million"', "line 4, column 8: [Goal …] can’t be “million”."),
        ('[First "1"]', '[First "lot"]', "line 6, column 9: [First …] can’t be “lot”."),
        ('[Seat 1 "Ada"]', '[Seat 2 "Ada"]', "line 9, column 1: The header [Seat 1 …] is missing."),
        ('[Seat 1 "Ada"]', "[Seat 1 Ada]", "line 7, column 1: A header looks like"),
        ("Ada", "A" * 201, "line 7, column 10: A name has at most 200 characters."),
        ("[Seat", '[Colour "red"]\n[Seat', "line 7, column 1: There’s no header [Colour …] here."),
        ("[Seat", '[Goal "hundred"]\n[Seat', "line 7, column 1: The header [Goal …] is given twice."),
        ("[Seat", '[Seed "abc"]\n[Seat', "line 7, column 8: [Seed …] has 64 lower-case hexadecimal"),
        ("[Seat", f'[Seed "{"AB" * 32}"]\n[Seat', "line 7, column 8: [Seed …] has 64 lower-case hexadecimal"),
        ("[Seat", '[Commitment "ab"]\n[Seat', "line 7, column 14: [Commitment …] has 64 lower-case"),
        ("[Seat", '[Signature "ab"]\n[Seat', "line 7, column 13: [Signature …] has 128 lower-case"),
        ('"cinqo"', f'"{"x" * 21}"', f"Unknown game “{'x' * 20}”. Choose from"),
        ('[Players "1"]', f'[Players "{"x" * 21}"]', f"[Players …] can’t be “{'x' * 20}”."),
        ("[Seat", f'[Entropy 1 "{"00" * 65}"]\n[Seat', "line 7, column 13: [Entropy 1 …] has up to 128"),
        ("[Seat", '[BotMoves "0"]\n[Seat', "line 7, column 12: [BotMoves …] has a number for each seat"),
        ("[Seat", '[BotMoves "1 2"]\n[Seat', "line 7, column 12: [BotMoves …] has a number for each seat"),
        ("[Seat", '[BotMoves "01"]\n[Seat', "line 7, column 12: [BotMoves …] has a number for each seat"),
        ("unfinished", "won", "line 8, column 10: A result is"),
        ("unfinished", "won by 1 (hundred)", "line 8, column 10: The game isn’t over after the last move"),
        ("\n\n", "\n", "line 9, column 1: A header looks like"),
    ],
)
def test_a_header_that_is_wrong(old: str, new: str, expected: str) -> None:
    check_fault(old, new, expected)


# ---- whom a rule blames ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"Players": "7"}, "line 3, column 11: Cinq-O is for 1 to 6 players, not 7. (rule 2)"),
        ({"Players": "0"}, "line 3, column 11: Cinq-O is for 1 to 6 players, not 0. (rule 2)"),
        ({"Goal": "rounds"}, "line 4, column 8: Solitaire is played to 100 points. (rule 5.3)"),
        (
            {"Players": "2", "Goal": "rounds", "Rounds": "21"},
            "line 5, column 10: A game has 1 to 20 rounds, not 21. (rule 5.2)",
        ),
        ({"First": "2"}, "line 6, column 9: There is no seat 2 to start. (rule 2)"),
    ],
)
def test_the_header_is_blamed_that_the_rule_speaks_of(changes: dict[str, str], expected: str) -> None:
    text = SMALL
    for name, value in changes.items():
        text = re.sub(rf'\[{name} ".*"\]', f'[{name} "{value}"]', text)
    assert fault(text) == expected


@pytest.mark.parametrize(
    ("players", "teams", "expected"),
    [
        ("5", "2", "line 3, column 11: Cinco is for 2, 3, 4 or 6 players, not 5. (rule 2)"),
        (
            "2",
            "3",
            "line 4, column 9: These do not go together: players 2, teams 3. (rule 2)",
        ),
    ],
)
def test_of_two_headers_that_do_not_agree_the_later_one_is_blamed(
    players: str, teams: str, expected: str
) -> None:
    text = sample("cinco-2in2").replace('[Players "2"]', f'[Players "{players}"]')
    assert fault(text.replace('[Teams "2"]', f'[Teams "{teams}"]')) == expected


# ---- what each seat has ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [1, 2])
def test_a_header_of_one_seat_is_required_of_all(seat: int) -> None:
    torn = re.sub(rf"\[Entropy {seat} .*\n", "", sample("cinco-2in2"))
    ends = torn.split("\n").index("") + 1
    assert fault(torn) == f"line {ends}, column 1: The header [Entropy {seat} …] is missing."


def test_a_seat_that_the_game_does_not_have_is_not_named() -> None:
    text = SMALL.replace("[Result", '[Seat 2 "Nobody"]\n[Result')
    assert fault(text) == "line 8, column 1: There’s no header [Seat 2 …] here."


def test_sentences_cannot_play_tricks() -> None:
    """Whatever a file contains, the sentence that refuses it has safe characters only."""
    for trick in ("\\u{1B}[2J", "\\u{202E}", "\\u{0}"):
        for old in ("cinqo", "hundred", "unfinished", '[First "1'):
            sentence = fault(SMALL.replace(old, old.rstrip("1") + trick, 1))
            assert all(map(is_safe, sentence)), sentence


def test_a_devices_commitment_is_a_hash_or_empty() -> None:
    text = SMALL.replace('[Quincunx "1"]', '[Quincunx "2"]')
    for wrong in ("ab", "AB" * 32, "ab" * 33):
        refused = text.replace("[Result", f'[Commitment 1 "{wrong}"]\n[Result')
        assert fault(refused) == (
            "line 8, column 16: [Commitment 1 …] has 64 lower-case hexadecimal digits, or is empty."
        )


@pytest.mark.parametrize(
    ("name", "value"), [("LeftOut", "3 2"), ("LeftOut", "2 2"), ("LeftOut", "2 5"), ("Voided", "2; 5")]
)
def test_seats_in_a_header_are_seats_of_the_game_in_ascending_order(name: str, value: str) -> None:
    text = Path("testdata/record-2.txt").read_text("utf-8")
    refused = re.sub(rf'\[{name} ".*"\]', f'[{name} "{value}"]', text)
    assert f"[{name} …] names seats of this game in ascending order, “2 3”." in fault(refused)
