"""Names for newcomers."""

from __future__ import annotations

from random import Random

import pytest

from quincunx.club.accounts.friendly_names import friendly_name
from quincunx.table.seats.person import checked_name
from quincunx.texts.catalogue import languages

CHOICE = Random(1).choice


@pytest.mark.parametrize("language", languages())
def test_newcomers_have_names_that_people_may_have(language: str) -> None:
    names = {friendly_name(language, CHOICE) for _ in range(100)}
    assert len(names) > 50
    assert all(checked_name(name) == name for name in names)
    others = {friendly_name("en", CHOICE) for _ in range(100)}
    assert (language == "en") != (names.isdisjoint(others))


def test_a_language_without_words_of_its_own_has_english_ones() -> None:
    assert friendly_name("xx", CHOICE).isascii()
