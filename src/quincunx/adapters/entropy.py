"""Secret randomness from the operating system."""

from __future__ import annotations

import secrets
from collections.abc import Callable


class SystemEntropy:
    """The operating system's own generator."""

    def __init__(self, is_welcome: Callable[[str], bool] = lambda name: True) -> None:
        """Of the names that it finds it gives only those that are ``is_welcome``; that must be a good part of
        them."""
        self._is_welcome = is_welcome

    def seed(self) -> str:
        """32 secret bytes in hex."""
        return secrets.token_hex(32)

    def name(self) -> str:
        """A table's name: 128 unguessable bits, 22 URL-safe characters."""
        name = secrets.token_urlsafe(16)
        while not self._is_welcome(name):
            name = secrets.token_urlsafe(16)
        return name
