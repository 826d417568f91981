"""Strangers meet: those who look for a game on this node are paired with those on any.

The store pairs them in one transaction, and notes the table that is to be made; whoever has paired makes it.
A node that dies between the two leaves the note, any other makes the table, and twice is harmless: its name
stands in the note.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import msgspec
import structlog
from msgspec.structs import fields, replace

from quincunx.club.matchmaking import Seeker
from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.ratings import Rating
from quincunx.club.rows import Pairing
from quincunx.core.game import decode_options, encode, name_in
from quincunx.core.reason import refused
from quincunx.games import GAMES
from quincunx.kit import Periodic, stop_all
from quincunx.node.ports import Clock, Conflict, Entropy, JournalUnavailable
from quincunx.table.events import DailyPace, Pace, SeatSetup, TableSettings
from quincunx.table.seats.person import Person
from quincunx.table.seats.setup import check
from quincunx.table.wire.lists import Seek

log = structlog.get_logger("quincunx.tables")

LOOK_SECONDS = 1.0
LEFT_MILLISECONDS: Final = 5_000
"""A table that was noted so long ago and not made is made by whoever finds the note."""
LEFT_SECONDS = 5.0
COMING_MILLISECONDS: Final = 60_000
"""So long after a live game was found a bot sits in the seat of who has not come to it."""
MOST_AT_ONCE: Final = 100


class Meetings(Protocol):
    """Where seekers and notes are kept."""

    async def seek(self, seeker: Seeker) -> None: ...
    async def stop_seeking(self, person: str) -> None: ...
    async def rating(self, person: str, game: str, kind: str) -> Rating: ...
    async def pair_up(
        self, present: Sequence[str], now: int, name: Callable[[], str]
    ) -> tuple[frozenset[str], tuple[Pairing, ...]]: ...
    async def pairings(self, before: int, limit: int) -> Sequence[Pairing]: ...
    async def end_pairing(self, table: str) -> None: ...


class SeekingClient(Protocol):
    """Somebody's connection, on which they look for a game."""

    def seeking_ended(self) -> None:
        """They look no longer: there is a table for them, or they look on another connection."""
        ...


class MakeTable(Protocol):
    """Makes a table of this name with seats kept for these people, at which from a moment on bots sit for
    those who have not come. Raises ``Conflict`` if it is there."""

    async def __call__(
        self,
        table: str,
        host: Person,
        settings: TableSettings,
        kept: tuple[Person | None, ...],
        begins_by: int | None,
    ) -> object: ...


class _Pool(msgspec.Struct, frozen=True):
    """What is looked for: only who says the same is paired."""

    settings: TableSettings


class Meeting:
    """The people of one node who look for a game."""

    def __init__(self, store: Meetings, clock: Clock, entropy: Entropy, make: MakeTable) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._make = make
        self._here: dict[str, SeekingClient] = {}
        outages = (StoreUnavailable,)
        self._pairing = Periodic("pairing", self._pair, lambda: LOOK_SECONDS, expected=outages)
        self._rescue = Periodic("unmade pairings", self._take_up, lambda: LEFT_SECONDS, expected=outages)

    async def start(self) -> None:
        """Begin to look."""
        self._pairing.start()
        self._rescue.start()

    async def stop(self) -> None:
        """Whoever looks here does so no longer."""
        await stop_all(self._pairing.stop, self._rescue.stop)

    async def seek(self, person: Person, wish: Seek, client: SeekingClient) -> str | None:
        """Look for a game for somebody, and for nothing else that they looked for before; the bot's level
        that is nearest to them. Raises
        :class:`~quincunx.core.reason.Refusal` for what cannot be played, and
        :class:`~quincunx.club.ports.StoreUnavailable`."""
        settings = _settings(wish)
        options = decode_options(GAMES, settings.options)
        game = GAMES[name_in(options)]
        kind = game.rating_kind(options)
        assert kind is not None  # a rated table has one
        rating = await self._store.rating(person.id, game.name, kind)
        before = self._here.pop(person.id, None)
        if before is not None and before is not client:
            before.seeking_ended()
        self._here[person.id] = client
        await self._store.seek(
            Seeker(
                person=person.id,
                name=person.name,
                pool=msgspec.json.encode(_Pool(settings)).decode(),
                players=game.players(options),
                points=rating.points,
                margin=rating.margin,
                since=self._clock.now(),
            )
        )
        self._pairing.wake()
        points = game.bots.points.get(kind, {})
        return min(points, key=lambda level: abs(points[level] - rating.points), default=None)

    async def stop_seeking(self, person: str, client: SeekingClient) -> None:
        """They have changed their mind, or gone."""
        if self._here.get(person) is client:
            del self._here[person]
            with contextlib.suppress(StoreUnavailable):  # the store lets go of who is not there
                await self._store.stop_seeking(person)

    async def _pair(self) -> None:
        asked = list(self._here)
        if not asked:
            return
        left, made = await self._store.pair_up(asked, self._clock.now(), self._entropy.name)
        for pairing in made:
            await self._make_table(pairing)
        for person in asked:
            if person not in left and person in self._here:
                self._here.pop(person).seeking_ended()

    async def _take_up(self) -> None:
        for pairing in await self._store.pairings(self._clock.now() - LEFT_MILLISECONDS, MOST_AT_ONCE):
            await self._make_table(pairing)

    async def _make_table(self, pairing: Pairing) -> None:
        try:
            settings = msgspec.json.decode(pairing.pool, type=_Pool).settings
            people = tuple(Person(id, name) for id, name in pairing.people)
            with contextlib.suppress(Conflict):  # another node has made it
                begins_by = self._clock.now() + _patience(settings.pace)
                await self._make(pairing.table, people[0], settings, people, begins_by)
            await self._store.end_pairing(pairing.table)
        except (JournalUnavailable, StoreUnavailable) as error:
            log.warning("pairing_waits", reason=str(error))
        except Exception:
            log.exception("pairing_failed", table=pairing.table)


def _patience(pace: Pace | None) -> int:
    """How long whoever comes waits for whom they were paired with, in milliseconds: the other page is open at
    the table in a second, and by the day there is as much time to come as to move."""
    return pace.hours * 3_600_000 if isinstance(pace, DailyPace) else COMING_MILLISECONDS


def _settings(wish: Seek) -> TableSettings:
    """The table that people who wish for this meet at. Raises :class:`~quincunx.core.reason.Refusal`."""
    pace: Pace = wish.pace
    players = _players(wish)
    seats = tuple(SeatSetup("open") for _ in range(players))
    settings = check(TableSettings(wish.options, seats, pace=pace, rated=True))
    # Who starts is drawn by lot, whatever is said here: it must not tell pools apart.
    options = decode_options(GAMES, settings.options)
    usual = next(field.default for field in fields(options) if field.name == "first")
    return replace(settings, options=encode(replace(options, first=usual)))


def _players(wish: Seek) -> int:
    if len(bytes(wish.options)) > 1_000:
        raise refused("malformed", "bad-options", "No game has so many options.")
    try:
        options = decode_options(GAMES, wish.options)
    except ValueError as error:
        raise refused("malformed", "bad-options", str(error)) from None
    game = GAMES[name_in(options)]
    game.check(options)
    return game.players(options)
