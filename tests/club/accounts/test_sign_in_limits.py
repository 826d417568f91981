"""Limits on attempts with credentials; guessing never locks the owner out."""

from __future__ import annotations

import pytest

from quincunx.club.accounts.sign_in_limits import (
    AT_ANY_ACCOUNT,
    CALM,
    CODES,
    DEAR,
    FROM_NETWORK,
    FROM_SITE,
    ON_DEVICE,
    SignInLimits,
    network_of,
    site_of,
)
from quincunx.club.limits import Charge
from quincunx.kit import charge


@pytest.fixture
def attempts() -> SignInLimits:
    return SignInLimits(timer=lambda: 100.0)


def tries(charges: tuple[Charge, ...]) -> bool:
    return not charge(*charges)


def wrong(attempts: SignInLimits, address: str, account: str = "ada", device: str | None = None) -> bool:
    """True if a guess is let through."""
    return tries(attempts.password(account, address, device))


def spread(number: int) -> str:
    """Addresses of different networks."""
    return f"10.{number // 250}.{number % 250}.7"


def test_one_network_guesses_seldom_and_others_are_not_held_up(attempts: SignInLimits) -> None:
    addresses = [f"192.0.2.{number}" for number in range(40)]
    assert sum(wrong(attempts, address) for address in addresses) == FROM_NETWORK.burst
    assert wrong(attempts, "198.51.100.7")
    assert wrong(attempts, "192.0.2.1", "bob")


def test_a_customer_with_many_networks_of_version_6_guesses_seldom(attempts: SignInLimits) -> None:
    addresses = [f"2001:db8:1:{number:x}::/64" for number in range(60)]
    assert sum(wrong(attempts, address) for address in addresses) == FROM_SITE.burst
    assert wrong(attempts, "2001:db8:2::/64")


def test_guesses_from_everywhere_slow_each_network_down_and_lock_no_owner_out(attempts: SignInLimits) -> None:
    """The fault: a hundred guesses from 140 addresses, and the owner was refused from then on."""
    for number in range(2_000):
        wrong(attempts, spread(number))
    owners = sum(wrong(attempts, "203.0.113.9") for _ in range(20))
    assert owners == FROM_NETWORK.burst / DEAR == 2
    assert wrong(attempts, "203.0.113.9", device="known")


def test_a_known_device_is_not_held_up_by_others(attempts: SignInLimits) -> None:
    for number in range(200):
        wrong(attempts, "192.0.2.1")
        wrong(attempts, spread(number))
        wrong(attempts, "192.0.2.1", device="stolen")
    assert sum(wrong(attempts, "192.0.2.1", device="own") for _ in range(20)) == ON_DEVICE.burst


def test_codes_have_a_strict_budget_of_their_own(attempts: SignInLimits) -> None:
    for number in range(2 * int(CALM.burst)):
        wrong(attempts, spread(number))
        wrong(attempts, "192.0.2.1")
    assert sum(tries(attempts.code("ada", "192.0.2.1")) for _ in range(20)) == CODES.burst
    assert tries(attempts.passkey("192.0.2.1"))
    assert tries(attempts.link("192.0.2.1"))


def test_one_network_does_not_try_one_password_on_all_accounts(attempts: SignInLimits) -> None:
    tried = sum(wrong(attempts, "192.0.2.1", f"name {number}") for number in range(200))
    assert tried == AT_ANY_ACCOUNT.burst


def test_a_right_attempt_is_given_back(attempts: SignInLimits) -> None:
    for _ in range(500):
        charges = attempts.password("ada", "192.0.2.1", None)
        assert tries(charges)
        for limiter, key, cost in charges:
            limiter.refund(key, cost)


@pytest.mark.parametrize(
    ("address", "network", "site"),
    [
        ("192.0.2.77", "192.0.2.0/24", "192.0.2.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("unknown", "unknown", "unknown"),
    ],
)
def test_the_network_of_an_address(address: str, network: str, site: str) -> None:
    assert network_of(address) == network
    assert site_of(address) == site
