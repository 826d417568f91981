"""Rate limits for commands that disturb the other players at a table.

Moves are bounded by the rules of the game, talk by :mod:`quincunx.table.chat.rules`, draw offers by the turns
between them, and rematches by the tables that a person may create. All other such commands are charged here,
after they have been found to be allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quincunx.club.limits import HOST_CHANGES, PROPOSALS, SEAT_CHANGE, SEAT_CHANGES, admit, too_fast
from quincunx.kit import Rate, RateLimiter
from quincunx.table.commands import (
    CallBot,
    CancelTable,
    Command,
    Commit,
    DeclineDraw,
    OfferDraw,
    OpenSeat,
    Resign,
    SeatBot,
    SetBotPace,
    SitDown,
    StandUp,
    TakeBack,
    TakeBackOffer,
)
from quincunx.table.seats.person import SYSTEM, Person
from quincunx.table.state import TableState

RATES: Final[dict[type, Rate]] = {
    **dict.fromkeys((SitDown, StandUp, TakeBack, CallBot, Commit), SEAT_CHANGES),
    **dict.fromkeys((OpenSeat, SeatBot, CancelTable, SetBotPace), HOST_CHANGES),
    **dict.fromkeys((OfferDraw, TakeBackOffer, DeclineDraw, Resign), PROPOSALS),
}
"""The rate of each command that is charged here."""


class Manners:
    """The rate limiters of one node."""

    def __init__(self) -> None:
        self._limiters = {rate: RateLimiter(rate) for rate in RATES.values()}

    def charge(self, state: TableState, command: Command, person: Person) -> Callable[[], None]:
        """Charge an allowed command to this person. Return a function that undoes it, for a command that
        could not be stored: it will be repeated. Raises :class:`~quincunx.core.reason.Refusal`."""
        rate = RATES.get(type(command))
        if rate is None or person == SYSTEM:
            return lambda: None
        limiter, key = self._limiters[rate], (person.id, state.id)
        cost = SEAT_CHANGE if rate is SEAT_CHANGES and not state.settings.one_device else 1.0
        admit((limiter, key, cost), refusal=too_fast)
        return lambda: limiter.refund(key, cost)
