"""Evenings as they go on: rounds begin, their tables are made, and what came of them is noticed.

There is no leader. An evening is one row of the store, and changes only by whoever knows its version: of two
nodes that decide at once one is right, the other looks again. A round's tables have their names with its
pairing, so whoever makes them, and however often, there is one of each. That a game has been counted makes
its evening due in the transaction that counts it. So a node may die at any moment: what it left is due, and
any other finds it by the index.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final, Protocol
from weakref import WeakValueDictionary

import structlog

from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.results import Result
from quincunx.club.rows import Authority
from quincunx.club.tournament import commands, rounds
from quincunx.club.tournament.listing import MOST_READ, listed
from quincunx.club.tournament.ports import EveningRow, EveningStore, NewerEvening, TooManyEvenings
from quincunx.club.tournament.rules import MOST_JOINED, MOST_OPEN, PAUSE, table_settings
from quincunx.club.tournament.state import Evening, Game
from quincunx.club.tournament.view import waits_until
from quincunx.club.tournament.wire import EveningCommand, EveningSettings, OpenEvening
from quincunx.core.reason import refused
from quincunx.kit import Cache, Periodic, stop_all
from quincunx.node.cluster.outages import GAP_MILLISECONDS
from quincunx.node.events.tournament_views import ShownEvenings, read
from quincunx.node.ports import Clock, Conflict, Entropy, JournalUnavailable
from quincunx.table.deadlines.outage import Outage
from quincunx.table.events import TableSettings
from quincunx.table.seats.person import SYSTEM, Person, host_of_evening

log = structlog.get_logger("quincunx.tables")

LOOK_SECONDS = 1.0
"""How often it is looked for what is due."""
FAILED_SECONDS: Final = 60.0
"""So long an evening is left alone that could not be seen to, so that it keeps nobody from the others."""
MOST_FAILED: Final = 10_000
STOP_SECONDS: Final = 10.0
"""How long a round under way may take to finish when the node stops."""
MOST_AT_ONCE: Final = 100
MOST_RESUMED: Final = 10_000
TRIES: Final = 8
TABLES_AT_ONCE: Final = 8


class MakeTable(Protocol):
    """Makes a table of this name with seats kept for these people, until a bot sits down for who has not come
    by then. Raises ``Conflict`` if it is there."""

    async def __call__(
        self,
        table: str,
        host: Person,
        settings: TableSettings,
        kept: tuple[Person | None, ...],
        begins_by: int | None = None,
    ) -> object: ...


class Evenings:
    """The evenings of all nodes, as one of them sees to them.

    Its methods raise :class:`~quincunx.core.reason.Refusal` and
    :class:`~quincunx.club.ports.StoreUnavailable`.
    """

    def __init__(
        self,
        store: EveningStore,
        clock: Clock,
        entropy: Entropy,
        make: MakeTable,
        outages: Callable[[], Sequence[Outage]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._make_table = make
        self.outages = outages
        """When no node ran, as far as this node knows."""
        self._moved_by: Sequence[Outage] = ()
        """The outages by which all pauses under way have been moved."""
        self._loop = Periodic(
            "evenings", self._see_to_due, lambda: LOOK_SECONDS, jitter=0.2, expected=(StoreUnavailable,)
        )
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.shown = ShownEvenings(store, clock, outages)
        """What people see of them."""
        self._failed: Cache[str, bool] = Cache(MOST_FAILED, FAILED_SECONDS, timer=_time)
        """Evenings that failed a short while ago, and are left alone."""

    async def start(self) -> None:
        """Begin to look after them."""
        self._loop.start()
        self.shown.start()

    async def stop(self) -> None:
        """Finish what is under way, and leave the rest to the others."""
        await stop_all(lambda: self._loop.stop(STOP_SECONDS), self.shown.stop)

    # ---- asked by people ---------------------------------------------------------------------------------

    async def make(self, host: Person, settings: EveningSettings, by: Authority | None = None) -> Evening:
        """A new evening of this person's, on the word of this session (``None``: it is not checked)."""
        made = commands.make(self._entropy.name(), host.id, settings, self._clock.now())
        if not await self._store.make_evening(made, MOST_OPEN, by):
            sentence = f"You can have {MOST_OPEN} evenings at a time; end one of them first."
            raise refused("conflict", "evenings-open", sentence, most=MOST_OPEN)
        return await self.find(made.id)

    async def find(self, id: str) -> Evening:
        """The evening as it is now."""
        return await read(self._store, id)

    async def command(
        self, id: str, people: Sequence[Person], command: EveningCommand, by: Authority | None = None
    ) -> Evening:
        """Carry out what a person asks who has these ids, on the word of this session (``None``: it is not
        checked)."""
        ids = tuple(person.id for person in people)
        # When a club joins all at once, those of one node do so in turn.
        lock = self._locks.setdefault(id, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                before = await self.find(id)
                after = await self._decided(before, command, ids)
                if after is before:
                    return before
                try:
                    is_kept = await self._store.keep_evening(before, after, by, MOST_JOINED)
                except TooManyEvenings:
                    sentence = (
                        f"You can be in {MOST_JOINED} evenings at a time, as a player or as their host."
                    )
                    raise refused("conflict", "evenings-joined", sentence, most=MOST_JOINED) from None
                if is_kept:
                    self.shown.changed(id)
                    self._loop.wake()
                    return await self.find(id)
        raise StoreUnavailable("Too much happens at that evening at once; please try again.")

    async def _decided(self, before: Evening, command: EveningCommand, ids: tuple[str, ...]) -> Evening:
        now = self._clock.now()
        # A round is worked out from what everybody has; with many people that takes a while.
        return await asyncio.to_thread(commands.decide, before, command, ids, now, self._entropy.name)

    async def mine(self, people: Sequence[Person]) -> Sequence[EveningRow]:
        """Those that have not ended which this person hosts or plays in."""
        return await self._store.evenings_of([person.id for person in people], MOST_AT_ONCE)

    async def waiting(self) -> tuple[OpenEvening, ...]:
        """Those that everybody may find and join."""
        return listed(await self._store.listed_evenings(MOST_READ), self._clock.now())

    # ---- driving -----------------------------------------------------------------------------------------

    def counted(self, result: Result) -> None:
        """A game has been counted here; if an evening waits for it, that is due."""
        if result.is_of_evening:
            self._loop.wake()

    async def _see_to_due(self) -> None:
        await self._resume()
        for id in await self._store.evenings_due(self._clock.now(), MOST_AT_ONCE + len(self._failed)):
            if self._loop.is_ending:
                return
            await self._see_to(id)

    async def _resume(self) -> None:
        """Move every pause under way by an outage that has just become known."""
        outages = self.outages()
        if outages == self._moved_by:
            return
        ends = self._clock.now() + 1_000 * PAUSE[-1]
        for id in await self._store.evenings_due(ends, MOST_RESUMED):
            await self._see_to(id)
        self._moved_by = outages

    async def _see_to(self, id: str) -> None:
        if self._failed.peek(id) is not None:
            return
        try:
            await self._act(id)
        except (JournalUnavailable, StoreUnavailable) as error:
            log.warning("evening_waits", evening=id, reason=str(error))
        except NewerEvening:
            log.warning("evening_is_newer", evening=id)
            self._failed.put(id, True)
        except Exception:
            # One evening must not keep the system from all others.
            log.exception("evening_failed", evening=id)
            self._failed.put(id, True)

    async def _act(self, id: str) -> None:
        """Do what the system must do there by now, once or twice: whoever loses a race looks again later."""
        evening = await self._store.evening(id)
        if evening is None:
            return
        after = await asyncio.to_thread(
            rounds.act, evening, self._clock.now(), self._entropy.name, self.outages()
        )
        if after is not evening:
            if not await self._store.keep_evening(evening, after):
                return
            self.shown.changed(id)
            evening = await self.find(id)
        waiting = rounds.unmade(evening)
        if waiting and evening.status == "playing":
            await self._make_tables(evening, waiting)
            await self._store.keep_evening(evening, rounds.made(evening, self._clock.now()))

    async def _make_tables(self, evening: Evening, games: Sequence[Game]) -> None:
        turns = asyncio.Semaphore(TABLES_AT_ONCE)

        async def make(game: Game) -> None:
            async with turns:
                await self._make_one(evening, game)

        await asyncio.gather(*(make(game) for game in games))

    async def _make_one(self, evening: Evening, game: Game) -> None:
        assert game.table is not None
        kept = tuple(_person(evening, number) for number in game.players)
        # Its host is nobody: no one at the table may give its seats to others.
        host = host_of_evening(evening.id, SYSTEM.name)
        # Where no node ran since the round began, nobody could come: they are waited for from now on.
        now = self._clock.now()
        began = game.began if now - game.began <= GAP_MILLISECONDS else now
        with contextlib.suppress(Conflict):  # another node has made it
            await self._make_table(
                game.table,
                host,
                table_settings(evening.settings),
                kept,
                waits_until(evening, began),
            )


def _person(evening: Evening, number: int) -> Person:
    player = evening.player(number)
    assert player is not None  # who has been paired stays
    known = evening.people.get(player.person)
    return Person(player.person, known.name if known is not None else "?")


def _time() -> float:
    # The loop's time: the system clock may be set back.
    return asyncio.get_running_loop().time()
