"""Records that are torn, altered or hostile: records still, in their one spelling, or an error."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quincunx.core.record import RecordError, parse, read, verify, write
from quincunx.core.record.text import is_safe
from quincunx.games import GAMES
from tests.core.record.support import RECORDS, SMALL, refusal

SAMPLES = sorted(RECORDS.glob("*.txt"))
TOKENS = st.sampled_from(
    [
        *("\0", "\n", "\n\n", "\r", '"', "\\", "\\u{", "]", "[", " ", "; ", "-", ">", "0", "1", "90", "99"),
        *("draw", "exchange", "57>63", "88>-", "rack 66", "roll 1", "shuffle ", "lot 1", "end", "seat 1: "),
        *("\u202e", "\ud7ff", "é", "𝟗", "٣", '[Seat 1 "x"]\n', "\U000e0001"),
    ]
)


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
    error = refusal(text)
    if error is not None:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert all(map(is_safe, str(error)))
        return
    record = parse(text, GAMES)
    assert _sorted(write(record)) == _sorted(text), "one spelling for everything"
    assert parse(write(record), GAMES) == record
    if record.seed and record.commitment and record.entropies:
        verify(record)


def _sorted(text: str) -> tuple[list[str], str]:
    """A record but for the order of its headers and its carriage returns."""
    headers, turns = text.replace("\r", "").split("\n\n", 1)
    return sorted(headers.split("\n")), turns


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@example(SMALL.encode()[:100])
def test_any_bytes(data: bytes) -> None:
    with pytest.raises(RecordError):
        read(data, GAMES)


@given(st.text(st.sampled_from(" 0123456789;.:>-abcdeknorsthuf"), max_size=60))
def test_any_turn(turn: str) -> None:
    with pytest.raises(RecordError):
        parse(SMALL.replace("1. seat 1: roll", turn + "\n1. seat 1: roll"), GAMES)
