"""E-mail to accounts: confirmed addresses, links to sign in, and what strangers gain by asking."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from quincunx.club import limits
from quincunx.club.accounts.sessions import FRESH
from quincunx.club.mail import CONFIRM_LINK, PAUSES, SIGN_IN_LINK, Mail, MailOutcome
from quincunx.club.rows import AuditEntry
from tests.server.people.conftest import BETTER, Browser, Clock, Clubhouse
from tests.servers.stores import new_store

pytestmark = pytest.mark.asyncio(loop_scope="module")
ADA = "ada@home.example"


class Letterbox:
    """A postman who keeps what he is given, and does as the test says."""

    def __init__(self) -> None:
        self.mails: list[Mail] = []
        self.outcome: MailOutcome = "sent"

    async def send(self, mail: Mail) -> MailOutcome:
        self.mails.append(mail)
        return self.outcome


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def the_club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Clubhouse]:
    """A server that sends e-mail."""
    folder = tmp_path_factory.mktemp("mail")
    one = Clubhouse(folder, Clock(), new_store(folder))
    one.postman = Letterbox()
    async with one.open():
        yield one


@pytest.fixture
def box(club: Clubhouse) -> Letterbox:
    assert isinstance(club.postman, Letterbox)
    club.postman.mails.clear()
    club.postman.outcome = "sent"
    return club.postman


async def sent(club: Clubhouse, box: Letterbox) -> list[Mail]:
    """Send everything due now, and return the messages since the last time."""
    await club.state.mails.send_due()
    mails = list(box.mails)
    box.mails.clear()
    return mails


def links(mail: Mail, page: str) -> list[str]:
    """The secrets of a message's links to this page."""
    return re.findall(rf"^http://club\.example/{page}#([\w-]{{43}})$", mail.text, re.MULTILINE)


async def confirmed(club: Clubhouse, box: Letterbox, browser: Browser, address: str = ADA) -> None:
    """The account's owner gives an address, and confirms it on another device."""
    await browser.ask("PUT", "/api/account/mail", {"address": address, "language": "de"}, 204)
    [mail] = await sent(club, box)
    [secret] = links(mail, "confirm")
    told = await club.browser().ask("POST", "/api/account/mail/confirm", {"link": secret})
    assert told == {"name": await browser.name()}


async def asked(
    club: Clubhouse, box: Letterbox, address: str = ADA, network: str = "192.0.2.1"
) -> list[Mail]:
    """Request a link to sign in."""
    body = {"address": address, "language": "fr"}
    answer = await club.browser(address=network).http.post("/api/sign-in/mail", json=body)
    assert (answer.status_code, answer.content) == (204, b"")
    return await sent(club, box)


async def test_an_address_belongs_to_an_account_once_it_is_confirmed(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    await browser.account()
    assert (await browser.ask("GET", "/api/me"))["has_mail"]
    nothing = {"address": None, "pending": None, "signs_in": True, "tells_changes": True}
    assert (await browser.ask("GET", "/api/account"))["mail"] == nothing
    await browser.ask("PUT", "/api/account/mail", {"address": ADA, "language": "de"}, 204)
    assert (await browser.ask("GET", "/api/account"))["mail"] == {**nothing, "pending": ADA}
    [mail] = await sent(club, box)
    assert (mail.to, mail.language) == (ADA, "de")
    assert "Das Konto „Ada“ bei club.example" in mail.text
    [secret] = links(mail, "confirm")
    # To open its page, as mail programs do by themselves, does nothing.
    await club.browser().http.get("/confirm")
    assert await asked(club, box) == []
    await club.browser().ask("POST", "/api/account/mail/confirm", {"link": secret})
    assert (await browser.ask("GET", "/api/account"))["mail"] == {**nothing, "address": ADA}
    again = await club.browser().refused("POST", "/api/account/mail/confirm", {"link": secret})
    assert again == "401 bad-link"


async def test_a_mailed_link_signs_in_once_and_shows_who_it_is(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    await browser.account()
    await confirmed(club, box, browser)
    [mail] = await asked(club, box, " ADA@home.EXAMPLE ")
    assert mail.to == ADA.upper().replace("HOME.EXAMPLE", "home.example")
    [secret] = links(mail, "enter/mail")
    phone = club.browser()
    for kind in ("link", "operator"):  # the page of another kind of link does not open it
        assert (
            await phone.refused("POST", "/api/sign-in/link", {"link": secret, "kind": kind}) == "401 bad-link"
        )
    told = await phone.ask("POST", "/api/sign-in/link", {"link": secret, "kind": "mail"})
    assert told["me"]["name"] == "Ada"
    assert await phone.person() == await browser.person()
    assert (
        await phone.refused("POST", "/api/sign-in/link", {"link": secret, "kind": "mail"}) == "401 bad-link"
    )
    await phone.ask("PUT", "/api/account/password", {"password": BETTER}, 204)
    await club.browser().sign_in("Ada", BETTER)
    acts = [each.act for each in await club.store.audit_entries(await phone.person(), 9)]
    assert acts[:3] == ["password_changed", "mail_link_used", "address_confirmed"]


async def test_links_end_in_time(club: Clubhouse, box: Letterbox, browser: Browser) -> None:
    await browser.account()
    await browser.ask("PUT", "/api/account/mail", {"address": ADA}, 204)
    [secret] = links((await sent(club, box))[0], "confirm")
    club.clock.at += CONFIRM_LINK
    refusal = await club.browser().refused("POST", "/api/account/mail/confirm", {"link": secret})
    assert refusal == "401 bad-link"
    await browser.sign_in()
    await confirmed(club, box, browser)
    [secret] = links((await asked(club, box))[0], "enter/mail")
    club.clock.at += SIGN_IN_LINK
    refusal = await club.browser().refused("POST", "/api/sign-in/link", {"link": secret, "kind": "mail"})
    assert refusal == "401 bad-link"


async def test_no_answer_reveals_whether_an_address_is_known(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    await browser.account()
    await confirmed(club, box, browser)
    said: dict[str, list[tuple[int, str]]] = {}
    for number, address in enumerate((ADA, "eve@home.example")):
        stranger = club.browser(address=f"203.0.113.{number}")
        said[address] = []
        for _ in range(7):
            body = {"address": address}
            answer = await stranger.http.post("/api/sign-in/mail", json=body)
            said[address].append((answer.status_code, answer.text))
    # Each is written down before anybody looks whether there is an account.
    rows = await club.store.take_mail(club.clock.at, 99)
    assert Counter(row.address for row in rows) == {ADA: 5, "eve@home.example": 5}
    club.clock.at += PAUSES[0]
    assert said[ADA] == said["eve@home.example"]
    assert [status for status, _ in said[ADA]] == [204] * 5 + [429] * 2
    mails = await sent(club, box)
    assert {mail.to for mail in mails} == {ADA}
    assert not await club.store.take_mail(club.clock.at + PAUSES[-1], 99), "nothing is left of it"


async def test_one_network_asks_for_so_many_and_no_more(club: Clubhouse, box: Letterbox) -> None:
    most = int(limits.MAILED_LINKS_OF_ADDRESS.burst)
    for number in range(most):
        assert await asked(club, box, f"a{number}@home.example", f"192.0.2.{number}") == []
    refusal = await club.browser(address="192.0.2.200").refused(
        "POST", "/api/sign-in/mail", {"address": "one@more.example"}
    )
    assert refusal == "429 too-many-tries"


async def test_an_account_writes_to_so_many_strangers_and_no_more(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    await browser.account()
    given = lambda address: {"address": address}  # noqa: E731  # it is used twice
    for number in range(int(limits.MAIL_ADDRESSES.burst)):
        await browser.ask("PUT", "/api/account/mail", given(f"a{number}@b.example"), 204)
    assert await browser.refused("PUT", "/api/account/mail", given("z@b.example")) == "429 too-many-tries"
    # To one stranger not even many accounts write more.
    answers: list[str] = []
    for number in range(4):
        other = club.browser(address=f"198.51.100.{number}")
        await other.account(f"Account {number}")
        answer = await other.http.put("/api/account/mail", json=given("victim@b.example"))
        answers.append(str(answer.status_code))
    assert answers == ["204"] * 3 + ["429"]


async def test_no_secret_is_stored(club: Clubhouse, box: Letterbox, browser: Browser) -> None:
    await browser.account()
    await browser.ask("PUT", "/api/account/mail", {"address": ADA}, 204)
    waiting = await browser.ask("GET", "/api/me/data")
    [secret] = links((await sent(club, box))[0], "confirm")
    kept = await browser.ask("GET", "/api/me/data")
    assert [row["kind"] for row in waiting["people_outbox"]] == ["confirm"]
    assert [row["pending"] for row in kept["people_addresses"]] == [ADA]
    assert [row["note"] for row in kept["people_once"]] == [ADA]
    assert secret not in str(waiting)
    assert secret not in str(kept)
    assert "hash" not in kept["people_once"][0]


async def test_a_former_address_is_told_and_opens_nothing(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    await browser.account()
    await confirmed(club, box, browser)
    [secret] = links((await asked(club, box))[0], "enter/mail")
    await confirmed(club, box, browser, "new@home.example")
    [mail] = await sent(club, box)
    assert (mail.to, mail.language) == (ADA, "de")
    assert "verwendet jetzt eine andere E-Mail-Adresse" in mail.text
    assert "new@home.example" not in mail.text
    refusal = await club.browser().refused("POST", "/api/sign-in/link", {"link": secret, "kind": "mail"})
    assert refusal == "401 bad-link"
    assert await asked(club, box) == []
    assert [mail.to for mail in await asked(club, box, "new@home.example")] == ["new@home.example"]


async def test_an_earlier_link_confirms_its_own_address_alone(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    await browser.account()
    secrets = []
    for address in (ADA, "mallory@home.example"):
        await browser.ask("PUT", "/api/account/mail", {"address": address}, 204)
        secrets += links((await sent(club, box))[0], "confirm")
    await club.browser().ask("POST", "/api/account/mail/confirm", {"link": secrets[0]})
    mail = (await browser.ask("GET", "/api/account"))["mail"]
    assert (mail["address"], mail["pending"]) == (ADA, "mallory@home.example")


async def test_an_address_is_removed_and_told(club: Clubhouse, box: Letterbox, browser: Browser) -> None:
    await browser.account()
    await confirmed(club, box, browser)
    await browser.ask("DELETE", "/api/account/mail", status=204)
    [mail] = await sent(club, box)
    assert (mail.to, "verwendet diese E-Mail-Adresse nicht mehr" in mail.text) == (ADA, True)
    assert (await browser.ask("GET", "/api/account"))["mail"]["address"] is None
    assert await asked(club, box) == []


async def test_people_choose_what_is_mailed(club: Clubhouse, box: Letterbox, browser: Browser) -> None:
    await browser.account()
    await confirmed(club, box, browser)
    await browser.ask("POST", "/api/account/codes")
    assert ["Wiederherstellungscodes" in mail.text for mail in await sent(club, box)] == [True]
    [secret] = links((await asked(club, box))[0], "enter/mail")
    await browser.ask("PUT", "/api/account/mail/choices", {"signs_in": False, "tells_changes": False}, 204)
    await browser.ask("POST", "/api/account/codes")
    assert await sent(club, box) == []
    assert await asked(club, box) == []
    refusal = await club.browser().refused("POST", "/api/sign-in/link", {"link": secret, "kind": "mail"})
    assert refusal == "401 bad-link"


async def test_the_operators_link_is_mailed_to_the_owner(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    await browser.account()
    await confirmed(club, box, browser)
    await club.state.mails.tell_change(await browser.person(), "link")
    [mail] = await sent(club, box)
    assert "Die Administration hat einen Link" in mail.text
    assert "/enter/" not in mail.text


async def test_all_accounts_of_an_address_get_their_links(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    other = club.browser()
    await browser.account("Ada")
    await other.account("Bob")
    for each in (browser, other):
        await confirmed(club, box, each)
    [mail] = await asked(club, box)
    names = []
    for secret in links(mail, "enter/mail"):
        told = await club.browser().ask("POST", "/api/sign-in/link", {"link": secret, "kind": "mail"})
        names.append(told["me"]["name"])
    assert sorted(names) == ["Ada", "Bob"]


async def test_banned_and_deleted_people_get_nothing(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    await browser.account()
    await confirmed(club, box, browser)
    person = await browser.person()
    [secret] = links((await asked(club, box))[0], "enter/mail")
    await club.store.ban(person, club.clock.at, "spam")
    assert await asked(club, box) == []
    refusal = await club.browser().refused("POST", "/api/sign-in/link", {"link": secret, "kind": "mail"})
    assert refusal == "401 bad-link"
    await club.store.ban(person, None, None)
    club.forget_sessions()
    await browser.ask("DELETE", "/api/me", status=204)
    assert await asked(club, box) == []
    assert (await club.store.person_data(person))["people_addresses"] == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/api/account/mail", {"address": ADA}),
        ("DELETE", "/api/account/mail", None),
        ("PUT", "/api/account/mail/choices", {"signs_in": False, "tells_changes": True}),
    ],
)
async def test_changes_need_a_fresh_sign_in_of_an_account(
    method: str, path: str, body: Any, club: Clubhouse, browser: Browser
) -> None:
    await browser.hello()
    assert await browser.refused(method, path, body) == "409 no-account"
    await browser.account()
    club.clock.at += FRESH
    assert await browser.refused(method, path, body) == "403 sign-in-again"


async def test_a_failed_mail_is_retried_for_a_while(
    club: Clubhouse, box: Letterbox, browser: Browser
) -> None:
    await browser.account()
    await browser.ask("PUT", "/api/account/mail", {"address": ADA}, 204)
    box.outcome = "failed"
    secrets = links((await sent(club, box))[0], "confirm")
    assert await sent(club, box) == [], "not before its time"
    club.clock.at += PAUSES[0]
    box.outcome = "sent"
    secrets += links((await sent(club, box))[0], "confirm")
    assert secrets[0] != secrets[1]
    club.clock.at += PAUSES[-1]
    assert await sent(club, box) == []


async def test_an_undeliverable_mail_is_given_up(club: Clubhouse, box: Letterbox, browser: Browser) -> None:
    await browser.account()
    await confirmed(club, box, browser)
    box.outcome = "failed"
    await browser.ask("POST", "/api/account/codes")
    tries = 0
    for _ in range(20):
        tries += len(await sent(club, box))
        club.clock.at += PAUSES[-1]
    assert tries == len(PAUSES)
    box.outcome = "refused"
    assert len(await asked(club, box)) == 1
    club.clock.at += PAUSES[0]
    assert await sent(club, box) == []


async def test_guesses_at_an_address_are_limited(club: Clubhouse, browser: Browser) -> None:
    guess = {"link": "u" * 43}
    said = [await browser.refused("POST", "/api/account/mail/confirm", guess) for _ in range(11)]
    assert said == ["401 bad-link"] * 10 + ["429 too-many-tries"]


async def test_an_invalid_address_is_refused(club: Clubhouse, box: Letterbox, browser: Browser) -> None:
    await browser.account()
    for address in ("ada", "a@b.example\r\nBcc: c@d.example", "a@b.example,c@d.example"):
        assert await browser.refused("PUT", "/api/account/mail", {"address": address}) == "400 bad-address"
        assert await browser.refused("POST", "/api/sign-in/mail", {"address": address}) == "400 bad-address"
    assert await sent(club, box) == []


async def test_without_a_mail_server_nothing_is_shown_of_it(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("silent")
    silent = Clubhouse(folder, Clock(), new_store(folder))
    async with silent.open():
        browser = silent.browser()
        await browser.account()
        assert not (await browser.ask("GET", "/api/me"))["has_mail"]
        assert (await browser.ask("GET", "/api/account"))["mail"] is None
        assert await browser.refused("PUT", "/api/account/mail", {"address": ADA}) == "404 no-mail"
        assert await browser.refused("POST", "/api/sign-in/mail", {"address": ADA}) == "404 no-mail"
        entry = AuditEntry(silent.clock.at, "self", "rename", await browser.person())
        await silent.store.add_audit_entry(entry)
        await silent.state.mails.tell_change(await browser.person(), "rename")
        assert list(await silent.store.take_mail(silent.clock.at, 9)) == []
