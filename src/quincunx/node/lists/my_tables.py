"""A person's own tables, and who is to be told when one of them changes."""

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
from quincunx.table.wire.lists import MyTable

MOST_SHOWN: Final = 100
"""Lines in the list of one person that asks for all of it: each costs a table in memory."""
MOST_FOLLOWED: Final = 1_000
"""Tables of one person at each of which every change is told at once, by name and so at little cost. At
further ones, which do not wait for them, a change is found within a minute: the table comes to be among the
first then."""
_NAMES_SOMEBODY: Final = tuple(f'"{kind.__struct_config__.tag}"'.encode() for kind in (SatDown, TableMade))
"""One of them is found in an entry that :func:`_named` finds somebody in; in hardly any other."""


class Follower(Protocol):
    """Somebody who wants to know of a person's tables."""

    def changed(self, table: str) -> None:
        """Something has happened at this table, which is or was one of theirs."""
        ...


class OwnTables(NamedTuple):
    """A person's tables that have not ended."""

    lines: tuple[MyTable, ...]
    """At most :data:`MOST_SHOWN`: those that wait for them first, then the latest."""
    unlisted: tuple[str, ...] = ()
    """Further ones by name, up to :data:`MOST_FOLLOWED` in all."""


class Mine:
    """The lists of everybody who asks. Followers are told of what happens on any node, as far as the bus
    carries it; what it loses they find when they ask for the whole list again."""

    def __init__(self, journal: Journal, memory: Memory, clock: Clock) -> None:
        self._journal = journal
        self._memory = memory
        self._clock = clock
        self._followers: dict[str, list[Follower]] = {}
        """Person → those who follow for them."""
        self._seated: dict[str, set[str]] = defaultdict(set)
        """Table → the people among them who were found there last."""
        self._tables: dict[str, set[str]] = defaultdict(set)
        """The same the other way round."""

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
        """Tell followers of changes at these tables, and at no others that were theirs."""
        for person in people:
            if person.id in self._followers:
                for table in self._tables[person.id] - names:
                    self._note(table, person.id, is_theirs=False)
                # Which of several ids sits there is not known yet; all of them have the same followers.
                for table in names:
                    self._note(table, person.id, is_theirs=True)

    async def waiting(self, people: Sequence[str]) -> list[str]:
        """The names of the tables of these people that have not begun to play. Raises
        :class:`~quincunx.node.ports.JournalUnavailable`."""
        return list(await self._journal.tables_of(people, MOST_FOLLOWED, "waiting"))

    async def line(self, table: str, *people: Person) -> MyTable | None:
        """The list's line about a table for this person, who may have several ids.

        ``None`` if the table is not, or no longer, theirs. A damaged table is left out: its own page says so.

        Raises :class:`~quincunx.node.ports.JournalUnavailable`.
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
            self._note(table, person.id, is_theirs=line is not None)
        return line

    def _note(self, table: str, person: str, is_theirs: bool) -> None:
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
        """Tell this follower of the person's tables, from now on."""
        self._followers.setdefault(person, []).append(follower)

    def is_followed(self, person: str) -> bool:
        """Whether somebody follows for this person on this node: they have a page of ours open."""
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

    def moved(self, state: TableState) -> None:
        """A table in memory has come to this state."""
        if self._followers:
            people = {seat.person for seat in state.seats if seat.person is not None}
            self._tell(state.id, people)

    def heard(self, news: UnreadEntry) -> None:
        """Something has happened at a table that is not in memory. Raises what
        :meth:`~quincunx.node.messages.UnreadEntry.read` does."""
        if self._followers:
            # Most entries are moves: they need not be read to know that they name nobody.
            body = bytes(news.body)
            events = news.read().events if any(kind in body for kind in _NAMES_SOMEBODY) else ()
            self._tell(news.table, {person for event in events for person in _named(event)})

    def _tell(self, table: str, people: set[str]) -> None:
        for person in people | self._seated.get(table, set()):
            for follower in self._followers.get(person, ()):
                follower.changed(table)


def _named(event: object) -> tuple[str, ...]:
    match event:
        case SatDown(person=person):
            return (person,)
        case TableMade(kept_for=kept_for):
            return tuple(person for person in kept_for if person is not None)
        case _:
            return ()
