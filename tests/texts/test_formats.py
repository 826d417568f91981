"""Counted things, lists, numbers and durations: as babel writes them in every language that we have."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from babel import Locale
from babel.dates import format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal
from hypothesis import example, given
from hypothesis import strategies as st

from quincunx.texts.catalogue import languages
from quincunx.texts.cldr import LANGUAGES
from quincunx.texts.formats import UNITS
from tools import generate_languages

every_language = pytest.mark.parametrize("code", languages())
# Languages with other plural rules than ours: remainders, several ranges, exclusions.
every_rule = pytest.mark.parametrize("code", [*languages(), "pl", "ru", "ar", "lv", "ga", "br", "sl", "mt"])


def test_the_generated_file_is_fresh() -> None:
    assert generate_languages.FILE.read_text("utf-8") == generate_languages.generate()
    assert set(LANGUAGES) == set(languages())


def test_a_stale_file_is_found_and_written(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cldr.py"
    monkeypatch.setattr(generate_languages, "FILE", file)
    monkeypatch.setattr("sys.argv", ["generate_languages.py", "--check"])
    assert generate_languages.main() == 1
    assert capsys.readouterr().err == "cldr.py is stale: run “make types”.\n"
    monkeypatch.setattr("sys.argv", ["generate_languages.py"])
    assert generate_languages.main() == 0
    assert file.read_text("utf-8") == generate_languages.generate()


@cache
def rules(code: str) -> tuple[Callable[[int], str], Callable[[int], str]]:
    """A language's rule of counts: ours, and babel's."""
    return generate_languages.language(code).plural_form, Locale.parse(code).plural_form


@every_rule
@given(st.integers(-200, 2_000_000))
@example(1_000_000)
@example(0)
def test_the_form_of_a_count(code: str, count: int) -> None:
    ours, theirs = rules(code)
    assert ours(count) == theirs(count)


@every_language
@given(st.lists(st.text("ab {0}", max_size=4), max_size=6))
def test_lists(code: str, items: list[str]) -> None:
    plain = [item.replace("{", "").replace("}", "") for item in items]
    expected = format_list(plain, locale=generate_languages.locale_of(code))
    found = LANGUAGES[code].join_list(plain)
    if code == "zh":  # the conjunction has spaces beside words in Latin letters
        found, expected = found.replace(" ", ""), expected.replace(" ", "")
    assert found == expected


def test_braces_in_an_item_stay() -> None:
    assert LANGUAGES["en"].join_list(["{0}", "{1}", "c"]) == "{0}, {1} and c"


@every_language
@given(st.floats(-1e9, 1e9).map(lambda value: round(value, 2)), st.integers(0, 2), st.booleans())
@example(0.5, 0, False)
@example(1234567.25, 1, True)
def test_numbers(code: str, value: float, places: int, is_signed: bool) -> None:
    plain = "#,##0." + "0" * places if places else "#,##0"
    pattern = f"+{plain};−{plain}" if is_signed else f"{plain};−{plain}"
    expected = format_decimal(value, pattern, locale=generate_languages.locale_of(code))
    assert LANGUAGES[code].number(value, places, is_signed) == expected


@every_language
@given(st.one_of(st.integers(0, 200), st.integers(0, 2 * UNITS["year"])))
@example(0)
def test_durations(code: str, seconds: int) -> None:
    expected = format_timedelta(seconds, threshold=1, locale=generate_languages.locale_of(code))
    assert LANGUAGES[code].duration(seconds) == expected
