"""Rules for passwords."""

from __future__ import annotations

import pytest

from quincunx.club.accounts.passwords import LONGEST, SHORTEST, checked_password, common
from quincunx.core.reason import Refusal


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery staple",
        "               x y z a b c",
        "eins zwei dreizehn",
        "πέντε κόκκινα άλογα",
        "x" + "abcdefg" + "zyxwvut" + "!",
        "Ada likes fourteen long horses",  # the name is the least of it
        "q" * 7 + "w8e9r0t1y2u3" + "q" * (LONGEST - 19),
    ],
)
def test_anything_long_that_is_not_tried_first(password: str) -> None:
    assert checked_password(password, "Ada") == password


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short but good", "password-length"),
        ("x y" * 43, "password-length"),
        ("", "password-length"),
        ("1QAZ2wsx3edc4rfv", "password-common"),
        ("PolniyPizdec0211", "password-common"),
        ("aaaaaaaaaaaaaaaa", "password-common"),
        ("abcdabcdabcdabcd", "password-common"),
        ("horsehorsehorse", "password-common"),
        ("hunter22hunter22", "password-common"),
        ("0123456789012345", "password-common"),
        ("qwertyuiopasdfgh", "password-common"),
        ("zyxwvutsrqponmlk", "password-common"),
        ("Zoë of Žižkov 12", "password-name"),
        ("zoë of žižkovzoë of žižkov!", "password-name"),
        ("quincunxquincunx1", "password-name"),
        ("my quincunx 2026", "password-name"),
    ],
)
def test_common_passwords_are_refused_and_the_sentence_says_why(password: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        checked_password(password, "Zoë of Žižkov")
    assert (caught.value.reason.kind, caught.value.reason.code) == ("malformed", code)
    if code == "password-length":
        assert caught.value.reason.params == {"least": SHORTEST, "most": LONGEST}
    assert password not in caught.value.reason.sentence or not password


@pytest.mark.parametrize(
    ("password", "name"),
    [
        ("horsesrohoesrhe", "Ada"),  # five letters are enough
        ("12345678qzwvmxkp", "Ada"),  # a row makes up no more than half of it
        ("alalqzwvmxkytbn", "Al"),  # too short a name to be looked for
        ("ada" + "qzwvmxkytbnrpfc", "Ada"),  # the rest is long enough by itself
    ],
)
def test_passwords_that_are_just_good_enough(password: str, name: str) -> None:
    assert checked_password(password, name) == password


def test_a_name_of_three_letters_is_looked_for() -> None:
    with pytest.raises(Refusal) as caught:
        checked_password("adaqzwvmxkytbnrpf", "Ada")
    assert caught.value.reason.code == "password-name"


def test_the_name_in_letters_that_look_like_it_is_the_name() -> None:
    with pytest.raises(Refusal) as caught:
        checked_password("PaoІo Rossі Bianchi", "Paolo Rossi Bianchi")
    assert caught.value.reason.code == "password-name"


def test_the_list_is_of_passwords_that_would_be_long_enough() -> None:
    """ASVS 6.2.4 asks for the 3,000 commonest of these."""
    assert len(common()) > 9_000
    assert all(len(each) >= SHORTEST and each == each.casefold() for each in common())
    assert not any(each.startswith(("# of seclists", "# passwords")) for each in common())


def test_letters_are_the_same_however_they_are_composed() -> None:
    assert checked_password("zwo\u0308lf boxka\u0308mpfer", "Ada") == "zwölf boxkämpfer"


def test_the_ends_of_the_span_are_in_it() -> None:
    assert checked_password("a quick brown 1", "Ada") == "a quick brown 1"
    long = "".join(chr(0x4E00 + number) for number in range(LONGEST))
    assert checked_password(long, "Ada") == long
    with pytest.raises(Refusal):
        checked_password(long + "x", "Ada")
