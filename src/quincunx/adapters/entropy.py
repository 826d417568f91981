"""Secret randomness from the operating system."""

from __future__ import annotations

import secrets


class SystemEntropy:
    """The operating system's own generator."""

    def seed(self) -> str:
        """32 secret bytes in hex."""
        return secrets.token_hex(32)

    def name(self) -> str:
        """A table's name: 128 unguessable bits, 22 URL-safe characters."""
        return secrets.token_urlsafe(16)
