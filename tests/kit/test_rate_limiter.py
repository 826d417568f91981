"""Token buckets: a burst at once, a steady rate after it, in bounded memory."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.kit import Rate, RateLimiter, charge


class Timer:
    """A clock that a test moves."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def limiter(burst: float, every: float, timer: Timer | None = None, max_keys: int = 50) -> RateLimiter:
    return RateLimiter(Rate(burst, every), max_keys, timer or Timer())


def test_a_burst_is_allowed_and_then_one_in_each_interval():
    timer = Timer()
    limit = limiter(3, 10, timer)
    assert [limit.acquire("ann") for _ in range(5)] == [0, 0, 0, 10, 10]
    timer.now += 4
    assert limit.acquire("ann") == pytest.approx(6)
    timer.now += 6
    assert limit.acquire("ann") == 0
    assert limit.acquire("bob") == 0


def test_a_refused_call_is_not_counted():
    timer = Timer()
    limit = limiter(1, 10, timer)
    limit.acquire("ann")
    for _ in range(100):
        limit.acquire("ann")
    timer.now += 10
    assert limit.acquire("ann") == 0


def test_a_cost_counts_as_so_many_and_one_above_the_burst_needs_an_unused_bucket():
    timer = Timer()
    limit = limiter(10, 1, timer)
    assert limit.acquire("ann", 4) == 0
    assert limit.acquire("ann", 7) == pytest.approx(1)
    assert limit.acquire("bob", 25) == 0
    assert limit.wait("bob") == pytest.approx(16)
    assert limit.acquire("ann", 25) == pytest.approx(4)


def test_spending_without_asking_leaves_a_debt():
    timer = Timer()
    limit = limiter(2, 5, timer)
    assert limit.spend("ann", 2) == 0
    assert limit.spend("ann", 3) == 15
    timer.now += 15
    assert limit.wait("ann", 0) == 0
    assert limit.wait("ann") == pytest.approx(5)


def test_a_refund_makes_room_but_never_more_than_the_burst():
    limit = limiter(2, 5)
    limit.acquire("ann")
    limit.refund("ann")
    limit.refund("ann", 50)
    limit.refund("bob", 50)
    assert [limit.acquire("ann") for _ in range(3)] == [0, 0, 5]
    assert [limit.acquire("bob") for _ in range(3)] == [0, 0, 5]


def test_a_rate_of_nothing_never_recovers_and_an_endless_one_never_refuses():
    timer = Timer()
    never, always = limiter(1, math.inf, timer), limiter(1, 0, timer)
    assert never.acquire("ann") == 0
    timer.now += 1e9
    assert never.acquire("ann") == 3_600
    assert [always.acquire("ann") for _ in range(100)] == [0] * 100


def test_the_number_of_keys_is_bounded_and_the_least_recently_used_goes_first():
    limit = limiter(1, 10, max_keys=3)
    for key in "abc":
        limit.acquire(key)
    limit.wait("a")
    limit.acquire("d")
    assert len(limit) == 3
    assert limit.wait("a") > 0
    assert limit.wait("b") == 0


def test_charging_several_limits_takes_from_all_or_from_none():
    person, address = limiter(1, 10), limiter(5, 2)
    assert charge((person, "ann", 1), (address, "home", 1)) == 0
    assert charge((person, "ann", 1), (address, "home", 1)) == 10
    assert charge((person, "bob", 1), (address, "home", 5)) == 2
    assert person.wait("bob") == 0
    assert address.wait("home", 4) == 0
    assert charge() == 0


@given(
    st.floats(1, 20),
    st.floats(0.1, 10),
    st.lists(st.tuples(st.floats(0, 30), st.floats(0.1, 5)), max_size=80),
)
def test_no_more_is_used_than_the_burst_and_the_time_allow(
    burst: float, every: float, steps: list[tuple[float, float]]
):
    timer = Timer()
    limit, used, began = limiter(burst, every, timer), 0.0, Timer.now
    for pause, cost in steps:
        timer.now += pause
        cost = min(cost, burst)
        if not limit.acquire("ann", cost):
            used += cost
        assert used <= burst + (timer.now - began) / every + 1e-6


@given(st.floats(0.1, 20), st.floats(0.1, 10), st.floats(0, 60))
def test_a_caller_who_waits_the_stated_time_is_admitted(burst: float, every: float, spent: float):
    timer = Timer()
    limit = limiter(burst, every, timer)
    limit.spend("ann", spent)
    timer.now += limit.wait("ann")
    assert limit.acquire("ann") == pytest.approx(0, abs=1e-6)
