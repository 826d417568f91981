"""Charging callers, and what they are told beyond their limit."""

from __future__ import annotations

import pytest

from quincunx.club.limits import UNLIMITED, admit, admitted, charge_answer, too_fast
from quincunx.club.ports import StoreUnavailable
from quincunx.core.reason import Refusal, refused
from quincunx.kit import Rate, RateLimiter


def limiter(burst: float, every: float) -> RateLimiter:
    return RateLimiter(Rate(burst, every), timer=lambda: 0.0)


def test_a_refusal_says_how_long_to_wait() -> None:
    person, address = limiter(1, 30.5), limiter(2, 5.0)
    admit((person, "ada", 1), (address, "here", 1))
    with pytest.raises(Refusal) as caught:
        admit((person, "ada", 1), (address, "here", 1))
    reason = caught.value.reason
    assert (reason.kind, reason.code, reason.params) == ("too-fast", "too-many-tries", {"seconds": 31})
    admit((person, "bo", 1), (address, "here", 1))
    with pytest.raises(Refusal) as caught:
        admit((address, "here", 1), refusal=too_fast)
    assert (caught.value.reason.code, caught.value.reason.params) == ("too-fast", {"seconds": 5})


def test_a_refusal_by_an_inner_limit_is_not_charged() -> None:
    one = limiter(1, 1e9)
    for _ in range(3):
        with pytest.raises(Refusal, match="Nothing"), admitted((one, "ada", 1)):
            raise refused("conflict", "nothing", "Nothing.")
    with admitted((one, "ada", 1)):
        pass
    with pytest.raises(Refusal, match="Too many attempts"), admitted((one, "ada", 1)):
        raise AssertionError


def test_a_block_that_cannot_be_stored_is_not_charged() -> None:
    """Callers repeat it until the store is back."""
    one = limiter(1, 1e9)
    for _ in range(3):
        with pytest.raises(StoreUnavailable), admitted((one, "ada", 1)):
            raise StoreUnavailable("The store is away.")
    with pytest.raises(ZeroDivisionError), admitted((one, "ada", 1)):
        raise ZeroDivisionError  # a fault of the server's own may have cost it as much as a success
    with pytest.raises(Refusal, match="Too many attempts"), admitted((one, "ada", 1)):
        raise AssertionError


def test_each_answer_to_a_puzzle_counts_as_one() -> None:
    answers = limiter(2, 5.0)
    charge_answer(answers, "ada")
    charge_answer(answers, "ada")
    with pytest.raises(Refusal, match="Too many attempts"):
        charge_answer(answers, "ada")


def test_without_a_limit_no_caller_waits() -> None:
    free = RateLimiter(UNLIMITED)
    for _ in range(1_000):
        admit((free, "ada", 1_000))
