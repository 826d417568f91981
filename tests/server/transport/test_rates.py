"""The limiters of one server, each with its own rate."""

from __future__ import annotations

import pytest

from quincunx.club import limits as rates
from quincunx.core.reason import Refusal
from quincunx.kit import Rate, RateLimiter
from quincunx.server.transport import limits
from quincunx.server.transport.limits import NEVER, Limits, new_guests_rate, steady, tables_rate

OWN = {
    "requests": Rate(100, 0.05),
    "requests_of_network": Rate(1_000, 0.005),
    "unknown_credentials": limits.UNKNOWN_CREDENTIALS,
    "tables_of_address": Rate(40, 2.0),
    "new_guests_of_address": Rate(30, 2.0),
}
"""Those of a server with 20 requests a second and 30 new guests a minute."""
LISTED = (
    "reviews reviews_of_address sums_of_address pictures_of_address tournaments tournament_commands talk "
    "talk_of_address talk_acts club_sums_of_address steps downloads days puzzle_answers blocks "
    "blocks_of_address reports reports_of_address"
).split()
RATES = OWN | {name: getattr(rates, name.upper()) for name in LISTED}


@pytest.mark.parametrize("name", RATES)
def test_each_limiter_allows_its_burst_and_then_one_more_after_a_while(name: str) -> None:
    limiter: RateLimiter = getattr(Limits(20.0, 30.0), name)
    burst, every = RATES[name]
    assert limiter.acquire("one", burst) == 0
    assert limiter.wait("one", 1) == pytest.approx(every, rel=0.05, abs=0.01)
    assert limiter.wait("another", burst) == 0


def test_every_limiter_is_listed_here() -> None:
    assert {
        name for name, each in vars(Limits(20.0)).items() if isinstance(each, RateLimiter)
    } == RATES.keys()


def test_a_minutes_worth_of_guests_may_come_at_once() -> None:
    assert new_guests_rate(60) == Rate(60, 1.0)
    assert new_guests_rate(6) == Rate(6, 10.0)
    assert tables_rate(20.0) == Rate(40, 2.0)


def test_a_rate_allows_at_least_one_and_none_at_all_after_it_if_it_is_zero() -> None:
    assert steady(0.1, 5.0) == Rate(1.0, 10.0)
    assert steady(0.0, 5.0) == Rate(1.0, NEVER)
    assert steady(4.0, 5.0) == Rate(20.0, 0.25)


def test_a_review_is_charged_to_its_person_and_to_their_network() -> None:
    server = Limits(20.0)
    for _ in range(round(rates.REVIEWS.burst)):
        server.review("ada", "192.0.2.1")
    with pytest.raises(Refusal) as refusal:
        server.review("ada", "192.0.2.2")
    assert refusal.value.reason.code == "too-many-tries"
    for _ in range(round(rates.REVIEWS_OF_ADDRESS.burst - rates.REVIEWS.burst)):
        server.review("", "192.0.2.1")
    with pytest.raises(Refusal):
        server.review("bob", "192.0.2.1")
    server.review("bob", "192.0.2.2")
