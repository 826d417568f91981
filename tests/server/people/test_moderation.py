"""The moderation page: operators' view and actions, refused to all others."""

from __future__ import annotations

import pytest

from quincunx.club.moderation import acts
from tests.server.people.conftest import Browser, Clubhouse
from tests.server.people.test_safety import CASUAL, played, say

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def ada(club: Clubhouse) -> Browser:
    return club.browser()


async def promote(club: Clubhouse, browser: Browser, name: str = "Ada") -> None:
    await browser.account(name)
    row = await club.store.person(await browser.person())
    assert row is not None
    assert await acts.set_operator(club.store, row, True, "operator root", club.clock.at)
    club.forget_sessions()


async def test_a_report_is_read_acted_on_and_closed(club: Clubhouse, ada: Browser) -> None:
    rude, other = await club.browser().hello(), await club.browser().hello()
    await promote(club, ada)
    table = await played(other, rude, CASUAL)
    await say(rude, table, 1, "something rude", "one")
    await other.ask("POST", "/api/reports", {"table": table, "seat": 1, "why": "rude"}, 204)
    assert (await ada.ask("GET", "/api/me"))["is_operator"]
    (report,) = (await ada.ask("GET", "/api/moderation/reports"))["reports"]
    assert [line["text"] for line in report["said"]] == ["something rude"]
    person = report["reported"]["id"]
    assert person == await rude.person()
    banned = await ada.ask("POST", f"/api/moderation/people/{person}/ban", {"reason": "rude"}, 200)
    assert (banned["banned_at"], banned["ban_reason"]) == (club.clock.at, "rude")
    assert await rude.refused("GET", "/api/me") == "403 banned"
    assert not (await ada.ask("DELETE", f"/api/moderation/people/{person}/ban"))["banned_at"]
    await rude.ask("GET", "/api/me")
    await ada.ask("POST", f"/api/moderation/reports/{report['id']}/close", status=204)
    assert (await ada.ask("GET", "/api/moderation/reports"))["reports"] == []
    (closed,) = (await ada.ask("GET", "/api/moderation/reports?closed=true"))["reports"]
    assert closed["id"] == report["id"]
    found = (await ada.ask("GET", "/api/moderation/acts"))["acts"]
    assert [(each["act"], each["actor"], each["is_account"]) for each in found] == [
        ("close_report", "Ada", True),
        ("unban", "Ada", True),
        ("ban", "Ada", True),
        ("operator", "root", False),
    ]


async def test_people_are_found_and_listed_in_pages(club: Clubhouse, ada: Browser) -> None:
    await promote(club, ada)
    for _ in range(26):
        await club.browser().hello()
    first = await ada.ask("GET", "/api/moderation/people")
    second = await ada.ask("GET", f"/api/moderation/people?after={first['after']}")
    assert (len(first["people"]), len(second["people"]), second["after"]) == (25, 2, None)
    assert len({each["id"] for each in (*first["people"], *second["people"])}) == 27
    (me,) = (await ada.ask("GET", "/api/moderation/people?text=ADA&which=operators"))["people"]
    assert (me["name"], me["is_operator"]) == ("Ada", True)
    assert await ada.refused("GET", "/api/moderation/people?after=x") == "400 malformed"


async def test_no_other_person_moderates(club: Clubhouse, ada: Browser) -> None:
    await promote(club, ada)
    guest, account, other = club.browser(), club.browser(), club.browser()
    await guest.hello()
    await account.account("Bo")
    await promote(club, other, "Cy")
    token = (await ada.ask("POST", "/api/account/tokens", {"name": "x", "scopes": ["read", "play"]}, 201))[
        "secret"
    ]
    ban = f"/api/moderation/people/{await guest.person()}/ban"
    asked = (("GET", "reports"), ("GET", "people"), ("GET", "acts"), ("POST", "reports/r1/close"))
    for method, path in asked:
        for browser in (guest, account):
            assert await browser.refused(method, f"/api/moderation/{path}") == "403 operators-only"
        assert await club.browser().refused(method, f"/api/moderation/{path}") == "401 no-cookie"
    assert await account.refused("POST", ban, {"reason": ""}) == "403 operators-only"
    answer = await club.browser().http.get(
        "/api/moderation/people", headers={"authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 403
    protected = f"/api/moderation/people/{await other.person()}/ban"
    assert await ada.refused("POST", protected, {"reason": ""}) == "409 operator-protected"
    assert await ada.refused("POST", "/api/moderation/people/nobody/ban", {"reason": ""}) == "404 person-gone"
    # A former operator is refused at once, whatever this node still caches.
    row = await club.store.person(await ada.person())
    assert row is not None
    await acts.set_operator(club.store, row, False, "operator root", club.clock.at)
    assert (await ada.refused("POST", ban, {"reason": ""})).startswith("403")
    assert (await guest.ask("GET", "/api/me"))["name"]
