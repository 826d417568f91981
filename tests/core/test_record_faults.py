"""Records that are torn, altered or hostile: always a :class:`RecordError` that says where."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quincunx.core.record import LONGEST, RecordError, parse, read, verify, write
from quincunx.core.record.text import is_safe

SAMPLES = sorted(Path("testdata/records").glob("*.txt"))
CINCO = Path("testdata/records/cinco-2in2.txt").read_text("utf-8")
SMALL = """\
[Quincunx "1"]
[Game "cinqo"]
[Players "1"]
[Goal "hundred"]
[Rounds "5"]
[First "1"]
[Seat 1 "Ada"]
[Result "unfinished"]

1. seat 1: roll 1 2 3 4 5 6; rack 1 bank 23
end
"""


def fault(text: str) -> str:
    with pytest.raises(RecordError) as error:
        parse(text)
    assert str(error.value) == (
        f"line {error.value.line}, column {error.value.column}: {error.value.sentence}"
    )
    return str(error.value)


def _refusal(text: str) -> RecordError | None:
    try:
        parse(text)
    except RecordError as error:
        return error
    return None


def test_the_small_record_is_well() -> None:
    assert write(parse(SMALL)) == SMALL


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # headers
        ('[Quincunx "1"]', '[Event "?"]', "line 1, column 1: A record of Quincunx begins with"),
        ('[Quincunx "1"]', "", "line 1, column 1: A record of Quincunx begins with"),
        ('[Quincunx "1"]', "[Quincunx 1]", "line 1, column 1: A header looks like"),
        ('[Quincunx "1"]', '[Quincunx "2"]', "line 1, column 12: This program reads records of format 1"),
        ('"cinqo"', '"chess"', "line 2, column 8: There is no game “chess”; there are cinco, cinqo."),
        ('[Players "1"]\n', "", "line 8, column 1: The header [Players …] is missing."),
        ('[Players "1"]', '[Players "7"]', "line 3, column 11: Cinq-O is for 1 to 6 players, not 7."),
        ('[Players "1"]', '[Players "one"]', "line 3, column 11: [Players …] cannot be “one”."),
        ('[Players "1"]', '[Players "99999"]', "line 3, column 11: [Players …] cannot be “99999”."),
        ('"hundred"', '"million"', "line 4, column 8: [Goal …] cannot be “million”."),
        ('"hundred"', '"rounds"', "Solitaire is played to 100 points. (rule 5.3)"),
        ('[First "1"]', '[First "2"]', "line 6, column 9: There is no seat 2 to start. (rule 2)"),
        ('[First "1"]', '[First "lot"]', "line 6, column 9: [First …] cannot be “lot”."),
        ('[Seat 1 "Ada"]', '[Seat 2 "Ada"]', "line 9, column 1: The header [Seat 1 …] is missing."),
        ('[Seat 1 "Ada"]', "[Seat 1 Ada]", "line 7, column 1: A header looks like"),
        ("Ada", "A" * 201, "line 7, column 10: A name has at most 200 characters."),
        ("Ada", 'A"da', 'line 7, column 11: Inside quotation marks write \\" for one.'),
        ("Ada", "A\\da", "line 7, column 11: After \\ comes"),
        ("Ada", "Ada\\", "line 7, column 13: After \\ comes"),
        ("Ada", "\\u{D800}", "line 7, column 10: There is no character with the number D800."),
        ("Ada", "\\u{110000}", "line 7, column 10: There is no character with the number 110000."),
        ("Ada", "A\0", "line 7, column 11: The character U+0000 (a control character) may not stand"),
        ("Ada", "A\u202e", "line 7, column 11: The character U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ("Ada", "A\u2028", "line 7, column 11: The character U+2028 (LINE SEPARATOR)"),
        ("Ada", "A\x1b[2J", "line 7, column 11: The character U+001B"),
        ("[Seat", '[Colour "red"]\n[Seat', "line 7, column 1: There is no header [Colour …] here."),
        ("[Seat", '[Goal "hundred"]\n[Seat', "line 7, column 1: The header [Goal …] stands here twice."),
        ("[Seat", '[Seed "abc"]\n[Seat', "line 7, column 8: [Seed …] has 64 lower-case hexadecimal"),
        ("[Seat", f'[Entropy 1 "{"00" * 65}"]\n[Seat', "line 7, column 13: [Entropy 1 …] has up to 128"),
        ("unfinished", "won", "line 8, column 10: A result is"),
        ("unfinished", "won by 1 (hundred)", "line 8, column 10: After the last move the game goes on"),
        ("\n\n", "\n", "line 9, column 1: A header looks like"),
        # turns
        ("1. seat", "one. seat", "line 10, column 1: A turn looks like this"),
        ("1. seat", "2. seat", "line 10, column 1: Here “1. seat 1” is expected."),
        ("1. seat 1", "1. seat 2", "line 10, column 1: Here “1. seat 1” is expected."),
        ("1. seat 1", "1. set-up", "line 10, column 1: Here “1. seat 1” is expected."),
        ("rack 1", "rock 1", "line 10, column 30: “rock 1 bank 23” is not a move of Cinq-O"),
        ("rack 1", "rack 6", "line 10, column 30: There is no such 6 in this roll. (rule 3.2)"),
        ("5 6;", "5 x;", "line 10, column 27: “x” is not a number."),
        ("5 6;", "5 7;", "line 10, column 12: Those are not the dice that were to be rolled. (rule 3.1)"),
        ("5 6;", f"5 {'9' * 5000};", "line 10, column 27: “99999999999999999999” is not a number."),
        ("roll 1 2 3 4 5 6; ", "", "line 10, column 12: The dice are still rolling. (rule 3.1)"),
        ("roll 1 2 3 4 5 6", "lot 1", "line 10, column 12: That is not what chance was asked for"),
        ("; rack", ";rack", "line 10, column 27: “6;rack” is not a number."),
        ("\nend", "\n1. seat 1: roll 5 5\nend", "line 11, column 1: All moves of a turn stand on one line."),
        ("bank 23", "bank 2345; roll 6 6 6 6 6 6", "line 10, column 48: The turn is over before this move."),
        ("end\n", "", "line 10, column 1: The record is cut short"),
        ("end\n", "end\nmore\n", "line 12, column 1: The record is cut short"),
        ("\nend", "\n\nend", "line 11, column 1: A turn looks like this"),
    ],
)  # fmt: skip
def test_faults(old: str, new: str, expected: str) -> None:
    assert SMALL.count(old) >= 1
    assert expected in fault(SMALL.replace(old, new, 1))


def test_empty_files() -> None:
    for text in ("", "\n", "\n\n\n", "end", "\ufeff" + SMALL, "{}", "<html>"):
        assert fault(text).startswith("line 1, column 1: ")
    assert fault('[Quincunx "1"]').startswith("line 1, column 1: The record ends among its headers.")


def test_what_one_seat_has_all_have() -> None:
    torn = re.sub(r"\[Entropy 2 .*\n", "", CINCO)
    assert fault(torn).endswith("The header [Entropy 2 …] is missing.")
    torn = re.sub(r"\[Entropy 1 .*\n", "", CINCO)
    assert fault(torn).endswith("The header [Entropy 1 …] is missing.")


def test_a_game_that_goes_on_after_its_end() -> None:
    text = CINCO.replace("\nend", "\n999. seat 1: draw\nend")
    assert fault(text).endswith("The game is over before this turn.")
    assert "By the rules the game ended like this: drawn (tokens)." in fault(
        re.sub(r'\[Result ".*"\]', '[Result "drawn (agreed)"]', CINCO)
    )


def test_bytes_that_are_not_text() -> None:
    data = SMALL.encode()
    for bad, place in [(b"A\xffda", "line 7, column 11"), (b"\xc3", "line 7, column 10")]:
        with pytest.raises(RecordError) as error:
            read(data.replace(b"Ada", bad))
        assert str(error.value) == f"{place}: This is not UTF-8 text."
    with pytest.raises(RecordError):
        read(SMALL.encode("utf-16"))


def test_files_that_are_too_long() -> None:
    for data in (bytes(LONGEST + 1), b"\n" * (LONGEST + 1)):
        with pytest.raises(RecordError, match="line 1, column 1: A record has at most"):
            read(data)
    with pytest.raises(RecordError, match="line 1, column 1: A record has at most"):
        parse("a" * (LONGEST + 1))


def _endless(turn: str) -> str:
    """As many turns as a record may have."""
    head = SMALL.split("\n\n")[0].replace("hundred", "rounds")
    head = head.replace('[Players "1"]', '[Players "2"]').replace(
        '[Seat 1 "Ada"]', '[Seat 1 "A"]\n[Seat 2 "B"]'
    )
    count = (LONGEST - 1000) // (len(turn) + 10)
    return head + "\n\n" + "".join(f"{number}. {turn}\n" for number in range(1, count)) + "end\n"


@pytest.mark.parametrize(
    "text",
    [
        "[" * LONGEST,
        '[Quincunx "1"]\n' + '[A "' + "\\" * (LONGEST - 30) + '"]\n',
        SMALL.replace("roll 1 2", "roll " + "1 " * (LONGEST // 2 - 500)),
        SMALL.replace("rack 1", "rack " + "1" * (LONGEST - 500)),
        SMALL.replace("rack 1", "; " * (LONGEST // 2 - 500)),
        SMALL.replace("\nend", "\n" * (LONGEST - 500) + "end"),
        _endless("seat 1: roll 4 4 4 4 4 1"),
    ],
    ids=["brackets", "backslashes", "dice", "digits", "semicolons", "lines", "turns"],
)
def test_the_longest_nonsense_is_refused_quickly(text: str) -> None:
    assert LONGEST * 0.9 < len(text) <= LONGEST
    start = time.monotonic()
    refused = _refusal(text)
    assert refused is None or len(str(refused)) < 300
    assert time.monotonic() - start < 10


def test_sentences_cannot_play_tricks() -> None:
    """Whatever a file contains, the sentence that refuses it has safe characters only."""
    for trick in ("\\u{1B}[2J", "\\u{202E}", "\\u{0}"):
        for old in ("cinqo", "hundred", "unfinished", '[First "1'):
            sentence = fault(SMALL.replace(old, old.rstrip("1") + trick, 1))
            assert all(map(is_safe, sentence)), sentence


# ---- fuzz --------------------------------------------------------------------------------------------------

TOKENS = st.sampled_from(
    [
        *("\0", "\n", "\n\n", "\r", '"', "\\", "\\u{", "]", "[", " ", "; ", "-", ">", "0", "1", "90", "99"),
        *("draw", "exchange", "57>63", "88>-", "rack 66", "roll 1", "shuffle ", "lot 1", "end", "seat 1: "),
        *("\u202e", "\ud7ff", "é", "𝟗", "٣", '[Seat 1 "x"]\n', "\U000e0001"),
    ]
)


@settings(max_examples=400)
@given(st.data())
def test_mutations(data: st.DataObject) -> None:
    """Cut, doubled, moved, replaced: a record still, or a RecordError."""
    text = data.draw(st.sampled_from(SAMPLES)).read_text("utf-8")
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.sampled_from([0, 1, 2, 5, 30, 300])))
        how = data.draw(st.sampled_from(["delete", "insert", "double", "cut", "swap"]))
        match how:
            case "delete":
                text = text[:start] + text[end:]
            case "insert":
                text = text[:start] + data.draw(TOKENS) + text[end:]
            case "double":
                text = text[:end] + text[start:end] + text[end:]
            case "cut":
                text = text[:start]
            case _:
                text = text[:start] + text[start:end][::-1] + text[end:]
    error = _refusal(text)
    if error is not None:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert all(map(is_safe, str(error)))
        return
    record = parse(text)
    assert parse(write(record)) == record
    if record.seed and record.commitment and record.entropies:
        verify(record)


@settings(max_examples=300)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@example(SMALL.encode()[:100])
def test_any_bytes(data: bytes) -> None:
    with pytest.raises(RecordError):
        read(data)


@settings(max_examples=300)
@given(st.text(st.sampled_from(" 0123456789;.:>-abcdeknorsthuf"), max_size=60))
def test_any_turn(turn: str) -> None:
    with pytest.raises(RecordError):
        parse(SMALL.replace("1. seat 1: roll", turn + "\n1. seat 1: roll"))
