"""Characters: a record has none that cannot be seen, and every text can be written in those that can."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.record import RecordError, parse, write
from quincunx.core.record.text import is_safe, quote, unquote, visible
from quincunx.games import GAMES
from tests.core.record.support import SMALL, check_fault

characters = st.characters(exclude_categories=("Cs",))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Ada", 'A"da', 'line 7, column 11: Inside quotation marks write \\" for one.'),
        ("Ada", "A\\da", "line 7, column 11: After \\ comes"),
        ("Ada", "Ada\\", "line 7, column 13: After \\ comes"),
        ("Ada", "\\u{D800}", "line 7, column 10: There’s no character with the number D800."),
        ("Ada", "Ad\\u{D800}", "line 7, column 12: There’s no character with the number D800."),
        ("Ada", "\\u{DFFF}", "line 7, column 10: There’s no character with the number DFFF."),
        ("Ada", "\\u{10FFFF}", 'line 7, column 9: This is written "\U0010ffff".'),
        ("Ada", "\\u{110000}", "line 7, column 10: There’s no character with the number 110000."),
        (
            "Ada",
            "A\0",
            "line 7, column 11: A record can’t contain the character U+0000 (a control character)",
        ),
        (
            "Ada",
            "A\u202e",
            "line 7, column 11: A record can’t contain the character U+202E (RIGHT-TO-LEFT OVERRIDE)",
        ),
        ("Ada", "A\u2028", "line 7, column 11: A record can’t contain the character U+2028 (LINE SEPARATOR)"),
        ("Ada", "A\x1b[2J", "line 7, column 11: A record can’t contain the character U+001B"),
        (
            "rack 1",
            "rack\xa01",
            "line 10, column 34: A record can’t contain the character U+00A0 (NO-BREAK SPACE)",
        ),
        ("rack 1", "rack\r1", "line 10, column 34: A record can’t contain the character U+000D"),
        ("Ada", "\ufeffAda", "line 7, column 10: A record can’t contain the character U+FEFF"),
    ],
)
def test_characters_that_a_record_may_not_contain(old: str, new: str, expected: str) -> None:
    check_fault(old, new, expected)


@pytest.mark.parametrize("character", ["\ue000", "\uf8ff", "\U0010ffff", "\ud7ff"])
def test_a_name_may_have_the_characters_beside_those_that_are_none(character: str) -> None:
    text = SMALL.replace('"Ada"', quote(character))
    record = parse(text, GAMES)
    assert record.names == (character,)
    assert write(record) == text


def test_quotation_marks_and_backslashes_are_told_apart() -> None:
    assert quote('a"b\\c') == '"a\\"b\\\\c"'


def test_a_name_may_have_200_characters() -> None:
    text = SMALL.replace("Ada", "A" * 200)
    assert write(parse(text, GAMES)) == text


@given(st.text(characters))
def test_any_text_is_quoted_in_safe_characters_and_read_again(text: str) -> None:
    quoted = quote(text)
    assert all(map(is_safe, quoted))
    assert unquote(quoted, 1, 1) == text


@given(st.text(characters))
def test_escaped_text_is_safe_and_stays_so(text: str) -> None:
    assert all(map(is_safe, visible(text)))
    assert visible(visible(text)) == visible(text)


@given(st.text(st.sampled_from('ab\\"u{}061é\u202e')))
def test_every_text_has_one_spelling(inner: str) -> None:
    quoted = f'"{inner}"'
    try:
        text = unquote(quoted, 1, 1)
    except RecordError:
        return
    assert quote(text) == quoted
