"""Tokens by which programs act for an account."""

from __future__ import annotations

import secrets
from typing import Final

from quincunx.club.accounts.tokens import MOST as MOST_TOKENS
from quincunx.club.accounts.tokens import PREFIX, checked_label, checked_scopes
from quincunx.club.accounts.wire import AskToken
from quincunx.club.ports import NoSuchPerson, TokenTaken
from quincunx.club.rows import TokenRow
from quincunx.core.reason import Reason, Refusal, refused
from quincunx.server.people.access.accounts.authority import NO_ACCOUNT, fresh_authority, owner_authority
from quincunx.server.people.access.accounts.tools import AccountTools
from quincunx.server.people.identity import Identity, digest

TOKEN_TAKEN: Final = Reason(
    "conflict", "token-taken", "Another account has confirmed this program. Start its sign-in again."
)


class Programs:
    """The tokens of programs."""

    def __init__(self, tools: AccountTools) -> None:
        self._store = tools.store
        self._sessions = tools.sessions
        self._clock = tools.clock
        self._charges = tools.charges
        self._changes = tools.changes
        self._links = tools.links

    async def make_token(self, identity: Identity, asked: AskToken) -> tuple[TokenRow, str]:
        """Create a token for a program, and return it with its secret. The secret is empty if the program
        made it itself. The same request of the same person again returns the same token."""
        name, scopes = checked_label(asked.name), checked_scopes(asked.scopes)
        by = fresh_authority(identity, self._clock.now())
        secret = "" if asked.digest else PREFIX + secrets.token_urlsafe(32)
        hash = bytes.fromhex(asked.digest) if asked.digest else digest(secret)
        row = TokenRow(secrets.token_urlsafe(9), hash, identity.row.id, name, scopes, self._clock.now())
        with self._charges.charged(self._links, identity.row.id):
            try:
                with self._sessions.checked_by_store(identity):
                    is_made = await self._store.add_token(row, MOST_TOKENS, by)
            except NoSuchPerson:
                raise Refusal(NO_ACCOUNT) from None
            except TokenTaken:
                return await self._made_before(identity, hash), secret
            if not is_made:
                sentence = f"You have {MOST_TOKENS} tokens already."
                raise refused("conflict", "too-many-tokens", sentence, most=MOST_TOKENS)
        await self._changes.announce(identity, "token_made")
        return row, secret

    async def _made_before(self, identity: Identity, hash: bytes) -> TokenRow:
        """My token with this hash. Raises :class:`~quincunx.core.reason.Refusal` if it is not mine."""
        known = await self._store.token(hash)
        if known is None or known.token is None or known.token.person != identity.row.id:
            raise Refusal(TOKEN_TAKEN)
        return known.token

    async def end_token(self, identity: Identity, token: str) -> None:
        """End a token; not on the word of a device that came by a link."""
        by = owner_authority(identity)
        with self._sessions.checked_by_store(identity):
            is_ended = await self._store.end_token(identity.row.id, token, by)
        if not is_ended:
            raise refused("unknown", "no-such-token", "You have no such token.")
        self._sessions.announce_change(identity.row.id, is_end=True)
