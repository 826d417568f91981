"""Friends: people whom an account follows, whether they are here, and at which table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from quincunx.club.limits import FOLLOWS, admitted
from quincunx.club.ports import NoSuchPerson, Store
from quincunx.club.reach.friends import MOST_FOLLOWED, Friend, FriendRow, Friends
from quincunx.core.reason import Reason, Refusal, refused
from quincunx.kit import RateLimiter
from quincunx.node.events.matchmaking import Matchmaker
from quincunx.node.lists.people_here import PeopleHere
from quincunx.node.node import Tables
from quincunx.node.ports import Clock, JournalUnavailable
from quincunx.server.errors import NO_COOKIE
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.identity import Identity
from quincunx.server.people.inviting import may_invite
from quincunx.server.people.pages import nobody_known
from quincunx.table.seats.person import Person, handle_of
from quincunx.table.state import TableState

MOST_FOUND: Final = 20
"""Most friends whose table is looked for. Each look may load tables into memory."""
NEEDS_ACCOUNT: Final = Reason(
    "forbidden", "follow-by-account", "With an account you can follow people and see when they are here."
)


class FriendService:
    """The friends of accounts. ``on_change`` is called with the id of a person who is followed, or no longer.
    Methods raise :class:`~quincunx.core.reason.Refusal` and
    :class:`~quincunx.club.ports.StoreUnavailable`."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        tables: Tables,
        presence: tuple[PeopleHere, Matchmaker],
        clock: Clock,
        on_change: Callable[[str], None],
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._tables = tables
        self._people_here, self._matchmaker = presence
        self._clock = clock
        self._on_change = on_change
        self._changes = RateLimiter(FOLLOWS)

    async def view(self, identity: Identity) -> Friends:
        """The people whom the caller follows: first those who are here."""
        rows = await self._store.friends(identity.row.id)
        here = self._people_here.among([row.ids[0] for row in rows if not row.is_hidden])
        sought = await self._matchmaker.games_sought() if here else {}
        found = [each async for each in self._present(rows, here, sought, identity)]
        absent = [_friend(row) for row in rows if row.ids[0] not in here]
        is_hidden = await self._store.hides_presence(identity.row.id)
        return Friends((*found, *absent), MOST_FOLLOWED, is_hidden)

    async def follow(self, identity: Identity, handle: str) -> Friends:
        """Follow a person whom the caller has met at a table."""
        if not identity.is_account:
            raise Refusal(NEEDS_ACCOUNT)
        id = await self._store.by_handle(handle)
        row = None if id is None else await self._store.person(id)
        if row is None:
            raise nobody_known()
        if row.id == identity.row.id:
            raise refused("conflict", "not-yourself", "That is you.")
        with admitted((self._changes, identity.row.id, 1)):
            if not await may_invite(self._store, identity.row.id, row):
                sentence = f"You can follow {row.name} after you have played together."
                raise refused("forbidden", "follow-not-met", sentence, name=row.name)
            await self._follow(identity, row.id)
        self._on_change(row.id)
        return await self.view(identity)

    async def _follow(self, identity: Identity, other: str) -> None:
        now = self._clock.now()
        try:
            with self._sessions.checked_by_store(identity):
                is_done = await self._store.follow(
                    identity.row.id, other, now, MOST_FOLLOWED, identity.authority
                )
        except NoSuchPerson:
            raise nobody_known() from None
        if not is_done:
            sentence = f"You follow {MOST_FOLLOWED} people already."
            raise refused("conflict", "too-many-friends", sentence, most=MOST_FOLLOWED)

    async def unfollow(self, identity: Identity, handle: str) -> Friends:
        """Stop following the person with this handle."""
        for row in await self._store.friends(identity.row.id):
            if handle in map(handle_of, row.ids):
                with admitted((self._changes, identity.row.id, 1)), self._sessions.checked_by_store(identity):
                    await self._store.unfollow(identity.row.id, row.ids, identity.authority)
                self._on_change(row.ids[0])
                return await self.view(identity)
        raise refused("unknown", "not-followed", "You don’t follow anybody like that.")

    async def hide(self, identity: Identity, is_hidden: bool) -> Friends:
        """Store whether the caller hides that they are here."""
        if not identity.is_account:
            raise Refusal(NEEDS_ACCOUNT)
        with admitted((self._changes, identity.row.id, 1)), self._sessions.checked_by_store(identity):
            try:
                await self._store.hide_presence(identity.row.id, is_hidden, identity.authority)
            except NoSuchPerson:
                raise Refusal(NO_COOKIE) from None  # the caller has been deleted meanwhile
        return await self.view(identity)

    async def _present(
        self, rows: Sequence[FriendRow], here: frozenset[str], sought: Mapping[str, str], identity: Identity
    ) -> AsyncIterator[Friend]:
        for place, row in enumerate(row for row in rows if row.ids[0] in here):
            state = await self._table_of(row, identity.person) if place < MOST_FOUND else None
            game = sought.get(row.ids[0])
            if state is not None:
                yield replace(_friend(row), is_here=True, table=state.id, game=state.game.name)
            else:
                yield replace(_friend(row), is_here=True, is_seeking=game is not None, game=game)

    async def _table_of(self, row: FriendRow, viewer: Person) -> TableState | None:
        with suppress(JournalUnavailable):  # the list says less then
            return await self._tables.mine.running_game(row.ids, viewer)
        return None


def _friend(row: FriendRow) -> Friend:
    return Friend(handle_of(row.ids[0]), row.name, row.is_guest)
