"""Accounts: made, opened, changed, left. The one place that knows the order of these steps.

Names are no secret: a person who asks for a name that is taken is told so.
"""

from __future__ import annotations

import time

from quincunx.club import limits
from quincunx.club.accounts.sign_in_limits import SignInLimits
from quincunx.club.ports import Store
from quincunx.kit import RateLimiter
from quincunx.node.ports import Clock
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access.accounts.addresses import Addresses
from quincunx.server.people.access.accounts.changes import AccountChanges
from quincunx.server.people.access.accounts.charges import Charges
from quincunx.server.people.access.accounts.credentials import Credentials
from quincunx.server.people.access.accounts.devices import Devices
from quincunx.server.people.access.accounts.programs import Programs
from quincunx.server.people.access.accounts.registration import Registration
from quincunx.server.people.access.accounts.secret_checks import SecretChecks
from quincunx.server.people.access.accounts.sign_ins import SignIns
from quincunx.server.people.access.accounts.tools import AccountTools
from quincunx.server.people.access.hashing import PasswordHashes
from quincunx.server.people.access.mails import Mails
from quincunx.server.people.access.sessions import Sessions


class Accounts:
    """The accounts of one server. What its parts refuse comes as :class:`~quincunx.core.reason.Refusal`;
    every method also raises :class:`~quincunx.club.ports.StoreUnavailable`. ``address`` is the caller's."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        hashes: PasswordHashes,
        clock: Clock,
        watch: Watch,
        mails: Mails,
    ) -> None:
        charges = Charges(watch)
        tools = AccountTools(
            store=store,
            sessions=sessions,
            hashes=hashes,
            clock=clock,
            watch=watch,
            mails=mails,
            attempts=SignInLimits(timer=time.monotonic),
            links=RateLimiter(limits.LINKS),
            charges=charges,
            checks=SecretChecks(store, sessions, hashes, clock, charges),
            changes=AccountChanges(store, sessions, mails, clock, watch),
        )
        self.registration = Registration(tools)
        self.sign_ins = SignIns(tools)
        self.credentials = Credentials(tools)
        self.addresses = Addresses(tools)
        self.devices = Devices(tools)
        self.programs = Programs(tools)
