"""Tables of what reaches people: whom they follow, and what they choose."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Table, Text

from quincunx.adapters.store.schema.base import METADATA

FOLLOWS: Final = Table(
    "people_follows",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("followed", Text, ForeignKey("people.id"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)
REACH: Final = Table(
    "people_reach",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("is_hidden", Boolean, nullable=False),
    # The way of each kind of notification, as JSON.
    Column("choices", Text),
)
# People who want to be notified once, as soon as another person seeks a game.
ALERTS: Final = Table(
    "people_alerts",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("until", BigInteger, nullable=False, index=True),
)
# Events of which a person has been notified.
EVENTS_TOLD: Final = Table(
    "people_events",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("event", Text, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
)
VACATIONS: Final = Table(
    "people_vacations",
    METADATA,
    Column("person", Text, ForeignKey("people.id"), primary_key=True),
    Column("since", BigInteger, primary_key=True),
    Column("until", BigInteger, nullable=False),
)
