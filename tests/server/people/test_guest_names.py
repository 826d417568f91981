"""Names for newcomers."""

from __future__ import annotations

import pytest

from quincunx.server.people.guest_names import friendly_name
from quincunx.table.seats.person import checked_name
from quincunx.texts.catalogue import languages


@pytest.mark.parametrize("language", languages())
def test_newcomers_have_names_that_people_may_have(language: str) -> None:
    names = {friendly_name(language) for _ in range(100)}
    assert len(names) > 50
    assert all(checked_name(name) == name for name in names)
    others = {friendly_name() for _ in range(100)}
    assert (language == "en") != (names.isdisjoint(others))


def test_a_language_without_words_of_its_own_has_english_ones() -> None:
    assert friendly_name("xx").isascii()
