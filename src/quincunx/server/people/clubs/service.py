"""Clubs: commands of their members, and what their pages show."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from quincunx.club.clubs import commands
from quincunx.club.clubs.ports import ClubTaken, TooManyClubs
from quincunx.club.clubs.rules import MOST_JOINED, MOST_OWNED
from quincunx.club.clubs.state import Actor, Club, Link
from quincunx.club.clubs.view import (
    check_may_look,
    link_view,
    season_of,
    season_standings,
    summary,
    view,
)
from quincunx.club.clubs.wire import (
    Announce,
    AskClubLink,
    ClubCommand,
    ClubLinkMade,
    Clubs,
    ClubStandings,
    ClubView,
    JoinClub,
    NewClub,
)
from quincunx.club.limits import CLUB_ANNOUNCEMENTS, CLUB_COMMANDS, CLUB_JOINS, CLUBS, admitted
from quincunx.club.ports import Store
from quincunx.club.wire import FinishedGames
from quincunx.core.reason import Refusal, refused
from quincunx.kit import Cache, RateLimiter
from quincunx.node.node import Tables
from quincunx.node.ports import Clock
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.clubs.tables import ClubTables
from quincunx.server.people.identity import Identity, ids_of
from quincunx.server.people.pages import PAGE, finished_game
from quincunx.table.events import TableSettings

MOST_LISTED: Final = 50
MOST_PLAYED: Final = 5_000
"""Most games of a season that are counted."""
FRESH_SECONDS: Final = 10.0
MOST_CACHED: Final = 200
DAY: Final = 24 * 3_600_000


class ClubService:
    """The clubs of a server. ``only`` is the name of the club that the server is, if it is one. Methods raise
    :class:`~quincunx.core.reason.Refusal` and :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(
        self, store: Store, sessions: Sessions, tables: Tables, clock: Clock, only: str | None = None
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._tables = ClubTables(store, tables)
        self._clock = clock
        self.only = only
        self._new = RateLimiter(CLUBS)
        self._commands = RateLimiter(CLUB_COMMANDS)
        self._joins = RateLimiter(CLUB_JOINS)
        self._announcements = RateLimiter(CLUB_ANNOUNCEMENTS)
        self._standings: Cache[tuple[str, int], ClubStandings] = Cache(MOST_CACHED, FRESH_SECONDS)

    # ---- commands ----------------------------------------------------------------------------------------

    async def create(self, identity: Identity, asked: NewClub) -> ClubView:
        """Create a club whose owner is the caller."""
        if self.only is not None:
            raise refused("forbidden", "club-one-only", "This server is one club’s, and has no others.")
        if not identity.is_account:
            raise refused("forbidden", "club-by-account", "Only people with an account can create a club.")
        owner, now = identity.row.id, self._clock.now()
        club = commands.create_club(asked.name, asked.settings, owner, now, _new_id)
        with self._sessions.checked_by_store(identity), admitted((self._new, owner, 1)):
            try:
                await self._store.add_club(club, identity.authority)
            except ClubTaken:
                raise refused("conflict", "club-taken", "Another club has that address already.") from None
            except TooManyClubs:
                raise _too_many() from None
        return await self.view(club.name, identity)

    async def command(self, name: str, identity: Identity, command: ClubCommand) -> ClubView | None:
        """Execute the caller's command. ``None``: the club is closed."""
        charges = [(self._commands, identity.row.id, 1.0)]
        if isinstance(command, JoinClub):
            charges.append((self._joins, identity.row.id, 1.0))
        if isinstance(command, Announce):
            charges.append((self._announcements, identity.row.id, 1.0))
        actor = await self._actor(await self._club(name), identity)
        now = self._clock.now()

        def change(club: Club) -> Club | None:
            return commands.decide(club, command, actor, now, _new_id)

        with admitted(*charges):
            after = await self._change(name, identity, change)
        return None if after is None else await self._view(after, identity)

    async def make_link(self, name: str, identity: Identity, asked: AskClubLink) -> ClubLinkMade:
        """Create a link to join, whose secret is shown this once."""
        actor = await self._actor(await self._club(name), identity)
        secret, now = secrets.token_urlsafe(12), self._clock.now()
        hash, until = commands.secret_hash(secret), now + asked.days * DAY
        link = Link(_new_id(), hash, identity.row.id, asked.uses, until)
        with admitted((self._commands, identity.row.id, 1)):
            await self._change(name, identity, lambda club: commands.add_link(club, asked, actor, link, now))
        return ClubLinkMade(f"/c/{name}#{secret}", link_view(link))

    async def _change(
        self, name: str, identity: Identity, change: Callable[[Club], Club | None]
    ) -> Club | None:
        with self._sessions.checked_by_store(identity):
            try:
                return await self._store.change_club(name, change, identity.authority)
            except TooManyClubs:
                raise _too_many() from None

    async def check_table(self, identity: Identity, settings: TableSettings) -> TableSettings:
        """The settings of a new table, which only members may create for their club. Such a table is never
        listed among the open ones, where most people could not join it."""
        if settings.club is None:
            return settings
        if not await self._store.belongs_to_club(identity.row.id, settings.club):
            raise members_only()
        return replace(settings, listed=False)

    async def add_table(self, club: str, table: str) -> None:
        """Show a new table on its club's page."""
        await self._tables.add(club, table, self._clock.now())

    # ---- pages -------------------------------------------------------------------------------------------

    async def lists(self, identity: Identity | None) -> Clubs:
        """The caller's clubs, and the public list."""
        now = self._clock.now()
        mine = () if identity is None else await self._store.clubs_of(identity.row.id, now)
        own = {row.name for row in mine}
        listed = await self._store.listed_clubs(MOST_LISTED, now)
        return Clubs(
            tuple(map(summary, mine)),
            tuple(summary(row) for row in listed if row.name not in own),
            may_create=self.only is None,
        )

    async def view(self, name: str, identity: Identity | None) -> ClubView:
        """A club's page as the caller may see it."""
        return await self._view(await self._club(name), identity)

    async def games(self, name: str, identity: Identity | None, before: str | None) -> FinishedGames:
        """A page of finished games between members, after the game of table ``before``."""
        club = await self._club(name)
        check_may_look(club, _person(identity))
        order = None if before is None else await self._store.order_of(before)
        if before is not None and order is None:
            raise refused("unknown", "no-such-game", "There is no such finished game.")
        found = await self._store.club_games(name, order, PAGE + 1)
        games = tuple(finished_game(each) for each in found[:PAGE])
        return FinishedGames(games, games[-1].table if len(found) > PAGE else None)

    async def standings(self, name: str, identity: Identity | None, number: int | None) -> ClubStandings:
        """The standings of a season, by default of the current one; at most :data:`FRESH_SECONDS` old."""
        club = await self._club(name)
        check_may_look(club, _person(identity))
        return await self.standings_of(club, number)

    async def standings_of(self, club: Club, number: int | None = None) -> ClubStandings:
        """The standings of a season of a club, without a check of the caller."""
        name = club.name
        season, until = season_of(club, number)

        async def load() -> ClubStandings:
            played = await self._store.club_played(name, season.began, until, MOST_PLAYED)
            ratings = await self._store.club_ratings(name)
            found = await asyncio.to_thread(season_standings, club, season, until, played, ratings)
            return replace(found, is_partial=len({each.table for each in played}) >= MOST_PLAYED)

        return await self._standings.get((name, season.number), load)

    async def for_calendar(self, name: str, identity: Identity | None, key: str | None) -> Club:
        """A club for its calendar feed. That of a private club needs its key, or a member."""
        club = await self._club(name)
        if key is None or not secrets.compare_digest(key.encode(), club.key.encode()):
            check_may_look(club, _person(identity))
        return club

    async def _club(self, name: str) -> Club:
        club = await self._store.club(name.lower())
        if club is None:
            raise no_such_club()
        return club

    async def _view(self, club: Club, identity: Identity | None) -> ClubView:
        actor = await self._actor(club, identity)
        tables = await self._tables.list_tables(club.name) if club.belongs(actor.person) else ()
        others = {each.person for each in club.announcements} | {host for host, _ in tables}
        apart = await self._kept_from(actor.person, tuple(others - {actor.person}))
        shown = tuple(line for host, line in tables if host not in apart)
        is_server = club.name == self.only
        seen = view(club, actor, self._clock.now(), hidden=apart, tables=shown, is_server=is_server)
        hook = await self._store.club_hook(club.name) if club.is_staff(actor.person) else None
        return seen if hook is None else replace(seen, hook_stopped=hook.stopped_at)

    async def _actor(self, club: Club, identity: Identity | None) -> Actor:
        if identity is None:
            return Actor("", is_account=False)
        person = identity.row.id
        staff = tuple(each.person for each in club.members if club.is_staff(each.person))
        is_apart = person not in staff and bool(await self._kept_from(person, staff))
        return Actor(person, identity.is_account, is_apart)

    async def _kept_from(self, person: str, others: tuple[str, ...]) -> frozenset[str]:
        """The people among these who have blocked this person, or whom they have blocked."""
        if not person or not others:
            return frozenset()
        pairs = await self._store.blocked_pairs((person, *others))
        return frozenset(each for pair in pairs if person in pair for each in pair) - {person}


def _person(identity: Identity | None) -> str:
    return next(iter(ids_of(identity)), "")


def _new_id() -> str:
    return secrets.token_urlsafe(9)


def no_such_club() -> Refusal:
    """The refusal for an unknown club."""
    return refused("unknown", "no-such-club", "There is no such club.")


def members_only() -> Refusal:
    """The refusal of a seat or a table for members."""
    return refused("forbidden", "club-members-only", "Only members of the club can play at this table.")


def _too_many() -> Refusal:
    sentence = f"You can own {MOST_OWNED} clubs, and belong to {MOST_JOINED}."
    return refused("conflict", "clubs-many", sentence, owned=MOST_OWNED, most=MOST_JOINED)
