"""Lists of people's own tables, and the followers to notify of a change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from quincunx.core.reason import Refusal
from quincunx.node.live.cache import Memory
from quincunx.node.messages import UnreadEntry
from quincunx.node.ports import Clock, Journal, JournalDamaged
from quincunx.table.events import SatDown, TableMade
from quincunx.table.my_tables import my_table
from quincunx.table.seats.person import Person
from quincunx.table.state import TableState
from quincunx.table.view import may_watch
from quincunx.table.wire.lists import MyTable

MOST_SHOWN: Final = 100
"""Most lines in a person's whole list. Each costs a table in memory."""
MOST_FOLLOWED: Final = 1_000
"""Most tables of one person whose changes are reported at once, which needs only their names and so is cheap.
A change at a further table, which does not wait for the person, is found within a minute. The table is then
among the first."""
MOST_LOOKED_AT: Final = 5
"""Most running games of a friend among which the one is sought at which they are."""
_NAMES_SOMEBODY: Final = tuple(f'"{kind.__struct_config__.tag}"'.encode() for kind in (SatDown, TableMade))
"""Marks of the events in which :func:`_named` finds people. Hardly any other entry contains them."""


class Follower(Protocol):
    """A follower of a person's tables."""

    def on_table_change(self, table: str) -> None:
        """Handle a change at this table, which is or was one of the person's."""
        ...


class OwnTables(NamedTuple):
    """A person's tables that have not ended."""

    lines: tuple[MyTable, ...]
    """At most :data:`MOST_SHOWN` lines: tables that wait for the person first, then the latest."""
    unlisted: tuple[str, ...] = ()
    """The names of further tables, up to :data:`MOST_FOLLOWED` in all."""


class MyTables:
    """The lists of all people who follow their tables. Followers are notified of changes on any node, as far
    as the bus carries them. Lost changes appear when the whole list is requested again."""

    def __init__(self, journal: Journal, memory: Memory, clock: Clock) -> None:
        self._journal = journal
        self._memory = memory
        self._clock = clock
        self._followers: dict[str, list[Follower]] = {}
        """Followers by person."""
        self._seated: dict[str, set[str]] = defaultdict(set)
        """By table, the followed people last found there."""
        self._tables: dict[str, set[str]] = defaultdict(set)
        """By person, the tables at which they were last found."""

    async def tables(self, *people: Person) -> OwnTables:
        """The tables of this person, who may have several ids.

        Raises :class:`~quincunx.node.ports.JournalUnavailable`.
        """
        names = await self._journal.tables_of([person.id for person in people], MOST_FOLLOWED)
        self._follow_all(people, frozenset(names))
        found = [line for name in names[:MOST_SHOWN] if (line := await self.line(name, *people)) is not None]
        found.sort(key=lambda line: (not line.waits_for_you, -line.since))
        return OwnTables(tuple(found), tuple(names[MOST_SHOWN:]))

    def _follow_all(self, people: Sequence[Person], names: frozenset[str]) -> None:
        """Notify followers of changes at these tables, and no longer at the person's other ones."""
        for person in people:
            if person.id in self._followers:
                for table in self._tables[person.id] - names:
                    self._set_seated(table, person.id, is_theirs=False)
                # It is not known yet which of several ids sits there; all of them have the same followers.
                for table in names:
                    self._set_seated(table, person.id, is_theirs=True)

    async def waiting_tables(self, people: Sequence[str]) -> list[str]:
        """The names of the tables of these people that have not begun to play. Raises
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        return list(await self._journal.tables_of(people, MOST_FOLLOWED, "waiting"))

    async def running_game(self, people: Sequence[str], viewer: Person) -> TableState | None:
        """The running game at which a person, who has these ids, is present, and which the viewer may watch.
        Raises :class:`~quincunx.node.ports.JournalUnavailable`."""
        for table in await self._journal.tables_of(people, MOST_LOOKED_AT, "playing"):
            try:
                live = await self._memory.get(table)
            except (Refusal, JournalDamaged):
                continue
            is_there = any(live.presence.is_present(person) for person in people)
            if is_there and may_watch(live.state, viewer, self._clock.now()):
                return live.state
        return None

    async def line(self, table: str, *people: Person) -> MyTable | None:
        """The list's line about a table for this person, who may have several ids.

        ``None`` if the table is not, or no longer, theirs. A damaged table is left out; its own page reports
        the damage. Raises :class:`~quincunx.node.ports.JournalUnavailable`.
        """
        # At a table where they sit twice the first id counts, as it does for their moves.
        for person in people:
            if (line := await self._line_of(table, person)) is not None:
                return line
        return None

    async def _line_of(self, table: str, person: Person) -> MyTable | None:
        try:
            live = await self._memory.get(table)
            small = live.small if person.id in live.state.people else None
            line = my_table(live.state, person, self._clock.now(), small)
        except (Refusal, JournalDamaged):
            line = None
        if person.id in self._followers:
            self._set_seated(table, person.id, is_theirs=line is not None)
        return line

    def _set_seated(self, table: str, person: str, is_theirs: bool) -> None:
        if is_theirs:
            self._seated[table].add(person)
            self._tables[person].add(table)
        else:
            self._tables[person].discard(table)
            self._unseat(table, person)

    def _unseat(self, table: str, person: str) -> None:
        if table in self._seated:
            self._seated[table].discard(person)
            if not self._seated[table]:
                del self._seated[table]

    # ---- following -----------------------------------------------------------------------------------------

    def follow(self, person: str, follower: Follower) -> None:
        """Notify this follower of changes at the person's tables, from now on."""
        self._followers.setdefault(person, []).append(follower)

    def is_followed(self, person: str) -> bool:
        """True if the person has a follower on this node, that is, an open page."""
        return person in self._followers

    def unfollow(self, person: str, follower: Follower) -> None:
        """Undo :meth:`follow`."""
        left = self._followers.get(person, [])
        if follower in left:
            left.remove(follower)
        if not left and person in self._followers:
            del self._followers[person]
            for table in self._tables.pop(person, set()):
                self._unseat(table, person)

    def on_state(self, state: TableState) -> None:
        """Handle a new state of a table in memory."""
        if self._followers:
            people = {seat.person for seat in state.seats if seat.person is not None}
            self._notify_followers(state.id, people)

    def on_entry(self, news: UnreadEntry) -> None:
        """Handle an entry of a table that is not in memory. Raises like
        :meth:`~quincunx.node.messages.UnreadEntry.read`."""
        if self._followers:
            # Most entries are moves, which name no people, so they need not be decoded.
            body = bytes(news.body)
            events = news.read().events if any(kind in body for kind in _NAMES_SOMEBODY) else ()
            self._notify_followers(news.table, {person for event in events for person in _named(event)})

    def _notify_followers(self, table: str, people: set[str]) -> None:
        for person in people | self._seated.get(table, set()):
            for follower in self._followers.get(person, ()):
                follower.on_table_change(table)


def _named(event: object) -> tuple[str, ...]:
    match event:
        case SatDown(person=person):
            return (person,)
        case TableMade(kept_for=kept_for):
            return tuple(person for person in kept_for if person is not None)
        case _:
            return ()
