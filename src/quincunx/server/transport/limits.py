"""The limiters of one server: the budget of each caller by address, by person or by both."""

from __future__ import annotations

from quincunx.club import limits as rates
from quincunx.kit import Rate, RateLimiter

BURST_SECONDS = 5.0
"""A caller who has been idle may send this many seconds' worth of requests at once."""
TABLE_COSTS = 40
"""Requests that creating a table counts as, since it occupies the server while it is played."""
TABLES_SECONDS = 80.0
"""A caller who has been idle may create this many seconds' worth of tables at once."""
NETWORK_SHARE = 10
"""Multiple of one caller's budget that all callers from one address share, guests and accounts alike."""
UNKNOWN_CREDENTIALS = Rate(20, 1.0)
"""Requests from one address with an unknown cookie or token after its budget is used up. Each costs one look
in the store."""


class Limits:
    """All limiters of one server, for as long as it runs."""

    def __init__(self, requests_per_second: float, new_guests_per_minute: float = 60.0) -> None:
        self.requests = RateLimiter(steady(requests_per_second, BURST_SECONDS))
        self.requests_of_network = RateLimiter(steady(requests_per_second * NETWORK_SHARE, BURST_SECONDS))
        self.unknown_credentials = RateLimiter(UNKNOWN_CREDENTIALS)
        self.tables_of_address = RateLimiter(tables_rate(requests_per_second))
        self.new_guests_of_address = RateLimiter(new_guests_rate(new_guests_per_minute))
        self.reviews = RateLimiter(rates.REVIEWS)
        self.reviews_of_address = RateLimiter(rates.REVIEWS_OF_ADDRESS)
        self.sums_of_address = RateLimiter(rates.SUMS_OF_ADDRESS)
        self.pictures_of_address = RateLimiter(rates.PICTURES_OF_ADDRESS)
        self.tournaments = RateLimiter(rates.TOURNAMENTS)
        self.tournament_commands = RateLimiter(rates.TOURNAMENT_COMMANDS)
        self.talk = RateLimiter(rates.TALK)
        self.talk_of_address = RateLimiter(rates.TALK_OF_ADDRESS)
        self.talk_acts = RateLimiter(rates.TALK_ACTS)
        self.club_sums_of_address = RateLimiter(rates.CLUB_SUMS_OF_ADDRESS)
        self.steps = RateLimiter(rates.STEPS)
        self.downloads = RateLimiter(rates.DOWNLOADS)
        self.days = RateLimiter(rates.DAYS)
        self.puzzle_answers = RateLimiter(rates.PUZZLE_ANSWERS)
        self.blocks = RateLimiter(rates.BLOCKS)
        self.blocks_of_address = RateLimiter(rates.BLOCKS_OF_ADDRESS)
        self.reports = RateLimiter(rates.REPORTS)
        self.reports_of_address = RateLimiter(rates.REPORTS_OF_ADDRESS)

    def review(self, person: str, address: str) -> None:
        """Charge a review that has to be computed. Raises :class:`~quincunx.core.reason.Refusal`. ``person``
        is empty for a visitor without a session."""
        by_address = self.reviews_of_address, address, 1.0
        rates.admit(by_address, *([(self.reviews, person, 1.0)] if person else []))


def steady(per_second: float, burst_seconds: float) -> Rate:
    """A rate of ``per_second``, with a burst of ``burst_seconds``' worth."""
    every = 1 / per_second if per_second else NEVER
    return Rate(max(1.0, per_second * burst_seconds), every)


NEVER = 1e9
"""Seconds: longer than any server runs."""


def new_guests_rate(per_minute: float) -> Rate:
    """Rate of new guests from one address; the burst is a minute's worth."""
    return steady(per_minute / 60, 60.0)


def tables_rate(requests_per_second: float) -> Rate:
    """Rate of new tables, for an address and for a person across addresses."""
    return steady(requests_per_second / TABLE_COSTS, TABLES_SECONDS)
