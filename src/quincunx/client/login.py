"""A program's sign-in: its user confirms it in a browser, and no secret is copied by hand.

The program makes the secret of its token itself, and shows a link that holds the secret's digest. The server
learns the digest when the user confirms, so the secret never leaves the program.
"""

from __future__ import annotations

import asyncio
import secrets
from hashlib import sha256
from typing import Final
from urllib.parse import quote

import msgspec

from quincunx.client.http import Http, Refused
from quincunx.club.accounts.tokens import PREFIX

POLL_SECONDS: Final = 2.0
"""The interval at which the program asks whether it has been confirmed."""
LONGEST_SECONDS: Final = 600.0
"""The time that a user has to confirm."""


class Login:
    """One sign-in at one server, under a name of 1 to 24 characters that the user sees."""

    def __init__(self, server: str, name: str) -> None:
        self.token: Final = PREFIX + secrets.token_urlsafe(32)
        """The token. It is valid as soon as the user has confirmed."""
        self._http = Http(server, self.token)
        digest = sha256(self.token.encode()).hexdigest()
        self.server: Final = self._http.base
        """Address of the server’s home page."""
        self.link: Final = f"{self.server}/program#{digest}.{quote(name, safe='')}"
        """The address of the page on which the user confirms."""

    async def confirmed(
        self, seconds: float = LONGEST_SECONDS, poll_seconds: float = POLL_SECONDS
    ) -> str | None:
        """Wait until the user has confirmed, and return the name of their account; ``None`` after
        ``seconds`` without confirmation. Raises :class:`Refused`, and ``OSError`` if the server cannot be
        reached."""
        try:
            async with asyncio.timeout(seconds):
                return await self._account(poll_seconds)
        except TimeoutError:
            return None

    async def _account(self, poll_seconds: float) -> str:
        while True:
            try:
                return str(msgspec.json.decode(await self._http.ask("/api/me"))["name"])
            except Refused as refused:
                if refused.reason.code != "bad-token":
                    raise
            await asyncio.sleep(poll_seconds)
