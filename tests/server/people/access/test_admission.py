"""Access by setting: what guests, newcomers and accounts may do on a server that is not open to all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quincunx.club.invitations import InvitationRow
from quincunx.server.people.access.admission import Admission
from quincunx.server.people.identity import digest
from quincunx.server.settings import Access
from tests.server.people.conftest import Browser, Clubhouse
from tests.server.support import CINCO, PROMISE, SOLITAIRE

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True)
def restored(club: Clubhouse) -> Iterator[None]:
    """The server admits everyone again after the test."""
    before = club.state.admission
    yield
    club.state.admission = before


def admits(club: Clubhouse, access: Access) -> None:
    club.state.admission = Admission(access, club.state.sessions)


async def test_a_guest_needs_an_account_to_play_and_not_to_watch(club: Clubhouse, browser: Browser) -> None:
    host = await browser.hello()
    table = (await host.ask("POST", "/api/tables", CINCO))["id"]
    admits(club, "accounts")
    guest = await club.browser().hello()
    version = (await guest.ask("GET", f"/api/tables/{table}"))["version"]
    sit = {"key": "k1", "version": version, "command": {"type": "sit_down", "seat": 1, "commitment": PROMISE}}
    refused = [
        await guest.refused("POST", "/api/tables", SOLITAIRE),
        await guest.refused("POST", f"/api/tables/{table}/commands", sit),
        await guest.refused("POST", "/api/days/today/cinco"),
        await guest.refused("POST", "/api/tournaments/none/commands", {"type": "join"}),
    ]
    assert refused == ["403 needs-account"] * 4
    await guest.account("Grace")
    assert (await guest.ask("POST", f"/api/tables/{table}/commands", sit))["version"] > version
    await guest.ask("POST", "/api/tables", SOLITAIRE)


async def test_a_closed_server_takes_no_newcomer_and_keeps_its_people(
    club: Clubhouse, browser: Browser
) -> None:
    await browser.account()
    guest = await club.browser().hello()
    admits(club, "closed")
    newcomer = club.browser()
    assert await newcomer.refused("GET", "/api/me") == "403 closed-to-newcomers"
    assert await newcomer.refused("PUT", "/api/me", {"name": "Ned"}) == "403 closed-to-newcomers"
    await guest.ask("POST", "/api/tables", SOLITAIRE)
    await guest.account("Grace")
    await newcomer.sign_in()
    assert await newcomer.name() == "Ada"


async def test_a_newcomer_uses_an_invitation_and_others_need_none(club: Clubhouse, browser: Browser) -> None:
    guest = await browser.hello()
    admits(club, "invitation")
    until = club.clock.now() + 1000
    await club.store.add_invitation(InvitationRow("i1", digest("secret"), 1, until, club.clock.now()))
    link = {"invitation": "secret"}
    await guest.ask("POST", "/api/me/invited", link)
    newcomer, late = club.browser(), club.browser()
    assert await newcomer.refused("GET", "/api/me") == "403 needs-invitation"
    wrong = await newcomer.refused("POST", "/api/me/invited", {"invitation": "wrong"})
    assert wrong == "403 invitation-ended"
    name = (await newcomer.ask("POST", "/api/me/invited", link))["name"]
    assert await newcomer.name() == name
    await newcomer.ask("POST", "/api/tables", SOLITAIRE)
    assert await late.refused("POST", "/api/me/invited", link) == "403 invitation-ended"
    admits(club, "open")
    await late.ask("POST", "/api/me/invited", link)
