"""Tournaments' chats on one node of several: read once for many, and never written over each other."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.club.rows import Authority
from quincunx.club.tournament import commands
from quincunx.club.tournament.talk.rules import KEPT
from quincunx.club.tournament.talk.state import Act, Line, Talk
from quincunx.club.tournament.talk.wire import RemoveLine, SayPhrase, WriteText
from quincunx.core.reason import Refusal
from quincunx.node.events.tournament_talk import TournamentTalks
from quincunx.table.seats.person import Person
from tests.club.tournament.support import plan
from tests.node.fakes import StillClock
from tests.table.support import ALICE, BOB

HELLO = SayPhrase("hello")
ONE = commands.create_tournament("one", ALICE.id, plan(), 1)


class TalkStore:
    """The chats of two tournaments, and other nodes that write to them."""

    def __init__(self) -> None:
        self.talks = {"one": Talk(), "two": Talk()}
        self.reads = 0
        self.tries = 0
        self.by_others = 0
        """The number of tries before each of which another node writes a line."""
        self.given: list[tuple[int, Authority | None]] = []

    async def tournament_talk(self, tournament: str) -> Talk | None:
        self.reads += 1
        talk = self.talks.get(tournament)
        await asyncio.sleep(0.01)
        return talk

    async def add_to_talk(
        self, tournament: str, added: Line | Act, kept: int, by: Authority | None = None
    ) -> bool:
        self.tries += 1
        self.given.append((kept, by))
        if self.by_others:
            self.by_others -= 1
            self.write(tournament)
        talk = self.talks[tournament]
        if added.number != talk.version + 1:
            return False
        assert isinstance(added, Line)
        self.talks[tournament] = replace(talk, version=added.number, lines=(*talk.lines, added))
        return True

    def write(self, tournament: str) -> None:
        """A line of another node."""
        talk = self.talks[tournament]
        line = Line(talk.version + 1, 1, "another", "hello", None)
        self.talks[tournament] = replace(talk, version=line.number, lines=(*talk.lines, line))

    async def talk_versions(self, tournaments: Sequence[str]) -> Mapping[str, int]:
        return {each: self.talks[each].version for each in tournaments if each in self.talks}


@pytest.fixture
def store() -> TalkStore:
    return TalkStore()


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def talks(store: TalkStore, clock: StillClock) -> TournamentTalks:
    return TournamentTalks(store, clock)


async def test_a_line_is_stored_and_shown(
    talks: TournamentTalks, store: TalkStore, clock: StillClock
) -> None:
    before = await talks.current("one")
    assert before == Talk()
    by = Authority(b"key", ALICE.id)
    after = await talks.command(ONE, [ALICE], HELLO, by)
    assert after.lines == (Line(1, clock.time, ALICE.id, "hello", None),)
    assert await talks.current("one") == after
    assert store.given == [(KEPT, by)]
    await talks.command(ONE, [Person("new-id", "Alice"), ALICE], WriteText("Good luck!"))
    assert [line.person for line in (await talks.current("one")).lines] == [ALICE.id, "new-id"]
    assert store.given[1] == (KEPT, None)


async def test_a_command_that_changes_nothing_stores_nothing(
    talks: TournamentTalks, store: TalkStore
) -> None:
    await talks.command(ONE, [ALICE], HELLO)
    store.talks["one"] = replace(store.talks["one"], acts=(Act(2, 1, ALICE.id, "remove", ALICE.id, 1),))
    assert await talks.command(ONE, [ALICE], RemoveLine(1)) == store.talks["one"]
    assert store.tries == 1


async def test_a_chat_is_read_once_for_all_and_again_after_five_seconds(
    talks: TournamentTalks, store: TalkStore, clock: StillClock
) -> None:
    await asyncio.gather(*(talks.current("one") for _ in range(5)))
    clock.time += 4_999
    store.write("one")
    assert (await talks.current("one")).version == 0
    assert store.reads == 1
    clock.time += 1
    assert (await talks.current("one")).version == 1
    assert store.reads == 2


async def test_a_chat_that_another_node_has_changed_is_read_again(
    talks: TournamentTalks, store: TalkStore
) -> None:
    for each in ("one", "two"):
        await talks.current(each)
    store.write("one")
    assert await talks.versions(["one", "two", "none"]) == {"one": 1, "two": 0}
    assert (await talks.current("one")).version == 1
    assert (await talks.current("two")).version == 0
    assert store.reads == 3
    assert await talks.versions(["two"]) == {"two": 0}


async def test_lines_of_two_nodes_at_once_are_both_stored(talks: TournamentTalks, store: TalkStore) -> None:
    store.by_others = 7
    after = await talks.command(ONE, [ALICE], HELLO)
    assert [line.person for line in after.lines] == ["another"] * 7 + [ALICE.id]
    assert store.tries == 8


async def test_a_chat_that_is_written_to_without_end_is_busy(
    talks: TournamentTalks, store: TalkStore
) -> None:
    store.by_others = 8
    with pytest.raises(
        StoreUnavailable, match=r"^That tournament is very busy right now\. Please try again\.$"
    ):
        await talks.command(ONE, [ALICE], HELLO)
    assert store.tries == 8


async def test_lines_of_one_node_are_stored_in_turn(talks: TournamentTalks, store: TalkStore) -> None:
    other = replace(ONE, id="two")
    together = asyncio.gather(*(talks.command(ONE, [ALICE], HELLO) for _ in range(3)))
    await asyncio.sleep(0.001)
    assert store.reads == 1
    await talks.command(other, [ALICE], HELLO)
    await together
    assert store.tries == 4, "no try fails"


async def test_a_stranger_and_a_chat_that_does_not_exist_are_refused(talks: TournamentTalks) -> None:
    with pytest.raises(Refusal) as refusal:
        await talks.command(ONE, [BOB], HELLO)
    assert refusal.value.reason.code == "tournament-no-voice"
    for wanted in (talks.current("none"), talks.command(replace(ONE, id="none"), [ALICE], HELLO)):
        with pytest.raises(Refusal) as refusal:
            await wanted
        assert (refusal.value.reason.kind, refusal.value.reason.code) == ("unknown", "no-such-tournament")
