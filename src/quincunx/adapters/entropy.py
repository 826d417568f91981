"""Secret randomness from the operating system."""

from __future__ import annotations

import secrets


class SystemEntropy:
    """Randomness from the operating system's generator."""

    def seed(self) -> str:
        """A fresh seed: 32 secret bytes in hex."""
        return secrets.token_hex(32)

    def name(self) -> str:
        """A fresh table name: 128 unguessable bits as 22 URL-safe characters."""
        return secrets.token_urlsafe(16)
