"""Matchmaking: seekers on this node are paired with seekers on any node.

The store pairs them in one transaction, and records the table to be created. The node that paired them
creates it. If that node dies in between, the record remains and any other node creates the table. Creating it
twice is harmless, because the record fixes its name.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec
import structlog
from msgspec.structs import fields, replace

from quincunx.club.matchmaking import Seeker
from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.ratings import Rating
from quincunx.club.rows import Pairing, SeekerRow
from quincunx.core.game import AnyGame, decode_options, encode, name_in
from quincunx.games import GAMES
from quincunx.kit import Periodic, stop_all
from quincunx.node.events.make_table import MakeTable
from quincunx.node.ports import Clock, Conflict, Entropy, JournalUnavailable
from quincunx.table.events import DailyPace, Pace, SeatSetup, TableSettings
from quincunx.table.seats.person import Person
from quincunx.table.seats.setup import check, checked_options
from quincunx.table.wire.lists import OpenSeek, Seek

log = structlog.get_logger("quincunx.tables")

LOOK_SECONDS = 1.0
LEFT_MILLISECONDS: Final = 5_000
"""Age after which any node creates the table of a recorded pairing."""
LEFT_SECONDS = 5.0
COMING_MILLISECONDS: Final = 60_000
"""Time after the pairing for a live game until a bot takes the seat of an absent player."""
MOST_AT_ONCE: Final = 100
MOST_SHOWN: Final = 30
"""Most seekers whom the lobby shows."""
MOST_FOUND: Final = 500
"""Most seekers among whom friends are found."""


class Meetings(Protocol):
    """The store of seekers and pairings."""

    async def add_seeker(self, seeker: Seeker) -> None: ...
    async def stop_seeking(self, person: str) -> None: ...
    async def rating(self, person: str, game: str, kind: str) -> Rating: ...
    async def pair_up(
        self, present: Sequence[str], now: int, name: Callable[[], str]
    ) -> tuple[frozenset[str], tuple[Pairing, ...]]: ...
    async def pairings(self, before: int, limit: int) -> Sequence[Pairing]: ...
    async def end_pairing(self, table: str) -> None: ...
    async def seekers(self, now: int, limit: int) -> Sequence[SeekerRow]: ...


class SeekingClient(Protocol):
    """A person's connection on which they seek a game."""

    def seeking_ended(self) -> None:
        """Handle the end of the search: a table was found, or the person seeks on another connection."""
        ...


class _Pool(msgspec.Struct, frozen=True):
    """The key of a pool. Only people in the same pool are paired."""

    settings: TableSettings


class Matchmaker:
    """Matchmaker for the people of one node who seek a game."""

    def __init__(self, store: Meetings, clock: Clock, entropy: Entropy, make: MakeTable) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._make = make
        self._local_clients: dict[str, SeekingClient] = {}
        outages = (StoreUnavailable,)
        self._pairing = Periodic("pairing", self._pair, lambda: LOOK_SECONDS, expected=outages)
        self._rescue = Periodic("unmade pairings", self._take_up, lambda: LEFT_SECONDS, expected=outages)

    async def start(self) -> None:
        """Start pairing."""
        self._pairing.start()
        self._rescue.start()

    async def stop(self) -> None:
        """Stop pairing; searches on this node end."""
        await stop_all(self._pairing.stop, self._rescue.stop)

    async def seek(self, person: Person, wish: Seek, client: SeekingClient) -> str | None:
        """Start a search for a game. It replaces an earlier search of the same person. Returns the level of
        the bot nearest to them. Raises :class:`~quincunx.core.reason.Refusal` for a game that cannot be
        played, and :class:`~quincunx.club.ports.StoreUnavailable`."""
        game, options, settings = _sought(wish)
        kind = game.rating_kind(options)
        assert kind is not None  # a rated table has one
        rating = await self._store.rating(person.id, game.name, kind)
        before = self._local_clients.pop(person.id, None)
        if before is not None and before is not client:
            before.seeking_ended()
        self._local_clients[person.id] = client
        await self._store.add_seeker(
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
        """End a person's search, because they cancelled it or disconnected."""
        if self._local_clients.get(person) is client:
            del self._local_clients[person]
            with contextlib.suppress(StoreUnavailable):  # the store drops absent seekers anyway
                await self._store.stop_seeking(person)

    async def waiting_seekers(self) -> tuple[OpenSeek, ...]:
        """The people who seek a game, on any node, those who have waited longest first. Raises
        :class:`~quincunx.club.ports.StoreUnavailable`."""
        rows = await self._store.seekers(self._clock.now(), MOST_SHOWN)
        return tuple(_open_seek(row) for row in rows)

    async def games_sought(self) -> Mapping[str, str]:
        """For each person who seeks a game, on any node, its name. Raises
        :class:`~quincunx.club.ports.StoreUnavailable`."""
        rows = await self._store.seekers(self._clock.now(), MOST_FOUND)
        return {row.person: _game_of(row) for row in rows}

    async def _pair(self) -> None:
        asked = list(self._local_clients)
        if not asked:
            return
        left, made = await self._store.pair_up(asked, self._clock.now(), self._entropy.name)
        for pairing in made:
            await self._make_table(pairing)
        for person in asked:
            if person not in left and person in self._local_clients:
                self._local_clients.pop(person).seeking_ended()

    async def _take_up(self) -> None:
        for pairing in await self._store.pairings(self._clock.now() - LEFT_MILLISECONDS, MOST_AT_ONCE):
            await self._make_table(pairing)

    async def _make_table(self, pairing: Pairing) -> None:
        try:
            settings = msgspec.json.decode(pairing.pool, type=_Pool).settings
            people = tuple(Person(id, name) for id, name in pairing.people)
            with contextlib.suppress(Conflict):  # another node has created it
                begins_by = self._clock.now() + _patience(settings.pace)
                await self._make(pairing.table, people[0], settings, people, begins_by)
            await self._store.end_pairing(pairing.table)
        except (JournalUnavailable, StoreUnavailable) as error:
            log.warning("pairing_waits", reason=str(error))
        except Exception:
            log.exception("pairing_failed", table=pairing.table)


def _open_seek(row: SeekerRow) -> OpenSeek:
    settings = msgspec.json.decode(row.pool, type=_Pool).settings
    assert settings.pace is not None  # a rated table has one
    return OpenSeek(row.name, row.is_guest, row.points, settings.options, settings.pace, row.since)


def _game_of(row: SeekerRow) -> str:
    settings = msgspec.json.decode(row.pool, type=_Pool).settings
    return name_in(decode_options(GAMES, settings.options))


def _patience(pace: Pace | None) -> int:
    """The time in milliseconds for which paired people wait for each other. In a live game the other page
    opens the table within a second. In a daily game a person may take as long to arrive as to move."""
    return pace.hours * 3_600_000 if isinstance(pace, DailyPace) else COMING_MILLISECONDS


def _sought(wish: Seek) -> tuple[AnyGame, Any, TableSettings]:
    """The game of this request, its options, and the settings of the table. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    game, options = checked_options(wish.options)
    # The starting player is drawn by lot, so a choice in the request must not split pools.
    usual = next(field.default for field in fields(options) if field.name == "first")
    options = replace(options, first=usual)
    seats = tuple(SeatSetup("open") for _ in range(game.players(options)))
    return game, options, check(TableSettings(encode(options), seats, pace=wish.pace, rated=True))
