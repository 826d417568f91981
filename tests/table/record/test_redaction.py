"""Names of the deleted: replaced wherever a state or an entry has them, and nothing else is changed."""

from __future__ import annotations

from msgspec.structs import replace

from quincunx.table.events import Entry, SatDown, SeatSetup, StoodUp, TableMade, TableSettings, Wrote
from quincunx.table.fold import take_in
from quincunx.table.record.redaction import SOMEBODY, redact_entry, redact_state
from quincunx.table.state import TableState
from tests.table.support import ALICE, BOB, settings

SETTINGS: TableSettings = settings()


def entry(*events: TableMade | SatDown | StoodUp) -> Entry:
    return Entry("table", 1, "key", 5, events, "chain")


def made(host: str = ALICE.id, **more: object) -> TableMade:
    kept = (ALICE.id, BOB.id)
    event = TableMade("table", host, "Host", SETTINGS, "00" * 32, kept, ("Alice", "Bob"))
    return replace(event, **more)


def state() -> TableState:
    return take_in(None, entry(made())).after


def test_an_entry_that_names_none_of_them_is_itself() -> None:
    one = entry(made(), SatDown(0, ALICE.id, "Alice"), StoodUp(1, None))
    assert redact_entry(one, frozenset()) is one
    assert redact_entry(one, {"somebody else"}) is one


def test_of_an_entry_only_their_names_go() -> None:
    one = entry(made(), SatDown(0, ALICE.id, "Alice"), SatDown(1, BOB.id, "Bob"), StoodUp(0, None))
    without = redact_entry(one, {BOB.id})
    assert without == replace(
        one,
        events=(
            made(kept_names=("Alice", SOMEBODY)),
            SatDown(0, ALICE.id, "Alice"),
            SatDown(1, BOB.id, SOMEBODY),
            StoodUp(0, None),
        ),
    )
    assert without.chain == one.chain


def test_a_host_takes_the_names_along_that_they_gave_on_their_device() -> None:
    named = replace(SETTINGS, seats=(SeatSetup("me", name="Tim"), SeatSetup("me", name="Tom")))
    one = entry(made(settings=named))
    (event,) = redact_entry(one, {ALICE.id}).events
    assert isinstance(event, TableMade)
    assert (event.host_name, event.kept_names) == (SOMEBODY, (SOMEBODY, "Bob"))
    assert [seat.name for seat in event.settings.seats] == [None, None]
    (event,) = redact_entry(one, {BOB.id}).events
    assert isinstance(event, TableMade)
    assert (event.host_name, [seat.name for seat in event.settings.seats]) == ("Host", ["Tim", "Tom"])


def test_of_a_state_only_their_names_go() -> None:
    one = state()
    assert redact_state(one, {"somebody else"}) is one
    without = redact_state(one, {BOB.id})
    assert [seat.name for seat in without.seats] == ["Alice", SOMEBODY]
    assert without.host_name == "Host"
    assert replace(without, seats=one.seats) == one
    both = redact_state(one, {ALICE.id, BOB.id})
    assert [seat.name for seat in both.seats] == [SOMEBODY, SOMEBODY]
    assert both.host_name == SOMEBODY
    assert [seat.person for seat in both.seats] == [ALICE.id, BOB.id]


def test_a_state_without_its_host_has_none_of_the_names_that_the_host_gave() -> None:
    named = replace(SETTINGS, seats=(SeatSetup("me", name="Tim"), SeatSetup("me", name="Tom")))
    one = take_in(None, entry(made(settings=named))).after
    assert [seat.name for seat in redact_state(one, {ALICE.id}).settings.seats] == [None, None]
    assert redact_state(one, {BOB.id}).settings == named


def test_of_what_was_said_only_their_words_go() -> None:
    said = Entry("table", 2, "key", 5, (Wrote(0, ALICE.id, "Hello"), Wrote(1, BOB.id, "Hi")), "chain")
    without = redact_entry(said, {BOB.id})
    assert without.events == (Wrote(0, ALICE.id, "Hello"), Wrote(1, BOB.id, ""))
    alone = replace(said, events=said.events[:1])
    assert redact_entry(alone, {BOB.id}) is alone
