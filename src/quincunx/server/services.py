"""The services of one server, as routes and sockets find them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from litestar.connection import ASGIConnection

from quincunx.club.ports import Store
from quincunx.club.puzzles.solving import Puzzles
from quincunx.node.events.daily import Days
from quincunx.node.events.matchmaking import Matchmaker
from quincunx.node.events.tournaments import Tournaments
from quincunx.node.finished.pictures import Pictures
from quincunx.node.finished.reviews import Reviews
from quincunx.node.lists.people_here import PeopleHere
from quincunx.node.node import Tables
from quincunx.node.ports import Clock
from quincunx.server.built_client import BuiltFile, Client
from quincunx.server.local_code import LocalFiles
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access.accounts.accounts import Accounts
from quincunx.server.people.access.admission import Admission
from quincunx.server.people.access.ban_marks import BanMarks
from quincunx.server.people.access.known_devices import KnownDevices
from quincunx.server.people.access.mails import Mails
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.budgets import Budgets
from quincunx.server.people.clubs.hooks import ClubHooks
from quincunx.server.people.clubs.service import ClubService
from quincunx.server.people.day_pages import DayPages
from quincunx.server.people.luck_and_play import PersonPlays
from quincunx.server.people.moderation import Moderation
from quincunx.server.people.open_sockets import Sockets
from quincunx.server.people.pages import PersonPages
from quincunx.server.people.push import Pushes
from quincunx.server.people.reach.friends import FriendService
from quincunx.server.people.reach.notifying import NotificationService
from quincunx.server.people.reach.vacations import VacationService
from quincunx.server.people.safety import Safety
from quincunx.server.people.try_again import TryAgain
from quincunx.server.settings import Settings
from quincunx.server.site.texts import SiteTexts
from quincunx.server.transport.limits import Limits
from quincunx.table.wire.table import RecordKey

KEY: Final = "services"
"""The services' name in the application's state."""


@dataclass(kw_only=True, slots=True)
class Services:
    """All services that routes and sockets use, wired together by :mod:`quincunx.server.bootstrap`."""

    settings: Settings
    watch: Watch
    clock: Clock
    limits: Limits
    budgets: Budgets
    # People.
    store: Store
    sessions: Sessions
    admission: Admission
    known_devices: KnownDevices
    ban_marks: BanMarks
    accounts: Accounts
    mails: Mails
    pages: PersonPages
    plays: PersonPlays
    puzzles: Puzzles
    safety: Safety
    friends: FriendService
    notifications: NotificationService
    vacations: VacationService
    moderation: Moderation
    clubs: ClubService
    club_hooks: ClubHooks
    pushes: Pushes
    sockets: Sockets
    people_here: PeopleHere
    # Tables and games.
    tables: Tables
    matchmaker: Matchmaker
    tournaments: Tournaments
    days: Days
    day_pages: DayPages
    reviews: Reviews
    try_again: TryAgain
    pictures: Pictures
    record_key: RecordKey
    # Files.
    client: Client
    site_texts: Mapping[str, SiteTexts]
    documents: Mapping[str, BuiltFile]
    """The documentation site; empty if it has not been built."""
    local_files: LocalFiles


def services_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Services:
    """The services of the server that serves this request or socket."""
    services: Services = connection.app.state[KEY]
    return services
