"""The store in a SQLite file or in PostgreSQL: one class of its parts."""

from __future__ import annotations

import sqlalchemy as sa

from quincunx.adapters.store.accounts.credentials import CredentialStore
from quincunx.adapters.store.accounts.invitations import InvitationsStore
from quincunx.adapters.store.accounts.mail import MailStore
from quincunx.adapters.store.accounts.moderation import ModerationStore
from quincunx.adapters.store.accounts.operators import OperatorStore
from quincunx.adapters.store.accounts.people import PeopleStore
from quincunx.adapters.store.accounts.safety import SafetyStore
from quincunx.adapters.store.clubs import ClubsStore
from quincunx.adapters.store.daily import DailyStore
from quincunx.adapters.store.database import Database
from quincunx.adapters.store.heartbeats import HeartbeatRows
from quincunx.adapters.store.pushes import PushStore
from quincunx.adapters.store.puzzles import PuzzlesStore
from quincunx.adapters.store.reach.friends import FriendStore
from quincunx.adapters.store.reach.hooks import HookStore
from quincunx.adapters.store.reach.notifications import NotificationStore
from quincunx.adapters.store.reach.vacations import VacationStore
from quincunx.adapters.store.results.results import ResultStore
from quincunx.adapters.store.results.reviews import ReviewsStore
from quincunx.adapters.store.seekers import SeekerStore
from quincunx.adapters.store.tournament.talk import TalkStore
from quincunx.adapters.store.tournament.tournaments import TournamentsStore
from quincunx.adapters.store.wrong_times import WrongTimesStore


class SqlStore(
    PeopleStore,
    CredentialStore,
    MailStore,
    InvitationsStore,
    OperatorStore,
    ModerationStore,
    ResultStore,
    SafetyStore,
    FriendStore,
    NotificationStore,
    VacationStore,
    HookStore,
    SeekerStore,
    PushStore,
    TournamentsStore,
    TalkStore,
    ClubsStore,
    DailyStore,
    ReviewsStore,
    PuzzlesStore,
    HeartbeatRows,
    WrongTimesStore,
):
    """A :class:`quincunx.club.ports.Store` at ``sqlite:PATH`` or ``postgresql://…``."""

    def __init__(self, place: str) -> None:
        self.database = Database(place)
        super().__init__(self.database)

    async def open(self) -> None:
        await self.database.open()

    async def close(self) -> None:
        await self.database.close()

    async def check(self) -> None:
        await self.database.read(_check)


def _check(connection: sa.Connection) -> None:
    connection.execute(sa.text("SELECT version_num FROM people_schema"))
