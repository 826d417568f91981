"""People of a sample: what opens their accounts, what reaches them, and what operators did."""

from __future__ import annotations

from typing import Any

from argon2.low_level import Type, hash_secret
from msgspec.structs import replace

from quincunx.club.accounts.names import account_name
from quincunx.club.accounts.passwords import normal
from quincunx.club.invitations import InvitationRow
from quincunx.club.mail import new_mail
from quincunx.club.matchmaking import Seeker
from quincunx.club.moderation import acts
from quincunx.club.push import PushRow
from quincunx.club.reach.notifications import NotificationChoices
from quincunx.club.rows import AuditEntry, OneTimeSecret, PasskeyRow, PersonRow, SessionRow, TokenRow
from quincunx.club.safety import ReportRow
from quincunx.node.cluster.store_heartbeat import Heartbeat
from quincunx.node.lists.people_here import PeopleOfNode
from quincunx.server.people.access.hashing import Cost
from quincunx.table.parts import Vacation
from tests.releases.sample import BEGAN, DAY, HOUR, Sample, digest
from tests.server.people.passkey import SoftPasskey
from tests.table.support import ALICE, BOB, CAROL, DAVE, PEOPLE

ERIN, FINN = PEOPLE[4:]
GUS, HAL = "gus-cookie", "hal-cookie"
"""A banned account, and one that was deleted."""
PASSWORD = "three herons on the ferry"
ORIGIN = "https://club.example"
RP = "club.example"
COOKIE = "cookie-of-alice-1"
ADDRESS = "Alice@home.example"
MOST = 20
_ROOT = f"{acts.OPERATOR} root"


def passkey_of_bob() -> SoftPasskey:
    """Bob's device, which signs as it did when the sample was written."""
    device = SoftPasskey(ORIGIN, secret=2026)
    device.handle = BOB.id.encode()
    return device


async def write_people(sample: Sample) -> None:
    """Four accounts, guests, a banned account and a deleted one."""
    await _accounts(sample)
    await _credentials(sample)
    await _mail(sample)
    await _notifications(sample)
    await _friends_and_reports(sample)
    await _operators(sample)
    await _nodes(sample)


def _hash(password: str) -> str:
    """The hash that a server would store, with a salt of its own."""
    cost, salt = Cost(), b"salt of a sample"
    secret = normal(password).encode()
    return hash_secret(secret, salt, cost.passes, cost.memory_kib, 1, 32, Type.ID).decode()


async def _guest(sample: Sample, id: str, name: str, at: int) -> None:
    session = SessionRow(
        f"{id}-1", digest(f"cookie-of-{id.partition('-')[0]}-1"), id, at, at, "Firefox on Linux", "guest"
    )
    await sample.store.add_guest(PersonRow(id, name, at, at), session)


async def _account(sample: Sample, id: str, name: str, secret: Any, at: int) -> None:
    await _guest(sample, id, name, at)
    codes = [digest(f"{id}-code-{number}") for number in range(3)]
    await sample.store.make_account(id, *account_name(name), secret, codes, at)


async def _accounts(sample: Sample) -> None:
    device, hash = passkey_of_bob(), _hash(PASSWORD)
    passkey = PasskeyRow(device.id, BOB.id, device.public_key, 0, RP, "Phone", BEGAN)
    accounts: list[tuple[str, str, Any]] = [
        (ALICE.id, "Alicia", hash),
        (BOB.id, "Bob", passkey),
        (CAROL.id, "Carol", hash),
        (DAVE.id, "Dave", hash),
        (GUS, "Gus", hash),
        (HAL, "Hal", hash),
    ]
    for number, (id, name, secret) in enumerate(accounts):
        await _account(sample, id, name, secret, BEGAN + number)
    await sample.store.rename(ALICE.id, *account_name("Alice"), BEGAN + HOUR)
    for person in (ERIN, FINN):
        await _guest(sample, person.id, person.name, BEGAN + HOUR)
    await sample.store.has_played(ERIN.id)
    assert await sample.store.merge(FINN.id, DAVE.id)
    assert await sample.store.delete(HAL, BEGAN + DAY)


async def _credentials(sample: Sample) -> None:
    store, at = sample.store, BEGAN + HOUR
    phone = SessionRow(
        "alice-2", digest("cookie-of-alice-2"), ALICE.id, at, at, "Safari on iOS", "password", at
    )
    await store.add_session(phone)
    token = TokenRow("alice-bot", digest("token-of-alice"), ALICE.id, "My bot", ("read", "play"), at, at + 9)
    assert await store.add_token(token, MOST)
    await store.set_password(BOB.id, _hash(PASSWORD), at)
    await store.add_one_time_secret(OneTimeSecret(digest("link"), "link", at + DAY, ALICE.id))
    await store.add_invitation(InvitationRow("autumn", digest("invitation"), 5, at + 30 * DAY, at))


async def _mail(sample: Sample) -> None:
    """An address that was confirmed, and one that waits to be."""
    store, at = sample.store, BEGAN + HOUR
    for person, address, language in ((ALICE, ADDRESS, "en"), (CAROL, "carol@home.example", "fr")):
        mail = new_mail(f"mail-{person.name}", "confirm", address, person.id, language, at)
        assert await store.ask_for_address(person.id, address, mail)
        link = OneTimeSecret(digest(f"confirm-{person.name}"), "address", at + DAY, person.id, address)
        assert await store.add_mailed_link(link, mail.id)
    await store.end_mail("mail-Alice")
    assert await store.confirm_address(digest("confirm-Alice"), at + 1, "mail-told")
    await store.choose_mail(ALICE.id, signs_in=True, tells_changes=False)


async def _notifications(sample: Sample) -> None:
    store, at = sample.store, BEGAN + 2 * HOUR
    await store.keep_push(
        PushRow(f"{BOB.id}-1", BOB.id, "https://push.example/bob", b"p" * 65, b"a" * 16, b"k" * 65, "de", at)
    )
    await store.choose_notifications(ALICE.id, NotificationChoices(turn="mail", weekly="mail", friend="off"))
    assert await store.take_notice(ALICE.id, "table-of-the-tests-0001", 3, "turn", at)
    assert await store.take_event(ALICE.id, "weekly", "2026-37", at)
    await store.set_alert(CAROL.id, at + DAY)
    await store.hide_presence(DAVE.id, is_hidden=True)
    past, coming = Vacation(at, at + DAY), Vacation(at + 2 * DAY, at + 9 * DAY)
    assert await store.keep_vacation(DAVE.id, None, past)
    assert await store.keep_vacation(DAVE.id, past, coming)


async def _friends_and_reports(sample: Sample) -> None:
    store, at = sample.store, BEGAN + 2 * HOUR
    for one, other in ((ALICE, BOB), (BOB, ALICE), (ERIN, CAROL)):
        assert await store.follow(one.id, other.id, at, MOST)
    assert await store.block(CAROL.id, GUS, "Gus", at, MOST)
    report = ReportRow("r1", at, CAROL.id, GUS, "Gus", "table-of-the-tests-0008", '["Boo"]', "He shouts.")
    of_chat = replace(report, id="r2", person=ERIN.id, tab="", tournament="friday-cup", why="Again.")
    for each in (report, of_chat):
        assert await store.report(each)
    for person, pool in ((ALICE, "cinco"), (BOB, "cinco"), (ERIN, "cinqo")):
        await store.add_seeker(Seeker(person.id, person.name, pool, 2, 1500, 300, at))
    waiting, pairs = await store.pair_up([ALICE.id, BOB.id, ERIN.id], at + 1, lambda: "paired-table-00000001")
    assert (waiting, len(pairs)) == ({ERIN.id}, 1)


async def _operators(sample: Sample) -> None:
    store, at = sample.store, BEGAN + 3 * HOUR
    alice, gus = await store.person(ALICE.id), await store.person(GUS)
    assert alice is not None
    assert gus is not None
    assert await acts.set_operator(store, alice, True, _ROOT, at)
    assert await acts.ban(store, gus, "He shouts.", acts.actor_of(ALICE.id), at + 1)
    assert await acts.close_report(store, "r1", acts.actor_of(ALICE.id), at + 2)
    entry = AuditEntry(at + 3, _ROOT, "link", CAROL.id)
    await store.add_operator_link(CAROL.id, digest("operator-link"), at + DAY, entry)


async def _nodes(sample: Sample) -> None:
    at = BEGAN + 3 * HOUR
    await sample.store.write_heartbeat(Heartbeat("node-1", 7, at, "[]"))
    await sample.store.write_people_here(PeopleOfNode("node-1", at, frozenset({ALICE.id, ERIN.id}), 2))
