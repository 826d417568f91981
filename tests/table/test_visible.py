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
    "the lightest skin colour": "\U0001f469\U0001f3fb\u200d\U0001f4bb Bo",
    "the darkest skin colour": "\U0001f469\U0001f3ff\u200d\U0001f4bb Bo",
    "punctuation as pictures": "Bo \u203c\ufe0f\u2049\ufe0f\u3030\ufe0f\u303d\ufe0f",
    "England": "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "Mongolian with a variant": "\u182d\u180b\u1820\u180f",
    "a star as a keycap": "*\ufe0f\u20e3",
    "a sum of pictures": "\u2795\ufe0f\u00b1\ufe0f",
    "four marks": "\u0e01\u0e34\u0e48\u0e35\u0e49",
    "a heart": "Ann \u2764\ufe0f",
    "a keycap": "1\ufe0f\u20e3 Bo",
    "a flag": "Bo \U0001f1ee\U0001f1f9",
    "a flag by letters": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Ann",
    "flags after a name": "Bo "
    + 2 * "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "Persian with a vowel": "\u0645\u064e\u200c\u062e",
    "Hindi with a dot below": "\u0915\u093c\u094d\u200d\u0937",
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
    "a direction after a flag": SEEN["a flag by letters"][:7] + "\u202eA",
    "a control character after a separator": "\u0645\u200c\0",
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
    "a selector on a capital letter": ("X\ufe0f", "X"),
    "a selector on punctuation": ("!\ufe0f", "!"),
    "a selector on a digit that is no key": ("1\ufe0fa", "1a"),
    "a joiner after a Latin letter with a foreign mark": ("q\u094d\u200dA", "q\u094dA"),
    "a joiner after a sign further from its letter": (
        "\u0915\u093c\u0941\u094d\u200d\u0937",
        "\u0915\u093c\u0941\u094d\u0937",
    ),
    "a selector on a letter without a name": ("\U00017000\ufe01\U00017000\u180b", "\U00017000\U00017000"),
    "a selector that begins": ("\ufe0fAda", "Ada"),
    "a joiner that begins": ("\u200d\u2764", "\u2764"),
    "a separator before a letter that does not join": ("\u0645\u200ca", "\u0645a"),
    "a separator after a letter that does not join": ("a\u200c\u0645", "a\u0645"),
    "a separator at the end": ("\u0645\u200c", "\u0645"),
    "a joiner between a letter and a picture": ("x\u200d\U0001f98a", "x\U0001f98a"),
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


@pytest.mark.parametrize("accent", [*"\u0300\u036f\u0483\u1ab0\u1dc0\u1dff\u20d0\u20f0\ufe20\ufe2f"])
def test_a_letter_has_at_most_two_accents(accent: str) -> None:
    assert visible("q" + 2 * accent) == "q" + 2 * accent
    assert visible("q" + 3 * accent) is None


@pytest.mark.parametrize("mark", [*"\u05b0\u064b\u0e34"])
def test_no_other_mark_stands_twice(mark: str) -> None:
    assert visible("\u05d0" + mark) == "\u05d0" + mark
    assert visible("\u05d0" + 2 * mark) is None


def test_marks_that_take_a_place_of_their_own_may_be_twice_as_many() -> None:
    assert visible("\u0b95" + 8 * "\u0bbe") is not None
    assert visible("\u0b95" + 9 * "\u0bbe") is None


def test_a_keycap_is_no_second_accent() -> None:
    assert visible("1\u20e3") == "1\u20e3"
    assert visible("q\u0323\u20e3") is None


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
        ("Ada", 9, "Ada"),
        ("", 3, ""),
        ("A" + SEEN["a family"], 6, "A" + SEEN["a family"]),
        ("\U0001f469\U0001f3fb", 1, "\U0001f469"),
        ("A\U0001f469\U0001f3fb", 2, "A"),
        ("A\U0001f469\U0001f3ff", 2, "A"),
        ("A\U0001f469\U0001f400", 2, "A\U0001f469"),
        ("A\u2764\ufe0f", 2, "A"),
        ("A" + SEEN["England"], 2, "A"),
        ("A" + SEEN["England"], 7, "A"),
        ("A" + SEEN["England"], 8, "A" + SEEN["England"]),
        ("A" + SEEN["a flag"][3:] * 2, 2, "A"),
        ("A" + SEEN["a flag"][3:] * 2, 3, "A" + SEEN["a flag"][3:]),
        ("A" + SEEN["a flag"][3:] * 2, 4, "A" + SEEN["a flag"][3:]),
        ("A\u0915\u094d\u0937", 3, "A"),
        ("A\u0915\u094d!", 3, "A\u0915\u094d"),
        ("A\u06cc\u200c\u062e", 3, "A"),
        ("A\u06cc\u200c\u062e", 2, "A"),
    ],
)
def test_a_text_is_cut_between_two_letters_or_pictures(text: str, most: int, shown: str) -> None:
    assert shortened(text, most) == shown
