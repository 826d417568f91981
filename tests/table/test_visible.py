"""Names and texts are judged by what is seen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.reason import Refusal
from quincunx.table.seats.person import checked_name, checked_text
from quincunx.table.visible import is_ignorable, shortened, visible

SEEN = {
    "a flag of two": "Ada \U0001f3f3\ufe0f\u200d\u26a7\ufe0f",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a profession with a skin colour": "\U0001f469\U0001f3fd\u200d\U0001f4bb Bo",
    "a heart": "Ann \u2764\ufe0f",
    "a keycap": "1\ufe0f\u20e3 Bo",
    "a flag": "Bo \U0001f1ee\U0001f1f9",
    "a flag by letters": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Ann",
    "a skin colour": "Bo \U0001f44b\U0001f3fd",
    "Hindi": "\u0915\u094d\u200d\u0937",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "Malayalam": "\u0d05\u0d35\u0d28\u0d4d\u200d",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Kannada": "\u0cb0\u0ccd\u200c\u0cb5",
    "Arabic with all its marks": "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
    "Hebrew with points": "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
    "Thai": "\u0e01\u0e34\u0e48\u0e07",
    "Burmese": "\u1000\u103c\u103d\u103e\u1031\u1037",
    "Tibetan": "\u0f56\u0f66\u0f92\u0fb2\u0f74\u0f56",
    "Vietnamese": "Nguy\u1ec5n",
    "Japanese with a variant": "\u845b\U000e0100\u98fe",
    "two accents": "q\u0301\u0323",
}
REFUSED = {
    "Braille blanks": "\u2800\u2800\u2800",
    "a Braille blank within": "A\u2800da",
    "a filler of Hangul": "\u3164",
    "a null note": "\U0001d159",
    "an object": "\ufffc",
    "twenty marks": "a" + "\u0301\u0302" * 10,
    "three accents": "q\u0301\u0323\u0330b",
    "the same mark again": "\u05e9\u05c1\u05c1",
    "five marks": "\u0e01" + "\u0e34\u0e48\u0e35\u0e49\u0e36",
    "a mark on a space": "Ada \u0301",
    "a mark on nothing": "\u0301da",
    "circles upon circles": "a\u20dd\u20de\u20df",
    "letters of tags": "A\U000e0041\U000e0042",
    "a flag that nobody draws": "\U0001f3f4\U000e0078\U000e0078\U000e007f",
    "a direction": "\u202eadA",
    "a grapheme joiner": "A\u034fda",
    "a soft hyphen": "A\u00adda",
}
DROPPED = {
    "joiners between letters": ("A\u200dd\u200ca", "Ada"),
    "a joiner at the end": ("Ada\u200d", "Ada"),
    "a joiner between a picture and a letter": ("\U0001f98a\u200dx", "\U0001f98ax"),
    "a separator where nothing would join": ("\u062f\u200c\u0631", "\u062f\u0631"),
    "a selector on a letter": ("A\ufe0fda", "Ada"),
    "a selector of Chinese letters on a Latin one": ("A\U000e0100da", "Ada"),
    "a selector of Mongolian letters on a Latin one": ("A\u180bda", "Ada"),
    "two selectors": ("\u2764\ufe0f\ufe0f", "\u2764\ufe0f"),
    "what kept a letter and its accent apart": ("e\u200c\u0301", "\u00e9"),
}


@pytest.mark.parametrize("name", SEEN.values(), ids=SEEN.keys())
def test_characters_that_change_the_text_stay(name: str) -> None:
    composed = unicodedata.normalize("NFC", name)
    assert checked_name(name) == composed
    assert checked_text(name) == composed


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED.keys())
def test_invisible_and_covering_characters_are_refused(name: str) -> None:
    for check in (checked_name, checked_text):
        with pytest.raises(Refusal) as caught:
            check(name)
        assert caught.value.reason.code.endswith("-unseemly")


@pytest.mark.parametrize(("given_name", "shown"), DROPPED.values(), ids=DROPPED.keys())
def test_characters_without_effect_are_dropped(given_name: str, shown: str) -> None:
    assert checked_name(given_name) == shown


@pytest.mark.parametrize("name", ["\u200c", "\u200d\u200d", "\ufe0f"])
def test_nothing_is_left_of_joiners_alone(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        checked_name(name)
    assert caught.value.reason.code == "name-length"


@pytest.mark.parametrize(
    "letter",
    [*"\u200c\u200d\u00ad\u202e\ufe00\ufe0f\U000e0100\U000e01ef\u180b\u180d\u180f\u2800\u3164\U000e0067"],
)
def test_comparisons_ignore_what_is_invisible_by_itself(letter: str) -> None:
    assert is_ignorable(letter)


@pytest.mark.parametrize("letter", [*"a\u0301 \u2764\ufdff\ufe10\u180a\u1810\U000e01f0"])
def test_comparisons_heed_all_that_is_visible(letter: str) -> None:
    assert not is_ignorable(letter)


LETTERS = st.sampled_from(
    "Aae\u0301\u0302\u0323\u200c\u200d\ufe0f\U0001f468\U0001f3fd\u2764\u0915\u094d\u0645\u062f1\u20e3 "
)


@given(st.text(LETTERS, max_size=12))
def test_visible_text_is_unchanged(text: str) -> None:
    seen = visible(text)
    assert seen is None or visible(seen) == seen


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [
        ("Ada", 3, "Ada"),
        ("Adam", 3, "Ada"),
        ("Ad\u0301\u0323a", 3, "A"),
        ("A" + SEEN["a family"], 5, "A"),
        (SEEN["a flag"][3:] * 2, 3, SEEN["a flag"][3:]),
        (SEEN["a family"], 3, "\U0001f468"),
    ],
)
def test_a_text_is_cut_between_two_letters_or_pictures(text: str, most: int, shown: str) -> None:
    assert shortened(text, most) == shown
