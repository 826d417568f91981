"""``quincunx admin``: what an operator does is done, said, and on record."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from quincunx.adapters.store.sql import SqlStore
from quincunx.club.accounts.names import key_of
from quincunx.club.mail import new_mail
from quincunx.club.rows import OneTimeSecret, PersonRow, SessionRow
from quincunx.club.safety import ReportRow
from quincunx.server.people.identity import digest
from quincunx.table.wire.table import SaidLine
from tests.cli.conftest import Done, Quincunx

NOW = 1_800_000_000_000
Admin = Callable[..., Done]
ADA, GUEST = "a" * 22, "g" * 22


def with_store(folder: Path, work: Callable[[SqlStore], Awaitable[Any]]) -> Any:
    """Do this with the store of a data folder, open."""

    async def run() -> Any:
        store = SqlStore(f"sqlite:{folder / 'people.sqlite'}")
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


@pytest.fixture
def admin(quincunx: Quincunx, tmp_path: Path) -> Admin:
    """``admin("find", "Ada")`` on a server with an account and a guest."""

    async def fill(store: SqlStore) -> None:
        for id, name in ((ADA, "Amber Fox"), (GUEST, "Quiet Heron")):
            session = SessionRow(f"s-{id}", id.encode(), id, NOW, NOW, "", "guest")
            await store.add_guest(PersonRow(id, name, NOW, NOW), session)
        await store.make_account(ADA, "Adelaide", "adelalde", "hash", [], NOW)

    with_store(tmp_path, fill)
    return lambda *words: quincunx("admin", *words, "--data", str(tmp_path))


def person(folder: Path, id: str) -> Any:
    return with_store(folder, lambda store: store.person(id))


def audit_entries(folder: Path) -> list[tuple[str, str, str]]:
    found = with_store(folder, lambda store: store.audit_entries(None, 50))
    assert all(each.actor.startswith("operator ") for each in found)
    return [(each.act, each.person, each.note) for each in found]


def test_people_are_found(admin: Admin) -> None:
    assert admin("find", "adel").out == f"{ADA}  account  2027-01-15  Adelaide\n"
    assert admin("find", GUEST).out == f"{GUEST}  guest  2027-01-15  Quiet Heron\n"
    assert len(admin("find", "").out.splitlines()) == 2
    assert admin("find", "nobody") == (1, "", "quincunx: No one found.\n")


@pytest.mark.parametrize("who", [ADA, "Adelaide", "ADELA1DE"])
def test_a_person_is_renamed(who: str, admin: Admin, tmp_path: Path) -> None:
    assert admin("rename", who, "Adele").out == "Adelaide is now called Adele.\n"
    assert (person(tmp_path, ADA).name, person(tmp_path, ADA).name_key) == ("Adele", "adele")
    assert audit_entries(tmp_path) == [("rename", ADA, "Adelaide → Adele")]


def test_a_link_opens_an_account_once(admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINCUNX_PAGES", "https://play.club.example/")
    done = admin("link", "Adelaide")
    assert (done.code, done.err) == (0, "")
    address, _, secret = done.out.strip().partition("#")
    assert address == "https://play.club.example/enter/operator"
    assert audit_entries(tmp_path) == [("link", ADA, "")]
    assert secret not in str(with_store(tmp_path, lambda store: store.person_data(ADA)))
    take = lambda store: store.take_link(digest(secret), "operator", 0)  # noqa: E731  # it is used twice
    assert with_store(tmp_path, take).id == ADA
    assert with_store(tmp_path, take) is None


def test_the_owners_address_is_told_of_a_link(admin: Admin, tmp_path: Path) -> None:
    async def confirm(store: SqlStore) -> None:
        await store.ask_for_address(
            ADA, "a@b.example", new_mail("m", "confirm", "a@b.example", ADA, "en", NOW)
        )
        link = OneTimeSecret(b"link", "address", NOW + 9, ADA, "a@b.example")
        await store.add_mailed_link(link, "m")
        await store.end_mail("m")
        await store.confirm_address(b"link", NOW, "told")

    with_store(tmp_path, confirm)
    secret = admin("link", ADA).out.strip().partition("#")[2]
    at = time.time_ns() // 1_000_000
    rows = with_store(tmp_path, lambda store: store.take_mail(at, 9))
    assert [(row.kind, row.note, row.address) for row in rows] == [("changed", "link", "a@b.example")]
    assert secret not in str(rows)


def test_a_link_without_a_known_address_begins_with_its_path(admin: Admin) -> None:
    done = admin("link", ADA)
    assert done.out.startswith("/enter/operator#")
    assert done.err == "Put the address of your server in front of it, or set QUINCUNX_PAGES.\n"


def test_a_link_is_for_accounts_that_may_come_back(admin: Admin, tmp_path: Path) -> None:
    assert admin("link", GUEST) == (1, "", "quincunx: Quiet Heron is a guest and has no account.\n")
    admin("ban", ADA, "--reason", "spam")
    assert admin("link", ADA) == (1, "", "quincunx: Adelaide is banned; lift the ban first.\n")
    assert [act for act, _, _ in audit_entries(tmp_path)] == ["ban"]


def test_an_invitation_is_printed_listed_and_ended(admin: Admin, tmp_path: Path) -> None:
    link = admin("invite", "--uses", "3", "--days", "2").out.strip()
    assert link.startswith("/invited#")
    (row,) = with_store(tmp_path, lambda store: store.invitations(0))
    assert (row.hash, row.uses) == (digest(link.partition("#")[2]), 3)
    assert row.until - row.made_at == 2 * 86_400_000
    line = admin("invitations").out.strip()
    assert line.startswith(f"{row.id}  ")
    assert line.endswith("  × 3")
    assert admin("invitations", "--end", row.id).out == f"The invitation {row.id} no longer works.\n"
    assert admin("invitations", "--end", row.id).err == f"quincunx: There’s no invitation “{row.id}”.\n"
    assert admin("invitations").out == ""
    assert admin("invite", "--uses", "0").code == 1
    assert [act for act, _, _ in audit_entries(tmp_path)] == ["end_invitation", "invite"]


def test_a_club_is_created_and_handed_over(admin: Admin, tmp_path: Path) -> None:
    async def another(store: SqlStore) -> None:
        await store.add_guest(
            PersonRow("b", "Bo", NOW, NOW), SessionRow("sb", b"b", "b", NOW, NOW, "", "guest")
        )
        await store.make_account("b", "Boris", key_of("Boris"), "hash", [], NOW)

    with_store(tmp_path, another)
    done = admin("club", "Chess-Cafe", "Adelaide", "--title", "Chess Café")
    assert done.out == "The club chess-cafe is created. Adelaide owns it.\n"
    assert admin("club", "chess-cafe", "boris").out == "Boris owns the club chess-cafe now.\n"
    found = with_store(tmp_path, lambda store: store.club("chess-cafe"))
    assert found.settings.title == "Chess Café"
    standings = [(each.person, each.standing) for each in found.belonging]
    assert standings == [("b", "owner"), (ADA, "organiser")]
    assert admin("club", "other", GUEST)[0] == 1
    assert admin("club", "x", "boris")[0] == 1
    assert [each[0] for each in audit_entries(tmp_path)] == ["club", "club"]


def test_names_that_are_not_allowed(admin: Admin, tmp_path: Path) -> None:
    assert admin("rename", GUEST, "Adelaide").code == 0, "a guest may be called like anybody"
    assert "only visible characters" in admin("rename", GUEST, "a\u202eb").err
    assert "has that name already" in admin("rename", ADA, "Quincunx").err
    assert [act for act, _, _ in audit_entries(tmp_path)] == ["rename"]


def test_a_person_is_banned_and_unbanned(admin: Admin, tmp_path: Path) -> None:
    assert admin("ban", "Adelaide", "--reason", "spam").out == "Adelaide is banned.\n"
    assert person(tmp_path, ADA).ban_reason == "spam"
    assert admin("find", "adel").out.startswith(f"{ADA}  banned ")
    assert admin("unban", "Adelaide").out == "Adelaide is no longer banned.\n"
    assert person(tmp_path, ADA).banned_at is None
    assert admin("unban", "Adelaide").err == "quincunx: Adelaide isn’t banned.\n"
    assert audit_entries(tmp_path) == [("unban", ADA, ""), ("ban", ADA, "spam")]
    assert admin("ban", "Adelaide").code == 2, "a reason belongs to it"


def test_an_id_may_begin_with_a_hyphen(admin: Admin, tmp_path: Path) -> None:
    with_store(
        tmp_path,
        lambda store: store.add_guest(
            PersonRow("-x9", "Shy Wren", NOW, NOW), SessionRow("s", b"s", "-x9", NOW, NOW, "", "guest")
        ),
    )
    assert admin("find", "-x9").out.startswith("-x9  guest ")
    assert admin("ban", "-x9", "--reason", "spam").out == "Shy Wren is banned.\n"
    assert admin("operator", "-x9").err == "quincunx: Shy Wren is a guest and has no account.\n"
    assert "-x9" in admin("log", "-x9").out
    assert admin("unban", "-x9").out == "Shy Wren is no longer banned.\n"
    assert admin("unban", "--nonsense").code == 1


def test_a_refusal_is_in_the_language_of_the_caller(admin: Admin) -> None:
    words = ("rename", "Adelaide", "x" * 99)
    english, german = admin(*words), admin(*words, "--lang", "de")
    assert (english.code, german.code) == (1, 1)
    assert german.err == "quincunx: Ein Name hat 1 bis 24 Zeichen.\n"
    assert english.err != german.err


def test_sessions_are_ended(admin: Admin, tmp_path: Path) -> None:
    assert admin("sign-out", "Adelaide").out == "Adelaide is signed out (1 session).\n"
    alive = with_store(tmp_path, lambda store: store.existing_credentials([ADA.encode(), GUEST.encode()]))
    assert alive == {GUEST.encode()}
    assert admin("sign-out", "--everybody").out == "1 session has been ended.\n"
    assert with_store(tmp_path, lambda store: store.existing_credentials([GUEST.encode()])) == frozenset()
    for words in ((), ("Adelaide", "--everybody")):
        assert admin("sign-out", *words).err == ("quincunx: Choose who to sign out, or use --everybody.\n")
    assert [act for act, _, _ in audit_entries(tmp_path)] == ["sign_out", "sign_out"]


def test_no_person_is_deleted_by_a_slip(admin: Admin, tmp_path: Path) -> None:
    assert "This would permanently delete" in admin("delete", "Adelaide").err
    assert person(tmp_path, ADA).deleted_at is None
    assert admin("delete", "Adelaide", "--yes").out == f"{ADA} is deleted.\n"
    assert person(tmp_path, ADA).name == "Somebody"
    assert "No one has the id or account name" in admin("delete", ADA, "--yes").err
    assert admin("find", ADA).out.startswith(f"{ADA}  deleted  ")


def test_the_record_is_shown(admin: Admin) -> None:
    admin("ban", "Adelaide", "--reason", "spam")
    admin("sign-out", GUEST)
    lines = admin("log").out.splitlines()
    assert [line.split("  ")[2] for line in lines] == ["sign_out", "ban"]
    assert admin("log", ADA).out.splitlines() == [lines[1]]
    assert lines[1].endswith(f"{ADA}  spam")


def test_reports_are_read_and_closed(admin: Admin, tmp_path: Path) -> None:
    said = [
        SaidLine(1, NOW, "oops", None),
        SaidLine(1, NOW, None, "rude words"),
        SaidLine(1, NOW, None, None),
    ]
    report = ReportRow(
        "r1", NOW, ADA, GUEST, "Quiet Heron", "table-1", msgspec.json.encode(said).decode(), "he is rude"
    )
    with_store(tmp_path, lambda store: store.report(report))
    with_store(tmp_path, lambda store: store.report(replace(report, id="r2", at=NOW + 1, tab="t", why="")))
    of_chat = replace(report, id="r3", at=NOW + 2, tab="", tournament="cup")
    with_store(tmp_path, lambda store: store.report(of_chat))
    lines = admin("reports").out.splitlines()
    assert "r3  2027-01-15T08:00:00+00:00  tournament cup" in lines
    assert lines[:6] == [
        "r1  2027-01-15T08:00:00+00:00  table table-1",
        f"  about {GUEST}, called Quiet Heron (guest); by {ADA}",
        "  why: he is rude",
        "  2027-01-15T08:00:00+00:00  (oops)",
        "  2027-01-15T08:00:00+00:00  rude words",
        "  2027-01-15T08:00:00+00:00  (removed)",
    ]
    assert lines[6].startswith("r2  ")
    assert admin("reports", "r1").out == "Report r1 is closed.\n"
    assert admin("reports", "r1").err == "quincunx: There’s no open report “r1”.\n"
    assert admin("reports").out.startswith("r2  ")
    assert admin("reports", "--closed").out.startswith("r1  ")
    assert audit_entries(tmp_path) == [("close_report", GUEST, "r1")]


def test_a_report_marks_guests_and_not_members(admin: Admin, tmp_path: Path) -> None:
    of_guest = ReportRow("r1", NOW, ADA, GUEST, "Ada", "table-1", "[]", "")
    of_member = ReportRow("r2", NOW + 1, GUEST, ADA, "Ada", "table-1", "[]", "")

    async def told(store: SqlStore) -> None:
        for report in (of_guest, of_member):
            await store.report(report)

    with_store(tmp_path, told)
    about = [line for line in admin("reports").out.splitlines() if line.startswith("  about")]
    assert about == [
        f"  about {GUEST}, called Ada (guest); by {ADA}",
        f"  about {ADA}, called Ada; by {GUEST}",
    ]


def test_where_there_is_nothing_nothing_is_made(quincunx: Quincunx, tmp_path: Path) -> None:
    done = quincunx("admin", "find", "", "--data", str(tmp_path))
    assert (done.code, done.err) == (
        1,
        f"quincunx: {tmp_path}/people.sqlite not found. Has a server been run here?\n",
    )
    assert list(tmp_path.iterdir()) == []
    assert "--reason" in quincunx("admin", "ban", "--help").out


def test_accounts_become_operators_and_cease_to_be(admin: Admin, tmp_path: Path) -> None:
    assert admin("operator", GUEST) == (1, "", "quincunx: Quiet Heron is a guest and has no account.\n")
    assert admin("operator", "adelaide").out == "Adelaide is an operator.\n"
    assert admin("operator").out.endswith("  Adelaide\n")
    assert admin("operator", ADA, "--remove").out == "Adelaide is no operator.\n"
    assert admin("operator").out == ""
    assert audit_entries(tmp_path) == [("end_operator", ADA, ""), ("operator", ADA, "")]
