"""Names for newcomers."""

from __future__ import annotations

from quincunx.server.people.guest_names import friendly_name
from quincunx.table.seats.person import checked_name


def test_newcomers_have_names_that_people_may_have() -> None:
    names = {friendly_name() for _ in range(100)}
    assert len(names) > 50
    assert all(checked_name(name) == name for name in names)
