"""What an operator should hear of strangers: once in a while, and never so much that the log is the damage.

The first event of a kind from an address is a line at once. What follows within a minute is counted, and one
line says how many there were; beyond some addresses the rest are counted together.
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
    "forged_cookie",  # a session cookie that stands for nobody: made up, or of a session that has ended
    "foreign_origin",  # a page elsewhere asked for what only our own may
    "not_allowed",  # a table, a seat or a hand that is somebody else's
    "unknown_host",  # asked by a name that is not ours
    "too_fast",  # more requests or frames than a caller may send
    "too_large_head",  # a request's head beyond its bounds
    "too_many_connections",  # hung up on at once
    "too_many_sockets",  # of one person
    "wrong_token",  # asked for the metrics without the right one
    "bad_token",  # a token that is none, or has been ended
    "too_many_newcomers",  # from one network
    "signed_in",  # by a passkey, a password, a recovery code or a link from another device
    "sign_in_failed",  # with what does not open the account, or none that there is
    "sign_in_throttled",  # tried too often
    "account_changed",  # made, or what opens it: a passkey, the password, the codes, a token
    "link_made",  # to another device
    "bad_link",  # used already, or too old
    "signed_out_everywhere",
    "person_deleted",
    "person_blocked",  # by somebody at the same table
    "person_reported",  # the store has what: `quincunx admin reports`
    "bad_push_service",  # a client has named one that is at no address of the open internet
    "seat_taken_over",  # a bot now plays for somebody else who was away
]
MINUTE: Final = 60.0
MOST_ADDRESSES: Final = 20
"""Addresses of one kind of event that have lines of their own in a minute."""


class SecurityLog:
    """The events of one server. ``on_event`` hears of every one, also of those that are only counted."""

    def __init__(self, on_event: Callable[[Event], None], minute: float = MINUTE) -> None:
        self._on_event = on_event
        self._minute = minute
        self._seen: dict[tuple[Event, str], int] = {}
        """Of each kind and address of this minute, how many events have no line yet."""
        self._addresses: Counter[Event] = Counter()
        self._others: Counter[Event] = Counter()
        """Events of further addresses."""

    def note(self, event: Event, address: str | None = None, **fields: str | int) -> None:
        """It has happened; ``address`` is the caller's, unless told otherwise. No field may be a secret."""
        self._on_event(event)
        address = caller.get() if address is None else address
        key = (event, address)
        if not self._seen:
            self._begin()
        if key in self._seen:
            self._seen[key] += 1
        elif self._addresses[event] >= MOST_ADDRESSES:
            self._others[event] += 1
        else:
            self._seen[key] = 0
            self._addresses[event] += 1
            log.warning(event, topic="security", address=address, **fields)

    def _begin(self) -> None:
        # Without the context of whoever happened to be the first.
        context = contextvars.Context()
        asyncio.get_running_loop().call_later(self._minute, self.tell, context=context)

    def tell(self) -> None:
        """The minute is over: say what was only counted."""
        for (event, address), more in self._seen.items():
            if more:
                log.warning(event, topic="security", address=address, left_out=more)
        for event, more in self._others.items():
            log.warning(event, topic="security", address="others", left_out=more)
        self._seen.clear()
        self._addresses.clear()
        self._others.clear()
