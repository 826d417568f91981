"""Access to the server, as the operator has set it: whether newcomers may come, and who may play."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Reason, Refusal
from quincunx.server.people.access.sessions import Sessions
from quincunx.server.people.identity import Identity, digest
from quincunx.server.settings import Access

NEEDS_ACCOUNT: Final = Reason(
    "forbidden", "needs-account", "Playing on this server needs an account. Create one, or sign in."
)
CLOSED: Final = Reason(
    "forbidden",
    "closed-to-newcomers",
    "This server takes no new players at the moment. If you have an account here, sign in.",
)

NEEDS_INVITATION: Final = Reason(
    "forbidden",
    "needs-invitation",
    "New players need an invitation link to this server. If you have an account here, sign in.",
)
INVITATION_ENDED: Final = Reason(
    "forbidden",
    "invitation-ended",
    "That invitation does not work any more. Ask for a new one.",
)


class Admission:
    """The server's access setting, applied. Methods raise :class:`~quincunx.core.reason.Refusal`."""

    def __init__(self, access: Access, sessions: Sessions) -> None:
        self._access = access
        self._sessions = sessions

    def check_newcomer(self, invitation: str | None = None) -> None:
        """Check that people who have not been here may come, with an invitation or without."""
        if self._access == "closed":
            raise Refusal(CLOSED)
        if self._access == "invitation" and invitation is None:
            raise Refusal(NEEDS_INVITATION)

    async def new_guest(
        self, device: str, language: str, invitation: str | None = None
    ) -> tuple[Identity, str]:
        """A new guest, named in this language, and the secret of their cookie. An invitation is used up only
        where one is needed."""
        self.check_newcomer(invitation)
        if self._access != "invitation" or invitation is None:
            return await self._sessions.new_guest(device, language)
        found = await self._sessions.invited_guest(device, language, digest(invitation))
        if found is None:
            raise Refusal(INVITATION_ENDED)
        return found

    def check_player(self, identity: Identity) -> None:
        """Check that this person may play, create, join and chat."""
        if self._access == "accounts" and not identity.is_account:
            raise Refusal(NEEDS_ACCOUNT)

    def record_play(self, identity: Identity) -> None:
        """Check that this person may play, and record that they do more than look."""
        self.check_player(identity)
        self._sessions.record_play(identity)

    def on_account(self, person: str) -> None:
        """Let a guest's other devices play once the guest has become an account: their sockets reconnect."""
        if self._access == "accounts":
            self._sessions.announce_change(person, is_end=True)
