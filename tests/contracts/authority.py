"""Contract of a store: changes that are made on the word of a session."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from quincunx.club.accounts.names import RESERVED_FOR
from quincunx.club.mail import new_mail
from quincunx.club.ports import NameTaken, NoSuchPerson, NotConfirmed, SessionEnded, Store
from quincunx.club.push import PushRow
from quincunx.club.rows import Authority, OneTimeSecret, PasskeyRow, TokenRow
from quincunx.club.safety import ReportRow
from quincunx.club.tournament.ports import TooManyTournaments
from tests.contracts.people import NOW, digest, person, session

ADA = Authority(digest("ada-1"), "ada")
Change = Callable[[Store, Authority], Awaitable[Any]]


def token(id: str = "t") -> TokenRow:
    return TokenRow(id, digest(f"token {id}"), "ada", "Bot", ("read", "play"), NOW)


def passkey(id: bytes = b"new") -> PasskeyRow:
    return PasskeyRow(id, "ada", b"public", 0, "club.example", "Phone", NOW)


def once(id: str = "o") -> OneTimeSecret:
    return OneTimeSecret(digest(f"once {id}"), "link", NOW + 9, "ada")


REPORT = ReportRow("r1", NOW, "ada", "eve", "Eve", "table", "[]", "")
MAIL = new_mail("m", "confirm", "a@b.example", "ada", "en", NOW)
PUSH = PushRow("ada-1", "ada", "https://push.example/1", b"p", b"a", b"k", "en", NOW)

CHANGES: dict[str, Change] = {
    "rename": lambda store, by: store.rename("ada", "Adele", "adele", NOW, by),
    "set_password": lambda store, by: store.set_password("ada", "thief's", NOW, by, ends_others=True),
    "add_passkey": lambda store, by: store.add_passkey(passkey(), 9, by),
    "remove_passkey": lambda store, by: store.remove_passkey("ada", b"key", by),
    "set_codes": lambda store, by: store.set_codes("ada", [digest("thief's")], by),
    "ask_for_address": lambda store, by: store.ask_for_address("ada", "a@b.example", MAIL, by),
    "choose_mail": lambda store, by: store.choose_mail("ada", False, False, by),
    "remove_address": lambda store, by: store.remove_address("ada", NOW, "told", by),
    "read_operator_link": lambda store, by: store.read_operator_link("ada", by),
    "keep_once": lambda store, by: store.add_one_time_secret(once(), by),
    "add_token": lambda store, by: store.add_token(token(), 9, by),
    "end_token": lambda store, by: store.end_token("ada", "old", by),
    "end_session": lambda store, by: store.end_session("ada", "ada-2", by),
    "end_sessions": lambda store, by: store.end_sessions("ada", by),
    "delete": lambda store, by: store.delete("ada", NOW, by),
    "keep_push": lambda store, by: store.keep_push(PUSH, by),
    "block": lambda store, by: store.block("ada", "eve", "Eve", NOW, 9, by),
    "unblock": lambda store, by: store.unblock("ada", ["eve"], by),
    "report": lambda store, by: store.report(REPORT, by),
}


class AuthorityContract:
    """See the module."""

    async def _ada(self, store: Store) -> None:
        """An account with everything that can be changed, and two devices."""
        await store.add_guest(person("ada"), session("ada"))
        await store.make_account("ada", "Ada", "ada", "hash", [digest("code")], NOW)
        await store.add_passkey(passkey(b"key"), 9)
        await store.add_token(token("old"), 9)
        await store.add_session(session("ada", "ada-2"))
        await store.block("ada", "eve", "Eve", NOW, 9)

    async def _everything(self, store: Store) -> Any:
        return await store.person_data("ada"), await store.by_name("ada"), await store.tokens("ada")

    async def _all_are_refused(self, store: Store, by: Authority, error: type[Exception]) -> None:
        """Every change is refused, and leaves everything as it was."""
        before = await self._everything(store)
        for what, change in CHANGES.items():
            with pytest.raises(error):
                await change(store, by)
            assert await self._everything(store) == before, what

    async def test_an_ended_session_changes_nothing(self, store: Store) -> None:
        await self._ada(store)
        await store.end_session("ada", "ada-1")
        await self._all_are_refused(store, ADA, SessionEnded)

    async def test_a_banned_person_changes_nothing(self, store: Store) -> None:
        await self._ada(store)
        await store.ban("ada", NOW, "spam")
        await self._all_are_refused(store, ADA, SessionEnded)

    async def _shown_ten_ago(self, store: Store) -> None:
        """Have the session's person show a credential ten milliseconds ago."""
        await self._ada(store)
        await store.end_session("ada", "ada-1")
        await store.add_session(session("ada", "ada-1", signed_in_at=NOW - 10))

    async def test_a_change_that_requires_a_credential_needs_it_in_the_store(self, store: Store) -> None:
        await self._shown_ten_ago(store)
        await self._all_are_refused(store, Authority(ADA.key, "ada", shown_since=NOW - 9), NotConfirmed)

    @pytest.mark.parametrize("what", CHANGES)
    async def test_a_credential_that_was_shown_recently_is_enough(self, store: Store, what: str) -> None:
        await self._shown_ten_ago(store)
        await CHANGES[what](store, Authority(ADA.key, "ada", shown_since=NOW - 10))

    async def test_a_session_is_not_that_of_another_person(self, store: Store) -> None:
        await self._ada(store)
        await store.add_guest(person("eve"), session("eve"))
        with pytest.raises(SessionEnded):
            await store.delete("ada", NOW, Authority(digest("eve-1"), "ada"))

    async def test_a_device_that_came_by_a_link_ends_nothing_of_others(self, store: Store) -> None:
        await self._ada(store)
        await store.add_session(session("ada", "link", how="link"))
        by = Authority(digest("link"), "ada", not_by_link=True)
        with pytest.raises(NotConfirmed):
            await store.end_sessions("ada", by)
        await store.signed_in(session("ada", "shown", signed_in_at=NOW, how="password"), "link")
        assert await store.end_sessions("ada", Authority(digest("shown"), "ada", not_by_link=True)) == 3

    async def test_a_token_speaks_for_its_person_and_confirms_nothing(self, store: Store) -> None:
        await self._ada(store)
        by = Authority(digest("token old"), "ada")
        assert await store.report(REPORT, by)
        with pytest.raises(NotConfirmed):
            await store.rename("ada", "Adele", "adele", NOW, Authority(by.key, "ada", shown_since=0))
        await store.end_token("ada", "old")
        with pytest.raises(SessionEnded):
            await store.unblock("ada", ["eve"], by)

    async def test_signing_out_everywhere_ends_programs_and_links_too(self, store: Store) -> None:
        await self._ada(store)
        await store.add_one_time_secret(once())
        assert await store.end_sessions("ada", ADA) == 2
        assert await store.token(digest("token old")) is None
        assert await store.take_link(digest("once o"), "link", NOW) is None

    async def test_a_sign_in_under_way_fails_when_all_sessions_end(self, store: Store) -> None:
        await self._ada(store)
        found = await store.by_name("ada")
        assert found is not None
        era = found[0].era
        await store.add_session(session("ada", "in-time"), era)
        for change in (
            store.end_sessions("ada"),
            store.set_password("ada", "other", NOW),
            store.set_codes("ada", [digest("c")]),
            store.end_all_sessions(),
            store.ban("ada", NOW, "spam"),
        ):
            row = await store.person("ada")
            assert row is not None
            await change
            with pytest.raises(NoSuchPerson):
                await store.add_session(session("ada", "late"), row.era)
            with pytest.raises(NoSuchPerson):
                await store.signed_in(session("ada", "late"), "in-time", row.era)
            await store.ban("ada", None, None)

    async def test_the_present_password_confirms_while_it_is_the_present_one(self, store: Store) -> None:
        await self._ada(store)
        row = await store.person("ada")
        assert row is not None
        await store.set_password("ada", "owner's", NOW)
        with pytest.raises(NotConfirmed):
            await store.set_password("ada", "thief's", NOW, Authority(ADA.key, "ada", era=row.era))
        await store.renew_hash("ada", "hash", "thief's")  # of a password that is no longer it
        found = await store.by_name("ada")
        assert found is not None
        assert found[1] == "owner's"

    async def test_a_change_at_once_with_the_end_of_its_session_comes_before_it_or_not_at_all(
        self, store: Store
    ) -> None:
        """Whatever the order is: nothing that the thief has set is there when the owner has signed out."""
        await self._ada(store)
        for number in range(8):
            await store.add_session(session("ada", f"owner-{number}"))
            await store.add_session(session("ada", f"thief-{number}"))
            owner, thief = (Authority(digest(f"{who}-{number}"), "ada") for who in ("owner", "thief"))
            row = await store.person("ada")
            assert row is not None
            await asyncio.gather(
                store.set_password("ada", "owner's", NOW, owner, ends_others=True),
                store.set_password("ada", "thief's", NOW, thief),
                store.add_token(token(f"thief-{number}"), 99, thief),
                store.add_one_time_secret(once(f"thief-{number}"), thief),
                store.add_session(session("ada", f"late-{number}"), row.era),
                return_exceptions=True,
            )
            found = await store.by_name("ada")
            assert found is not None
            assert found[1] == "owner's"
            assert list(await store.tokens("ada")) == []
            assert [each.id for each in await store.sessions("ada")] == [f"owner-{number}"]
            assert await store.take_link(digest(f"once thief-{number}"), "link", NOW) is None

    # ---- what is counted before it is added ------------------------------------------------------------

    async def test_limits_hold_however_many_ask_at_once(self, store: Store) -> None:
        await self._ada(store)
        await store.end_token("ada", "old")
        made = await asyncio.gather(*(store.add_token(token(f"t{n}"), 3) for n in range(8)))
        assert made.count(True) == len(await store.tokens("ada")) == 3
        added = await asyncio.gather(*(store.add_passkey(passkey(b"%d" % n), 3) for n in range(8)))
        assert added.count(True) == 2  # and the first one
        assert len((await store.credentials("ada")).passkeys) == 3
        blocked = await asyncio.gather(*(store.block("ada", f"b{n}", "B", NOW, 4) for n in range(8)))
        assert blocked.count(True) == 3
        codes = [[digest(f"{n}-{each}") for each in range(10)] for n in range(4)]
        await asyncio.gather(*(store.set_codes("ada", each) for each in codes))
        assert (await store.credentials("ada")).codes_left == 10
        told = await asyncio.gather(*(store.report(REPORT) for _ in range(4)))
        assert told.count(True) == 1

    async def test_an_account_takes_in_so_many_guests_also_when_they_come_at_once(self, store: Store) -> None:
        await self._ada(store)
        for number in range(20):
            await store.add_guest(person(f"g{number}"), session(f"g{number}"))
        merged = await asyncio.gather(*(store.merge(f"g{number}", "ada") for number in range(20)))
        assert merged.count(True) == 16

    async def test_a_guest_is_brought_along_by_a_session_of_theirs_alone(self, store: Store) -> None:
        await self._ada(store)
        await store.add_guest(person("guest"), session("guest"))
        await store.end_session("guest", "guest-1")
        with pytest.raises(SessionEnded):
            await store.merge("guest", "ada", Authority(digest("guest-1"), "guest"))
        await store.add_session(session("guest", "again"))
        by = Authority(digest("again"), "guest")
        row = await store.person("ada")
        assert row is not None
        assert not await store.merge("guest", "ada", by, row.era + 1)
        assert await store.merge("guest", "ada", by, row.era)

    async def test_a_player_joins_so_many_tournaments_also_when_they_join_them_at_once(
        self, store: Store
    ) -> None:
        from quincunx.club.tournament import commands
        from quincunx.club.tournament.wire import JoinTournament
        from tests.contracts.tournaments import new

        await self._ada(store)
        await store.add_guest(person("host"), session("host"))
        tournaments = [new(f"e{number}", "host") for number in range(6)]
        joins = []
        for each in tournaments:
            assert await store.make_tournament(each, 9)
            before = await store.tournament(each.id)
            assert before is not None
            after = commands.decide(before, JoinTournament(), ("ada",), NOW, lambda: "name")
            joins.append(store.keep_tournament(before, after, ADA, 2))
        done = await asyncio.gather(*joins, return_exceptions=True)
        assert done.count(True) == 2
        assert sum(isinstance(each, TooManyTournaments) for each in done) == 4

    # ---- names -----------------------------------------------------------------------------------------

    async def test_a_former_name_is_reserved_for_who_had_it(self, store: Store) -> None:
        await self._ada(store)
        await store.add_guest(person("eve"), session("eve"))
        await store.rename("ada", "Adele", "adele", NOW)
        assert await store.is_taken("ada", NOW)
        with pytest.raises(NameTaken):
            await store.make_account("eve", "Ada", "ada", "hash", [], NOW + 1)
        await store.make_account("eve", "Eve", "eve", "hash", [], NOW + 1)
        with pytest.raises(NameTaken):
            await store.rename("eve", "Ada", "ada", NOW + 1)
        await store.rename("ada", "Ada", "ada", NOW + 2)  # she takes it back
        assert await store.is_taken("adele", NOW + 2)
        await store.delete_expired(NOW + 2 + RESERVED_FOR)
        await store.rename("eve", "Adele", "adele", NOW + 3)

    async def test_a_person_renamed_by_the_operator_does_not_take_the_name_back(self, store: Store) -> None:
        await self._ada(store)
        await store.rename("ada", "Nice", "nice", NOW, gives_back=False)
        with pytest.raises(NameTaken):
            await store.rename("ada", "Ada", "ada", NOW + 1)

    async def test_a_freed_name_is_not_taken_at_once_by_another_account(self, store: Store) -> None:
        await self._ada(store)
        await store.add_guest(person("eve"), session("eve"))
        done = await asyncio.gather(
            store.rename("ada", "Adele", "adele", NOW),
            store.make_account("eve", "Ada", "ada", "hash", [], NOW),
            return_exceptions=True,
        )
        assert isinstance(done[1], NameTaken)
