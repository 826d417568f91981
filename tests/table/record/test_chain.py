"""The journal's chain: whatever was changed in it afterwards is found, and where."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random

import msgspec
import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.core.chance import Rolled
from quincunx.core.reason import GameReason
from quincunx.core.sentence import Sentence
from quincunx.games.cinco.types import Exchange
from quincunx.games.cinqo.types import CinqoOptions, Put
from quincunx.table.events import ChanceMoved, Entry, Event, SatDown, TableMade
from quincunx.table.fold import fold
from quincunx.table.record.chain import Damaged, body_of, entry_of, sealed
from tests.table.support import Desk, moved, settings


def chained(entries: Sequence[Entry], after: int = 0) -> list[Entry]:
    """The same entries, chained from the one after ``after`` on."""
    before, found = "", list(entries[:after])
    for each in entries[after:]:
        found.append(sealed(before, each.table, each.version, each.key, each.at, each.events))
        before = found[-1].chain
    return found


PLAYED = Desk(settings(CinqoOptions(goal="rounds", rounds=1))).seat_everybody().play(Random(4))
ENTRIES = chained(PLAYED.entries)
assert len(ENTRIES) > 8


def stored(entries: Sequence[Entry]) -> list[Entry]:
    """As they come back from a journal."""
    return [entry_of(each.table, each.version, each.key, each.at, body_of(each)) for each in entries]


def damage(entries: Sequence[Entry]) -> Damaged:
    with pytest.raises(Damaged) as caught:
        fold(entries)
    assert str(caught.value).endswith(".")
    return caught.value


def test_a_stored_entry_is_read_back_whole() -> None:
    assert stored(ENTRIES) == ENTRIES
    assert replace(fold(stored(ENTRIES)), chain="") == PLAYED.state
    assert fold(ENTRIES).chain == ENTRIES[-1].chain


def test_entries_of_the_time_before_are_read_and_the_chain_begins_where_it_begins() -> None:
    old = stored(PLAYED.entries)
    assert old == PLAYED.entries
    assert body_of(old[0]) == msgspec.json.encode(old[0].events)
    for after in (1, 4, len(ENTRIES) - 1):
        mixed = chained(PLAYED.entries, after)
        assert fold(stored(mixed)).version == len(mixed)
        assert damage([*mixed[:after], replace(mixed[after], at=1), *mixed[after + 1 :]]).version == after + 1


def test_the_events_that_are_played_are_those_that_the_hash_is_of() -> None:
    changed = [*ENTRIES]
    changed[1] = replace(ENTRIES[1], events=(SatDown(0, "somebody", "Else", commitment="0" * 64),))
    found = damage(changed[:2])
    assert (found.version, str(found)) == (2, "Entry 2’s content isn’t what its hash was made from.")


def test_the_chain_does_not_break_off() -> None:
    cut = [*ENTRIES[:5], *PLAYED.entries[5:]]
    assert damage(cut).version == 6
    assert str(damage(cut)) == "Entry 6 carries no hash, although those before it do."


CHANGES: list[Callable[[Entry], Entry]] = [
    lambda entry: replace(entry, at=entry.at + 1),
    lambda entry: replace(entry, key=f"{entry.key}x"),
    lambda entry: replace(entry, chain="0" * 64),
    lambda entry: replace(entry, chain=entry.chain[:-1]),
    lambda entry: replace(entry, raw=entry.raw.replace(b":", b": ", 1)),
    lambda entry: replace(entry, table="another-table-0001"),
]


@pytest.mark.parametrize("number", [0, 3, len(ENTRIES) - 1])
@pytest.mark.parametrize("change", CHANGES)
def test_the_first_entry_that_was_changed_is_named(change: Callable[[Entry], Entry], number: int) -> None:
    changed = [*ENTRIES]
    changed[number] = change(changed[number])
    found = damage(changed)
    assert found.version == number + 1
    if changed[number].chain:
        said = f"Entry {number + 1} doesn’t match its hash: it, or an entry before it, was changed."
        assert str(found) == said


def test_an_entry_is_damaged_if_seats_are_kept_for_too_few_people() -> None:
    made = PLAYED.entries[0].events[0]
    assert isinstance(made, TableMade)
    for changed in (replace(made, kept_for=()), replace(made, kept_names=(None,))):
        assert damage([replace(PLAYED.entries[0], events=(changed,))]).version == 1


@given(st.integers(0, len(ENTRIES) - 1), st.data())
def test_no_byte_of_what_is_stored_can_be_changed(number: int, data: st.DataObject) -> None:
    entry = ENTRIES[number]
    body = bytearray(body_of(entry))
    at = data.draw(st.integers(0, len(body) - 1))
    body[at] ^= data.draw(st.integers(1, 255))
    row = entry.table, entry.version, entry.key, entry.at, bytes(body)
    assert first_damaged(row, number) == number + 1


def first_damaged(row: tuple[str, int, str, int, bytes], number: int) -> int:
    """The version at which reading or folding stops, with this row in place of entry ``number``."""
    try:
        changed = entry_of(*row)
    except Damaged as unreadable:
        return unreadable.version
    event("it could still be read")
    return damage([*ENTRIES[:number], changed, *ENTRIES[number + 1 :]]).version


def test_an_entry_that_is_lost_or_stands_elsewhere_is_noticed() -> None:
    assert damage([*ENTRIES[:4], *ENTRIES[5:]]).version == 5
    assert damage(ENTRIES[1:]).version == 1
    one, other = (replace(ENTRIES[at], version=9 - at) for at in (4, 5))
    assert damage([*ENTRIES[:4], other, one]).version == 5


def test_an_answer_that_does_not_follow_from_the_seed_is_noticed_although_the_chain_is_whole() -> None:
    """An attacker who can write the journal can write the chain anew; but the seed is promised to the
    players."""
    entries = [*PLAYED.entries]
    at = next(at for at, each in enumerate(entries) if at > 3 and isinstance(each.events[-1], ChanceMoved))
    roll = entries[at].events[-1]
    assert isinstance(roll, ChanceMoved)
    assert isinstance(roll.move, Rolled)
    turned = Rolled((roll.move.faces[0] % 6 + 1, *roll.move.faces[1:]))
    entries[at] = replace(entries[at], events=(*entries[at].events[:-1], ChanceMoved(turned)))
    found = damage(chained(entries))
    assert found.version == at + 1
    assert str(found) == f"Entry {at + 1}: a random result doesn’t follow from the seed."
    made = PLAYED.entries[0].events[0]
    assert isinstance(made, TableMade)
    exchanged = [replace(PLAYED.entries[0], events=(replace(made, seed="07" * 32),)), *PLAYED.entries[1:]]
    assert "doesn’t follow from the seed" in str(damage(chained(exchanged)))


def test_an_impossible_entry_is_damage_too() -> None:
    twice = [*PLAYED.entries[:2], replace(PLAYED.entries[0], version=3)]
    assert damage(twice).version == 3
    too_early = replace(PLAYED.entries[-1], version=2)
    assert damage([PLAYED.entries[0], too_early]).version == 2


@pytest.mark.parametrize(
    ("number", "events", "said"),
    [
        (1, (), " (a table's first entry makes it)."),
        (1, (SatDown(0, "p", "n"),), " (a journal begins with the making of the table)."),
        (6, (moved(0, Put((7,))),), ": There is no such 7 in this roll."),
        (
            6,
            (moved(0, Exchange()),),
            ": That isn’t a move in Cinq-O: Invalid value 'exchange' - at `$.type`.",
        ),
        (6, PLAYED.entries[0].events, " (a table is made once)."),
    ],
)
def test_damage_says_what_cannot_have_happened(number: int, events: tuple[Event, ...], said: str) -> None:
    impossible = replace(PLAYED.entries[number - 1], events=events)
    found = damage([*PLAYED.entries[: number - 1], impossible])
    assert str(found) == f"Entry {number} cannot have happened{said}"


def test_the_game_words_the_rule_that_an_entry_breaks() -> None:
    against = replace(PLAYED.entries[5], events=(moved(0, Put((7,))),))
    said = damage([*PLAYED.entries[:5], against]).sentence
    assert isinstance(said, Sentence)
    reason = said.values[1]
    assert isinstance(reason, GameReason)
    assert (reason.reason.code, reason.game) == ("not-in-roll", "cinqo")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[",
        b"null",
        b"{}",
        b'{"chain":"","events":{}}',
        b'[{"type":"conjured"}]',
        b"\xff",
        b'{"events":[]}',
    ],
)
def test_malformed_entries(body: bytes) -> None:
    with pytest.raises(Damaged, match=r"Entry 7 can’t be read\."):
        entry_of("table", 7, "key", 1, body)


def test_a_later_spelling_of_the_same_events_does_not_matter() -> None:
    """The hash is of what is stored, byte for byte, and not of how a program would write it today."""
    first = ENTRIES[0]
    spaced = json.dumps(json.loads(first.raw), indent=1).encode()
    assert spaced != first.raw
    assert fold(stored(ENTRIES)[:1]).chain == first.chain
    assert damage([replace(first, raw=spaced)]).version == 1
