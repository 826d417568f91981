"""Security events for the operator, logged so rarely that strangers cannot flood the log.

The first event of a kind from an address is logged at once. Further ones within a minute are counted, and one
line states their number. Beyond :data:`MOST_ADDRESSES` addresses the rest are counted together.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections import Counter
from collections.abc import Callable
from typing import Final, Literal

import structlog

from quincunx.server.observability.callers import caller

log = structlog.get_logger("quincunx.security")

Event = Literal[
    "forged_cookie",  # a session cookie that is invalid: made up, or of a session that has ended
    "foreign_origin",  # a page of another site sent a request that is only for our own pages
    "not_allowed",  # a table, a seat or a hand of another person
    "unknown_host",  # a Host header with a name that is not ours
    "too_fast",  # more requests or frames than a caller may send
    "too_large_head",  # a request's head beyond its bounds
    "too_many_connections",  # connections that were closed at once
    "too_many_sockets",  # sockets of one person
    "wrong_token",  # a request for the metrics with a wrong token
    "bad_token",  # a token that is unknown or was revoked
    "too_many_newcomers",  # new guests from one network
    "signed_in",  # by a passkey, a password, a recovery code or a link
    "sign_in_failed",  # with a wrong credential, or for an account that does not exist
    "sign_in_throttled",  # too many attempts
    "account_changed",  # the account or a credential changed: a passkey, the password, the codes, a token
    "link_made",  # to another device
    "mail_link_asked",  # to sign in by e-mail; there may be no account of that address
    "bad_link",  # used already, or too old
    "signed_out_everywhere",
    "person_deleted",
    "person_blocked",  # by another person at the same table
    "person_reported",  # the store has the report: `quincunx admin reports`
    "bad_push_service",  # a client has named one whose address is not on the public internet
    "seat_taken_over",  # a bot now plays for another player who was away
]
MINUTE: Final = 60.0
MOST_ADDRESSES: Final = 20
"""The most addresses with lines of their own, for one kind of event in a minute."""


class SecurityLog:
    """The security events of one server. ``on_event`` is called for every event, including those that are
    only counted."""

    def __init__(self, on_event: Callable[[Event], None], minute: float = MINUTE) -> None:
        self._on_event = on_event
        self._minute = minute
        self._repeats: dict[tuple[Event, str], int] = {}
        """For each kind and address of this minute, the number of events without a line so far."""
        self._addresses: Counter[Event] = Counter()
        self._others: Counter[Event] = Counter()
        """The number of events from addresses beyond :data:`MOST_ADDRESSES`, by kind."""

    def record_event(self, event: Event, address: str | None = None, **fields: str | int) -> None:
        """Record an event. ``address`` is the caller's by default. No field may be a secret."""
        self._on_event(event)
        address = caller.get() if address is None else address
        key = (event, address)
        if not self._repeats:
            self._schedule_counts()
        if key in self._repeats:
            self._repeats[key] += 1
        elif self._addresses[event] >= MOST_ADDRESSES:
            self._others[event] += 1
        else:
            self._repeats[key] = 0
            self._addresses[event] += 1
            log.warning(event, topic="security", address=address, **fields)

    def _schedule_counts(self) -> None:
        # An empty context, so that the line does not carry the ids of the first event's request.
        context = contextvars.Context()
        asyncio.get_running_loop().call_later(self._minute, self.log_counts, context=context)

    def log_counts(self) -> None:
        """Log the counts of the past minute, and start anew."""
        for (event, address), more in self._repeats.items():
            if more:
                log.warning(event, topic="security", address=address, left_out=more)
        for event, more in self._others.items():
            log.warning(event, topic="security", address="others", left_out=more)
        self._repeats.clear()
        self._addresses.clear()
        self._others.clear()
