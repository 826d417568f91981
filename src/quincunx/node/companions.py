"""The services beside a node's tables, and the callbacks by which the node reports to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from quincunx.club.results.results import Result
from quincunx.node.cluster.store_heartbeat import HeartbeatStore
from quincunx.node.lists.guests import Members
from quincunx.node.lists.lobby import Seekers, StrengthsOf, WaitingTournaments
from quincunx.node.messages import Gap, OfPeople
from quincunx.node.play.commands import Apart, Belongs, Vacations, nobody_apart, nobody_away, nobody_belongs
from quincunx.node.play.result_recorder import Counter
from quincunx.node.ports import Notifier, Signer


@dataclass(frozen=True, kw_only=True)
class Companions:
    """The services beside a node's tables. A node does without those that are missing."""

    signer: Signer | None = None
    """Signs the records of finished games."""
    counter: Counter | None = None
    """Counts finished games."""
    notifier: Notifier | None = None
    """Notifies absent players that a table waits for them."""
    board: HeartbeatStore | None = None
    """Carries the presence of people between nodes while the bus is away."""
    apart: Apart = nobody_apart
    """Finds pairs of people whom a rematch or an invitation must not bring together."""
    belongs: Belongs = nobody_belongs
    """Tells whether a person belongs to a club, whose members alone may sit at a table."""
    vacations: Vacations = nobody_away
    """Finds the latest vacations of people at turn-based tables."""
    members: Members | None = None
    """Selects the handles that belong to accounts."""
    strengths: StrengthsOf | None = None
    """The average ratings of the players at tables of the lobby."""
    waiting: WaitingTournaments | None = None
    """The publicly listed tournaments."""
    looking: Seekers | None = None
    """The people who seek a game."""
    on_counted: Callable[[Result], None] = lambda result: None
    """Called with each result that was recorded here."""
    on_people: Callable[[OfPeople | Gap], None] = lambda news: None
    """Called with other nodes' news about people, and with a gap if such news may have been missed."""


ALONE: Final = Companions()
