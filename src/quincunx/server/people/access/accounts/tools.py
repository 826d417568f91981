"""Tools that all services of accounts share."""

from __future__ import annotations

from dataclasses import dataclass

from quincunx.club.accounts.sign_in_limits import SignInLimits
from quincunx.club.ports import Store
from quincunx.kit import RateLimiter
from quincunx.node.ports import Clock
from quincunx.server.observability.watch import Watch
from quincunx.server.people.access.accounts.changes import AccountChanges
from quincunx.server.people.access.accounts.charges import Charges
from quincunx.server.people.access.accounts.secret_checks import SecretChecks
from quincunx.server.people.access.hashing import PasswordHashes
from quincunx.server.people.access.mails import Mails
from quincunx.server.people.access.sessions import Sessions


@dataclass(frozen=True, slots=True)
class AccountTools:
    """Tools of the services of accounts, made once for a server."""

    store: Store
    sessions: Sessions
    hashes: PasswordHashes
    clock: Clock
    watch: Watch
    mails: Mails
    attempts: SignInLimits
    links: RateLimiter
    """Links to other devices, and tokens, created by a person."""
    charges: Charges
    checks: SecretChecks
    changes: AccountChanges
