"""E-mail to accounts: addresses are confirmed, links to sign in are sent, and changes are told.

Answers never tell whether an address is known: a request is written to the outbox in any case, and looked up
when its message is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Final, Literal

import msgspec
import structlog
from msgspec.structs import replace

from quincunx.club import limits
from quincunx.club.accounts.sign_in_limits import network_of
from quincunx.club.limits import Charge, admit, admitted
from quincunx.club.mail import (
    CHANGES,
    CONFIRM_LINK,
    NO_MAIL,
    SIGN_IN_LINK,
    Mail,
    MailKind,
    MailRow,
    Postman,
    change_mail,
    checked_address,
    confirm_mail,
    known_language,
    new_mail,
    notice_mail,
    sign_in_mail,
    told_mail,
)
from quincunx.club.ports import NoSuchPerson, Store, StoreUnavailable
from quincunx.club.reach.notifications import MailedNotice, Target
from quincunx.club.rows import Authority, OneTimeSecret, PersonRow
from quincunx.core.reason import Reason, Refusal
from quincunx.kit import Periodic, RateLimiter, stop_all
from quincunx.node.ports import Clock
from quincunx.server.observability.watch import Watch
from quincunx.server.people.identity import digest
from quincunx.server.people.reach.unsubscribing import PATH as UNSUBSCRIBE
from quincunx.server.people.reach.unsubscribing import Unsubscribing

log = structlog.get_logger("quincunx.mail")

NO_ACCOUNT: Final = Reason("conflict", "no-account", "You don’t have an account here yet.")
LOOK_SECONDS: Final = 5.0
"""Seconds between looks into the outbox, which other nodes and the operator's commands fill, too."""
AT_ONCE: Final = 8
FULL_SECONDS: Final = 60.0
STOP_SECONDS: Final = 3.0


class Mails:
    """The e-mail of one node. Without a ``postman`` or the address of the ``pages``, nothing is sent."""

    def __init__(
        self,
        store: Store,
        postman: Postman | None,
        pages: str | None,
        clock: Clock,
        watch: Watch,
        unsubscribing: Unsubscribing | None = None,
    ) -> None:
        self._store = store
        self._postman = postman
        self._pages = pages or ""
        self._clock = clock
        self._watch = watch
        self._unsubscribing = unsubscribing
        self._notices = RateLimiter(limits.MAILED_NOTICES)
        self._links_to = RateLimiter(limits.MAILED_LINKS_TO)
        self._asked_to = RateLimiter(limits.MAIL_ADDRESSES_TO)
        self._links = RateLimiter(limits.MAILED_LINKS)
        self._links_of_address = RateLimiter(limits.MAILED_LINKS_OF_ADDRESS)
        self._address_requests = RateLimiter(limits.MAIL_ADDRESSES)
        self._asked_of_address = RateLimiter(limits.MAIL_ADDRESSES_OF_ADDRESS)
        self._asked_of_all = RateLimiter(limits.MAIL_ADDRESSES_OF_ALL)
        self._outbox = Periodic("outbox", self.send_due, LOOK_SECONDS, expected=(StoreUnavailable,))

    @property
    def is_on(self) -> bool:
        """True if this server sends e-mail."""
        return self._postman is not None and self._pages != ""

    async def start(self) -> None:
        """Start to send what is due."""
        if self.is_on:
            self._outbox.start()

    async def stop(self) -> None:
        """Stop sending. Other nodes, or this one later, send the rest."""
        await stop_all(lambda: self._outbox.stop(STOP_SECONDS))

    # ---- what people ask for -------------------------------------------------------------------------

    async def ask_for_link(self, address: str, language: str, caller: str) -> None:
        """Mail a link to sign in to the accounts of an address, if there are any. ``caller`` is the address
        of the caller's network."""
        self._check_on()
        shown, key = checked_address(address)
        charges = (self._links_to, key, 1.0), (self._links_of_address, network_of(caller), 1.0)
        self._watch.security.record_event("mail_link_asked")
        await self._post("sign_in", shown, None, language, charges)

    async def ask_for_address(
        self, person: str, address: str, language: str, caller: str, by: Authority
    ) -> None:
        """Mail a link by which the owner of an address confirms that it is this account's."""
        self._check_on()
        shown, key = checked_address(address)
        charges: tuple[Charge, ...] = (
            (self._asked_to, key, 1.0),
            (self._address_requests, person, 1.0),
            (self._asked_of_address, network_of(caller), 1.0),
            (self._asked_of_all, "", 1.0),
        )
        mail = self._new("confirm", shown, person, language)
        with admitted(*charges, refusal=self._too_often):
            try:
                is_added = await self._store.ask_for_address(person, shown, mail, by)
            except NoSuchPerson:
                raise Refusal(NO_ACCOUNT) from None
            if not is_added:
                raise self._too_often(FULL_SECONDS)
        self._outbox.wake()

    async def confirm(self, link: str) -> PersonRow | None:
        """Use up a link that confirms an address, and return its account; ``None`` if it is not valid."""
        person = await self._store.confirm_address(digest(link), self._clock.now(), _new_id())
        self._outbox.wake()
        return person

    async def remove(self, person: str, by: Authority) -> None:
        """Forget an account's address, which is told so."""
        await self._store.remove_address(person, self._clock.now(), _new_id(), by)
        self._outbox.wake()

    async def tell_change(self, person: str, act: str) -> None:
        """Mail a change of an account's credentials to its owner, if they want that."""
        if not self.is_on or act not in CHANGES:
            return
        with contextlib.suppress(StoreUnavailable):  # the change itself is done
            known = await self._store.mail_address(person)
            if known is None:
                return
            mail = change_mail(known, act, self._clock.now(), _new_id())
            if mail is not None and await self._store.add_mail(mail):
                self._outbox.wake()

    async def post_notice(self, to: Target, notice: MailedNotice, seconds: int) -> bool:
        """Mail a notification to its person. ``False`` if they get too many, or the outbox is full."""
        if not self.is_on or to.address is None or self._notices.acquire(to.person):
            return False
        text = msgspec.json.encode(notice).decode()
        now = self._clock.now()
        mail = new_mail(_new_id(), "notice", to.address, to.person, known_language(to.language), now, text)
        mail = replace(mail, until=min(mail.until, now + seconds * 1_000))
        is_added = await self._store.add_mail(mail)
        self._outbox.wake()
        return is_added

    def _check_on(self) -> None:
        if not self.is_on:
            raise Refusal(NO_MAIL)

    async def _post(
        self, kind: MailKind, address: str, person: str | None, language: str, charges: tuple[Charge, ...]
    ) -> None:
        admit(*charges, refusal=self._too_often)
        if not await self._store.add_mail(self._new(kind, address, person, language)):
            raise self._too_often(FULL_SECONDS)
        self._outbox.wake()

    def _new(self, kind: MailKind, address: str, person: str | None, language: str) -> MailRow:
        return new_mail(_new_id(), kind, address, person, known_language(language), self._clock.now())

    def _too_often(self, seconds: float) -> Refusal:
        self._watch.security.record_event("too_fast")
        return limits.too_often(seconds)

    # ---- the outbox ----------------------------------------------------------------------------------

    async def send_due(self) -> None:
        """Send all messages that are due, a few at once."""
        while rows := await self._store.take_mail(self._clock.now(), AT_ONCE):
            done = await asyncio.gather(*(self._send(row) for row in rows), return_exceptions=True)
            for error in done:
                if isinstance(error, StoreUnavailable):
                    raise error  # what was not sent is taken again
                if isinstance(error, BaseException):
                    log.error("mail_not_made", exc_info=error)
            if self._outbox.is_ending:
                return

    async def _send(self, row: MailRow) -> None:
        assert self._postman is not None
        mail = await self._written(row)
        if mail is not None:
            outcome = await self._postman.send(mail)
            self._watch.metrics.count_mail(outcome)
            if outcome == "failed":
                return  # it is taken again after a pause
        await self._store.end_mail(row.id)

    async def _written(self, row: MailRow) -> Mail | None:
        """The message of a row; ``None`` if its recipient no longer exists."""
        if row.kind == "sign_in":
            return await self._sign_in_mail(row)
        person = await self._store.person(row.person or "")
        if person is None or person.deleted_at:
            return None
        if row.kind == "confirm":
            link = await self._link(row, person, "address", CONFIRM_LINK)
            return None if link is None else confirm_mail(row, self._site, person.name, link)
        if row.kind == "notice":
            return self._notice_mail(row, person)
        return told_mail(row, self._site, person.name, f"{self._pages}/me/account")

    def _notice_mail(self, row: MailRow, person: PersonRow) -> Mail | None:
        if self._unsubscribing is None:
            return None
        notice = msgspec.json.decode(row.note, type=MailedNotice)
        stop = f"{self._pages}{UNSUBSCRIBE}/{self._unsubscribing.token_of(person.id, notice.kind)}"
        links = f"{self._pages}{notice.path}", stop, f"{self._pages}/me/account"
        return notice_mail(row, self._site, notice.title, notice.body, links)

    async def _sign_in_mail(self, row: MailRow) -> Mail | None:
        links: list[tuple[str, str]] = []
        for person in await self._store.by_address(row.address.lower()):
            if row.tries or not self._links.acquire(person.id):
                link = await self._link(row, person, "mail", SIGN_IN_LINK)
                links += [(person.name, link)] if link is not None else []
        return sign_in_mail(row, self._site, links) if links else None

    async def _link(
        self, row: MailRow, person: PersonRow, kind: Literal["mail", "address"], lasts: int
    ) -> str | None:
        secret, until = secrets.token_urlsafe(32), self._clock.now() + lasts
        note = row.address if kind == "address" else ""
        once = OneTimeSecret(digest(secret), kind, until, person.id, note)
        if not await self._store.add_mailed_link(once, row.id):
            return None
        return f"{self._pages}/{'confirm' if kind == 'address' else 'enter/mail'}#{secret}"

    @property
    def _site(self) -> str:
        return self._pages.partition("://")[2]


def _new_id() -> str:
    return secrets.token_urlsafe(12)
