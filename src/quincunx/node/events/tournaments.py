"""Running tournaments: rounds start, their tables are created, and their results are recorded.

There is no leader. A tournament is one row of the store, and a change must name the current version. If two
nodes decide at once, one succeeds and the other reads again. The names of a round's tables are drawn with its
pairing. So each table exists once, whichever nodes create it and however often. Recording a result makes its
tournament due in the same transaction. So a node may die at any moment: its unfinished work is due, and any
other node finds it by the index.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final
from weakref import WeakValueDictionary

import structlog

from quincunx.club.accounts.names import key_of
from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.results import Result
from quincunx.club.rows import Authority
from quincunx.club.tournament import commands, rounds
from quincunx.club.tournament.attendance import FindSeatings, no_seatings
from quincunx.club.tournament.hosting import AppointHost
from quincunx.club.tournament.listing import MOST_READ, listed_tournaments
from quincunx.club.tournament.ports import NewerTournament, TooManyTournaments, TournamentRow
from quincunx.club.tournament.rules import MOST_JOINED, MOST_OPEN, PAUSE_BY_THE_DAY, table_settings
from quincunx.club.tournament.state import Game, Tournament
from quincunx.club.tournament.view import waits_until
from quincunx.club.tournament.wire import (
    AddHost,
    DecidedCommand,
    OpenTournament,
    TournamentCommand,
    TournamentSettings,
)
from quincunx.core.reason import refused
from quincunx.core.sentence import sentence
from quincunx.kit import Cache, Periodic, stop_all
from quincunx.node.cluster.outages import GAP_MILLISECONDS
from quincunx.node.events.make_table import MakeTable
from quincunx.node.events.tournament_views import Store, TournamentViews, read
from quincunx.node.ports import Clock, Conflict, Entropy, JournalUnavailable
from quincunx.table.deadlines.outage import Outage
from quincunx.table.seats.person import SYSTEM, Person, host_of_tournament

log = structlog.get_logger("quincunx.tables")

LOOK_SECONDS = 1.0
"""Interval of the search for due tournaments."""
FAILED_SECONDS: Final = 60.0
"""Time for which a failed tournament is skipped, so that it does not delay the others."""
MOST_FAILED: Final = 10_000
STOP_SECONDS: Final = 10.0
"""Time that a round in progress may take to finish when the node stops."""
MOST_AT_ONCE: Final = 100
MOST_RESUMED: Final = 10_000
TRIES: Final = 8
TABLES_AT_ONCE: Final = 8


class Tournaments:
    """The tournaments of all nodes, driven by one of them.

    The methods raise :class:`~quincunx.core.reason.Refusal` and
    :class:`~quincunx.club.ports.StoreUnavailable`.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        entropy: Entropy,
        make: MakeTable,
        outages: Callable[[], Sequence[Outage]],
        find_seatings: FindSeatings = no_seatings,
    ) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._make_table = make
        self.outages = outages
        """The times when no node ran, as far as this node knows."""
        self._moved_by: Sequence[Outage] = ()
        """The outages by which all current pauses have been moved."""
        self._loop = Periodic(
            "tournaments", self._see_to_due, lambda: LOOK_SECONDS, jitter=0.2, expected=(StoreUnavailable,)
        )
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.views = TournamentViews(store, clock, outages, find_seatings)
        """The views of the tournaments."""
        self._failed: Cache[str, bool] = Cache(MOST_FAILED, FAILED_SECONDS, timer=_time)
        """Tournaments that failed a short while ago, and are skipped."""

    async def start(self) -> None:
        """Start to drive tournaments."""
        self._loop.start()
        self.views.start()

    async def stop(self) -> None:
        """Finish work in progress, and leave the rest to other nodes."""
        await stop_all(lambda: self._loop.stop(STOP_SECONDS), self.views.stop)

    # ---- requests ----------------------------------------------------------------------------------------

    async def create(
        self, host: Person, settings: TournamentSettings, by: Authority | None = None
    ) -> Tournament:
        """Create a tournament with this host, on the authority of this session (``None``: unchecked)."""
        made = commands.create_tournament(self._entropy.name(), host.id, settings, self._clock.now())
        if not await self._store.make_tournament(made, MOST_OPEN, by):
            said = f"You can run {MOST_OPEN} tournaments at a time; end one of them first."
            raise refused("conflict", "tournaments-open", said, most=MOST_OPEN)
        return await self.read_tournament(made.id)

    async def read_tournament(self, id: str) -> Tournament:
        """The current state of a tournament."""
        return await read(self._store, id)

    async def command(
        self, id: str, people: Sequence[Person], command: TournamentCommand, by: Authority | None = None
    ) -> Tournament:
        """Execute the command of the person with these ids, on the authority of this session (``None``:
        unchecked)."""
        ids = tuple(person.id for person in people)
        given: DecidedCommand | AppointHost
        if isinstance(command, AddHost):
            given = AppointHost(await self._store.possible_host(key_of(command.name), ids))
        else:
            given = command
        # When a whole club joins at once, the requests on one node are handled in turn.
        lock = self._locks.setdefault(id, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                before = await self.read_tournament(id)
                after = await self._decided(before, given, ids)
                if after is before:
                    return before
                try:
                    is_kept = await self._store.keep_tournament(before, after, by, MOST_JOINED)
                except TooManyTournaments:
                    if isinstance(command, AddHost):
                        said = "That person is in too many tournaments already."
                        raise refused("conflict", "tournament-cohost-full", said) from None
                    said = f"You can be in {MOST_JOINED} tournaments at a time, as a player or as their host."
                    raise refused("conflict", "tournaments-joined", said, most=MOST_JOINED) from None
                if is_kept:
                    self.views.invalidate(id)
                    self._loop.wake()
                    return await self.read_tournament(id)
        raise StoreUnavailable(sentence("That tournament is very busy right now. Please try again."))

    async def _decided(
        self, before: Tournament, command: DecidedCommand | AppointHost, ids: tuple[str, ...]
    ) -> Tournament:
        now = self._clock.now()
        # Pairing a round depends on all standings, and takes a while with many players.
        return await asyncio.to_thread(commands.decide, before, command, ids, now, self._entropy.name)

    async def tournaments_of(self, people: Sequence[Person]) -> Sequence[TournamentRow]:
        """The tournaments that have not ended and that this person hosts or plays in."""
        return await self._store.tournaments_of([person.id for person in people], MOST_AT_ONCE)

    async def open_tournaments(self) -> tuple[OpenTournament, ...]:
        """The publicly listed tournaments that wait for players."""
        return listed_tournaments(await self._store.listed_tournaments(MOST_READ), self._clock.now())

    # ---- background work ---------------------------------------------------------------------------------

    def on_result(self, result: Result) -> None:
        """Handle a result recorded on this node: if a tournament waits for it, that is due."""
        if result.is_of_tournament:
            self._loop.wake()

    async def _see_to_due(self) -> None:
        await self._resume()
        for id in await self._store.tournaments_due(self._clock.now(), MOST_AT_ONCE + len(self._failed)):
            if self._loop.is_ending:
                return
            await self._see_to(id)

    async def _resume(self) -> None:
        """Move every current pause by an outage that has just become known."""
        outages = self.outages()
        if outages == self._moved_by:
            return
        ends = self._clock.now() + 1_000 * PAUSE_BY_THE_DAY[-1]
        for id in await self._store.tournaments_due(ends, MOST_RESUMED):
            await self._see_to(id)
        self._moved_by = outages

    async def _see_to(self, id: str) -> None:
        if self._failed.peek(id) is not None:
            return
        try:
            await self._act(id)
        except (JournalUnavailable, StoreUnavailable) as error:
            log.warning("tournament_waits", tournament=id, reason=str(error))
        except NewerTournament:
            log.warning("tournament_is_newer", tournament=id)
            self._failed.put(id, True)
        except Exception:
            # One tournament must not keep the system from all others.
            log.exception("tournament_failed", tournament=id)
            self._failed.put(id, True)

    async def _act(self, id: str) -> None:
        """Do the system's overdue work at a tournament. After a lost race with another node, it is done
        later."""
        tournament = await self._store.tournament(id)
        if tournament is None:
            return
        after = await asyncio.to_thread(
            rounds.act, tournament, self._clock.now(), self._entropy.name, self.outages()
        )
        if after is not tournament:
            if not await self._store.keep_tournament(tournament, after):
                return
            self.views.invalidate(id)
            tournament = await self.read_tournament(id)
        waiting = rounds.missing_tables(tournament)
        if waiting and tournament.status == "playing":
            await self._make_tables(tournament, waiting)
            await self._store.keep_tournament(
                tournament, rounds.with_tables_created(tournament, self._clock.now())
            )

    async def _make_tables(self, tournament: Tournament, games: Sequence[Game]) -> None:
        turns = asyncio.Semaphore(TABLES_AT_ONCE)

        async def create(game: Game) -> None:
            async with turns:
                await self._make_one(tournament, game)

        await asyncio.gather(*(create(game) for game in games))

    async def _make_one(self, tournament: Tournament, game: Game) -> None:
        assert game.table is not None
        kept = tuple(_person(tournament, number) for number in game.players)
        # The host is an identity that cannot act, so that no person can give seats of the table away.
        host = host_of_tournament(tournament.id, SYSTEM.name)
        # If no node ran since the start of the round, players could not come. Then the wait starts now.
        now = self._clock.now()
        began = game.began if now - game.began <= GAP_MILLISECONDS else now
        with contextlib.suppress(Conflict):  # another node has created it
            await self._make_table(
                game.table,
                host,
                table_settings(tournament.settings, len(game.players)),
                kept,
                waits_until(tournament, began),
            )


def _person(tournament: Tournament, number: int) -> Person:
    player = tournament.player(number)
    assert player is not None  # a player who has been paired stays in the list
    known = tournament.people.get(player.person)
    return Person(player.person, known.name if known is not None else "?")


def _time() -> float:
    # The event loop's time, because the system clock may be set back.
    return asyncio.get_running_loop().time()
