"""Names that people confuse are the same name."""

from __future__ import annotations

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from quincunx.club.accounts.lookalikes import likeness, skeleton
from quincunx.club.accounts.names import account_name, guest_name, key_of, with_suffix
from quincunx.core.reason import Refusal
from quincunx.table.seats.person import checked_name

WOMAN = "\U0001f469"
FAMILY = f"\U0001f468\u200d{WOMAN}\u200d\U0001f467"
THUMB_DARK = "\U0001f44d\U0001f3ff"
FLAG = "\U0001f1e9\U0001f1ea"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
KEYCAP = "1\ufe0f\u20e3"
LETTERS = st.one_of(
    st.sampled_from("a B (\u0308\u0323\u200c\u200dب क्ष1\ufe0f\u20e3\U0001f3ff" + FAMILY + FLAG + SCOTLAND),
    st.characters(),
)
"""Above all what belongs to a letter before or after it."""

ALIKE = [
    ("paypal", "раураl"),  # Cyrillic
    ("paypal", "PayPaI"),
    ("Ian", "lan"),
    ("IAN", "ian"),
    ("Zoë", "Zoe\u0308"),
    ("modern", "rnodern"),
    ("Ada", "𝐀𝐝𝐚"),
    ("Ada", "Ａｄａ"),
    ("Ada", "A da"),
    ("Bob", "B0b"),
    ("Straße", "STRASSE"),
    ("Ada", "A\u200dda"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Eda"), ("Zoë", "Zoe"), ("李雷", "李蕾"), ("Bob", "Rob")])
def test_other_names_have_another(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)


@given(st.text(max_size=24))
def test_the_key_of_a_key_is_itself_and_case_never_matters(name: str) -> None:
    key = likeness(name)
    assert likeness(key) == key
    assert skeleton(skeleton(key)) == skeleton(key)


@given(st.text(alphabet=st.characters(codec="ascii"), max_size=24))
def test_case_never_matters(name: str) -> None:
    assert likeness(name.upper()) == likeness(name.lower()) == likeness(name)


def test_the_name_is_shown_as_it_was_written() -> None:
    name, key = account_name("  Zoë  of Žižkov ")
    assert name == "Zoë of Žižkov"
    assert key == key_of("zoë OF ž1žkov")


@pytest.mark.parametrize(
    "name", ["Quincunx", "QU1NCUNX", "5omebody".replace("5", "S"), "аdmin", "S y s t e m"]
)
def test_names_that_would_be_taken_for_the_house_are_nobodys(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        account_name(name)
    assert caught.value.reason.code == "name-taken"


def test_a_name_of_one_letter_is_none() -> None:
    with pytest.raises(Refusal) as caught:
        account_name("X")
    assert caught.value.reason.code == "name-short"


def test_sign_in_input_is_bounded() -> None:
    assert len(key_of("a" * 100_000)) == 200


@pytest.mark.parametrize("name", ["Somebody", "Quincunx", "QU1NCUNX", "S\u200dystem"])
def test_no_guest_seems_to_be_the_house(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        guest_name(name)
    assert caught.value.reason.code == "name-taken"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("\u338f", "\u338f"),  # one character that looks like an account's "kg"
        ("x" * 24, "x" * 16),
        ("x" * 15 + " yyyyyyyy", "x" * 15),
        (FAMILY * 4, FAMILY * 3),
        ("x" * 13 + FAMILY, "x" * 13),
        ("x" * 15 + THUMB_DARK + "x" * 7, "x" * 15),
        ("x" * 15 + FLAG * 4, "x" * 15),
        (FLAG * 12, FLAG * 8),
        ("x" * 10 + SCOTLAND + "x" * 7, "x" * 10),
        ("x" * 15 + "\u1eb9\u0308" + "x" * 7, "x" * 15),
        ("x" * 15 + KEYCAP + "x" * 6, "x" * 15),
        ("x" * 14 + "क्ष" + "x" * 7, "x" * 14),
        ("\u200d".join([WOMAN] * 12), WOMAN),  # one picture, longer than there is room
    ],
)
def test_a_guest_with_the_name_of_an_account_has_a_suffix(name: str, shown: str) -> None:
    assert checked_name(name) == name
    assert with_suffix(name) == f"{shown} (guest)"


@given(st.text(LETTERS, min_size=1, max_size=24))
def test_whatever_a_guest_is_called_the_suffix_is_whole_and_no_accounts(name: str) -> None:
    try:
        name = checked_name(name)
    except Refusal:
        reject()
    shown = with_suffix(name)
    assert shown.endswith(" (guest)")
    assert checked_name(shown) == shown
    with pytest.raises(Refusal) as caught:
        account_name(shown)
    assert caught.value.reason.code == "name-taken"


def test_no_account_ends_like_a_guest() -> None:
    with pytest.raises(Refusal) as caught:
        account_name("Ada (Guest)")
    assert caught.value.reason.code == "name-taken"


@pytest.mark.parametrize("hidden", ["\ufe0f", "\u034f", "\u2800", "\u200c", "\U000e0100", "\u3164"])
def test_invisible_characters_make_no_other_name(hidden: str) -> None:
    assert likeness(f"Ada{hidden}") == likeness("Ada")
