"""How often one may try to open an account: by account and address, by account, and by address.

An attempt is counted when it begins, so that many at once gain nothing, and taken back when it succeeds. From
one network an account can be tried seldom, from all together more often: so nobody who guesses wrongly from
elsewhere keeps its owner out.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import msgspec


class Rule(msgspec.Struct, frozen=True):
    """So many attempts at once, and one more in each ``every`` seconds after that."""

    at_once: int
    every: float


ACCOUNT_FROM_ADDRESS: Final = Rule(10, 60.0)
ACCOUNT: Final = Rule(100, 36.0)
ADDRESS: Final = Rule(50, 20.0)
NEW_ACCOUNTS: Final = Rule(20, 180.0)
"""For one address."""
LINKS: Final = Rule(20, 30.0)
"""Links to other devices and tokens, for one person."""
RENAMES: Final = Rule(5, 43_200.0)
"""Of one account: each former name stays reserved."""
MOST_KEYS: Final = 50_000


class Throttle:
    """Counts what one rule allows each key, in bounded memory. Times are seconds of a steady clock."""

    def __init__(self, rule: Rule, most_keys: int = MOST_KEYS) -> None:
        self._rule = rule
        self._most_keys = most_keys
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Attempts that count against each key, and as of when."""

    def _left(self, key: str, now: float) -> float:
        used, at = self._used.get(key, (0.0, now))
        return max(0.0, used - (now - at) / self._rule.every)

    def wait(self, key: str, now: float) -> float:
        """0 if one more attempt may be made; else in how many seconds."""
        return max(0.0, (self._left(key, now) + 1 - self._rule.at_once) * self._rule.every)

    def count(self, key: str, now: float, attempts: int = 1) -> None:
        """An attempt is made, or (−1) was none to be counted."""
        used = max(0.0, self._left(key, now) + attempts)
        self._used.pop(key, None)
        if used:
            self._used[key] = (used, now)
        if len(self._used) > self._most_keys:
            self._used.popitem(last=False)


class Attempts:
    """The three rules for signing in, as one question."""

    def __init__(self) -> None:
        self._both = Throttle(ACCOUNT_FROM_ADDRESS)
        self._account = Throttle(ACCOUNT)
        self._address = Throttle(ADDRESS)

    def begin(self, account: str, address: str, now: float) -> float:
        """0 if the attempt may be made, which counts it; else in how many seconds."""
        wait = max(throttle.wait(key, now) for throttle, key in self._keys(account, address))
        if not wait:
            self._count(account, address, now, 1)
        return wait

    def succeeded(self, account: str, address: str, now: float) -> None:
        """It was the right one: it does not count."""
        self._count(account, address, now, -1)

    def _count(self, account: str, address: str, now: float, attempts: int) -> None:
        for throttle, key in self._keys(account, address):
            throttle.count(key, now, attempts)

    def _keys(self, account: str, address: str) -> tuple[tuple[Throttle, str], ...]:
        both = self._both, f"{account}\n{address}"
        return both, (self._account, account), (self._address, address)
