"""The contract of every store of people. Provide ``closed``: a store that is not open, on nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from quincunx.club.accounts.names import RESERVED_FOR
from quincunx.club.accounts.sessions import IDLE, MOST_SESSIONS, UNTOUCHED
from quincunx.club.ports import NameTaken, NoSuchPerson, Store, StoreUnavailable, TokenTaken
from quincunx.club.rows import AuditEntry, Authority, OneTimeSecret, PasskeyRow, TokenRow
from quincunx.club.tournament import commands
from quincunx.club.tournament.rounds import OPEN_MILLISECONDS
from tests.club.tournament.support import plan
from tests.contracts.authority import AuthorityContract
from tests.contracts.clubs import ClubContract
from tests.contracts.days import DayContract
from tests.contracts.friends import FriendContract
from tests.contracts.heartbeats import HeartbeatContract
from tests.contracts.invitations import InvitationContract
from tests.contracts.mail import MailContract
from tests.contracts.moderation import ModerationContract
from tests.contracts.notifications import NotificationContract
from tests.contracts.people import NOW, digest, person, session
from tests.contracts.pushes import PushContract
from tests.contracts.puzzles import PuzzleContract
from tests.contracts.results import ResultContract
from tests.contracts.reviews import ReviewContract
from tests.contracts.safety import SafetyContract
from tests.contracts.seekers import SeekerContract
from tests.contracts.talk import TalkContract
from tests.contracts.tournaments import TournamentContract
from tests.contracts.vacations import VacationContract


def passkey(person: str, id: bytes = b"key", **more: Any) -> PasskeyRow:
    given: dict[str, Any] = {"public_key": b"public", "count": 0, "rp": "club.example", "name": "Phone"}
    return PasskeyRow(**{"id": id, "person": person, "made_at": NOW, **given, **more})


def token(person: str, id: str = "token", **more: Any) -> TokenRow:
    given: dict[str, Any] = {"name": "Bot", "scopes": ("read", "play"), "made_at": NOW}
    return TokenRow(**{"id": id, "hash": digest(id), "person": person, **given, **more})


class StoreContract(
    HeartbeatContract,
    ResultContract,
    ModerationContract,
    SafetyContract,
    FriendContract,
    SeekerContract,
    PushContract,
    TournamentContract,
    TalkContract,
    VacationContract,
    ClubContract,
    ReviewContract,
    DayContract,
    NotificationContract,
    MailContract,
    InvitationContract,
    PuzzleContract,
    AuthorityContract,
):
    @pytest.fixture
    def closed(self) -> Store:
        raise NotImplementedError

    @pytest.fixture
    async def store(self, closed: Store) -> AsyncIterator[Store]:
        await closed.open()
        yield closed
        await closed.close()

    async def _guest(self, store: Store, id: str = "ada", **more: Any) -> None:
        await store.add_guest(person(id, **more), session(id))

    async def _account(self, store: Store, id: str = "ada", key: str = "ada", secret: Any = "hash") -> None:
        await self._guest(store, id)
        await store.make_account(id, key.title(), key, secret, [digest(f"{id}-code")], NOW)

    # ---- opening ------------------------------------------------------------------------------------------

    async def test_it_is_open_from_open_to_close(self, closed: Store) -> None:
        with pytest.raises(StoreUnavailable):
            await closed.person("ada")
        await closed.open()
        await closed.check()
        await closed.close()
        with pytest.raises(StoreUnavailable):
            await closed.check()
        await closed.close()

    async def test_it_keeps_what_it_has(self, closed: Store) -> None:
        await closed.open()
        await self._guest(closed)
        await closed.close()
        await closed.open()
        assert await closed.person("ada") == person("ada")
        await closed.close()

    # ---- people and sessions -------------------------------------------------------------------------------

    async def test_a_guest_is_known_by_the_hash_of_a_session(self, store: Store) -> None:
        await self._guest(store)
        known = await store.session(digest("ada-1"))
        assert known is not None
        assert (known.person, known.session, known.token, known.aliases) == (
            person("ada"),
            session("ada"),
            None,
            (),
        )
        assert await store.session(digest("eve-1")) is None
        assert await store.person("eve") is None

    async def test_a_guest_is_added_once(self, store: Store) -> None:
        await self._guest(store)
        with pytest.raises(StoreUnavailable):
            await store.add_guest(person("ada"), session("ada", "thief"))
        assert [each.id for each in await store.sessions("ada")] == ["ada-1"]

    async def test_sessions_are_listed_and_ended(self, store: Store) -> None:
        await self._guest(store)
        for number in (2, 3, 4):
            await store.add_session(session("ada", f"ada-{number}", seen_at=NOW + number))
        assert [each.id for each in await store.sessions("ada")] == ["ada-4", "ada-3", "ada-2", "ada-1"]
        await self._guest(store, "eve")
        assert not await store.end_session("eve", "ada-2")
        assert await store.end_session("ada", "ada-2")
        assert not await store.end_session("ada", "ada-2")
        hashes = [digest(f"ada-{number}") for number in range(1, 5)]
        assert await store.existing_credentials(hashes) == {hashes[0], hashes[2], hashes[3]}
        await store.set_password("ada", "hash", NOW, Authority(hashes[2], "ada"), ends_others=True)
        assert await store.existing_credentials(hashes) == {hashes[2]}
        assert await store.end_sessions("ada") == 1
        assert await store.existing_credentials([*hashes, digest("eve-1")]) == {digest("eve-1")}

    async def test_all_sessions_of_all_people_end(self, store: Store) -> None:
        for each in ("ada", "eve"):
            await store.add_guest(person(each), session(each))
        assert await store.end_all_sessions() == 2
        assert await store.existing_credentials([digest("ada-1"), digest("eve-1")]) == frozenset()

    async def test_of_too_many_sessions_the_longest_unused_gives_way(self, store: Store) -> None:
        await self._guest(store, "ada")
        for number in range(MOST_SESSIONS):
            await store.add_session(session("ada", f"s{number}", seen_at=NOW + 1 + number))
        left = [each.id for each in await store.sessions("ada")]
        assert len(left) == MOST_SESSIONS
        assert "ada-1" not in left
        assert left[0] == f"s{MOST_SESSIONS - 1}"

    async def test_no_other_person_gets_a_session(self, store: Store) -> None:
        with pytest.raises(NoSuchPerson):
            await store.add_session(session("nobody"))
        await self._guest(store)
        await store.ban("ada", NOW, "spam")
        with pytest.raises(NoSuchPerson):
            await store.add_session(session("ada", "ada-2"))

    async def test_when_it_was_used_is_written_down(self, store: Store) -> None:
        await self._guest(store)
        await store.record_visit("ada-1", NOW + 5)
        known = await store.session(digest("ada-1"))
        assert known is not None
        assert known.session is not None
        assert (known.session.seen_at, known.person.seen_at) == (NOW + 5, NOW + 5)

    async def test_signing_in_gives_a_session_another_secret(self, store: Store) -> None:
        await self._guest(store)
        fresh = session(
            "ada", "new", hash=digest("fresh"), signed_in_at=NOW + 7, seen_at=NOW + 7, how="password"
        )
        assert await store.signed_in(fresh, "ada-1")
        assert not await store.signed_in(fresh, "ended")
        assert await store.session(digest("ada-1")) is None
        known = await store.session(digest("fresh"))
        assert known is not None
        assert known.session == session(
            "ada", hash=digest("fresh"), signed_in_at=NOW + 7, seen_at=NOW + 7, how="password"
        )

    async def test_names(self, store: Store) -> None:
        await self._guest(store)
        await store.rename("ada", "Ada", None, NOW)
        assert (await store.person("ada")) == person("ada", "Ada")
        with pytest.raises(NoSuchPerson):
            await store.rename("ada", "Ada", "ada", NOW)  # no account
        with pytest.raises(NoSuchPerson):
            await store.rename("nobody", "Ada", None, NOW)
        await self._account(store, "bob", "bob")
        await self._account(store, "eve", "eve")
        with pytest.raises(NameTaken):
            await store.rename("eve", "B0b", "bob", NOW)
        await store.rename("eve", "Eva", "eva", NOW)
        found = await store.by_name("eva")
        assert found is not None
        assert (found[0].id, found[0].name) == ("eve", "Eva")
        assert await store.by_name("eve") is None
        with pytest.raises(NoSuchPerson):
            await store.rename("eve", "Eva", None, NOW)

    # ---- accounts ------------------------------------------------------------------------------------------

    async def test_an_account_with_a_password(self, store: Store) -> None:
        await self._account(store)
        found = await store.by_name("ada")
        assert found == (person("ada", "Ada", name_key="ada", has_played=True), "hash")
        credentials = await store.credentials("ada")
        assert (credentials.passkeys, credentials.has_password, credentials.codes_left) == ((), True, 1)
        await store.set_password("ada", "other", NOW + 1)
        found = await store.by_name("ada")
        assert found is not None
        assert found[1] == "other"
        with pytest.raises(NoSuchPerson):  # it is no guest any more
            await store.make_account("ada", "Ada", "ada", "hash", [], NOW)

    async def test_of_two_who_want_a_name_one_has_it_and_the_other_nothing(self, store: Store) -> None:
        await self._guest(store, "ada")
        await self._guest(store, "eve")
        runs = [store.make_account(each, "Ada", "ada", f"hash-{each}", [], NOW) for each in ("ada", "eve")]
        done = await asyncio.gather(*runs, return_exceptions=True)
        assert sorted(type(each).__name__ for each in done) == ["NameTaken", "NoneType"]
        loser = "eve" if done[0] is None else "ada"
        assert await store.person(loser) == person(loser)
        assert not (await store.credentials(loser)).has_password

    async def test_passkeys(self, store: Store) -> None:
        await self._account(store, secret=passkey("ada"))
        found = await store.passkey(b"key")
        assert found is not None
        assert found[0] == passkey("ada")
        assert found[1].id == "ada"
        assert await store.passkey(b"none") is None
        assert await store.used_passkey(b"key", 0, 4, NOW + 2)
        assert not await store.used_passkey(b"key", 0, 4, NOW + 3)
        assert (await store.credentials("ada")).passkeys == (passkey("ada", count=4, used_at=NOW + 2),)
        assert not await store.remove_passkey("ada", b"key")  # the last way in
        assert await store.add_passkey(passkey("ada", b"two", made_at=NOW + 1), most=2)
        assert not await store.add_passkey(passkey("ada", b"three"), most=2)
        await self._account(store, "eve", "eve")
        assert not await store.add_passkey(passkey("eve", b"two"), most=2)  # already another person's
        assert not await store.remove_passkey("eve", b"key")
        assert await store.remove_passkey("ada", b"key")
        assert [each.id for each in (await store.credentials("ada")).passkeys] == [b"two"]
        await store.set_password("ada", "hash", NOW)
        assert await store.remove_passkey("ada", b"two")

    async def test_recovery_codes_are_good_once(self, store: Store) -> None:
        await self._account(store)
        await self._account(store, "eve", "eve")
        assert not await store.use_code("eve", digest("ada-code"))
        tries = await asyncio.gather(*(store.use_code("ada", digest("ada-code")) for _ in range(3)))
        assert sorted(tries) == [False, False, True]
        await store.set_codes("ada", [digest("new-1"), digest("new-2")])
        assert (await store.credentials("ada")).codes_left == 2
        await store.set_codes("ada", [digest("newer")])
        assert not await store.use_code("ada", digest("new-1"))
        assert await store.use_code("ada", digest("newer"))

    async def test_a_one_time_secret_is_valid_once_and_for_a_while(self, store: Store) -> None:
        await self._guest(store)
        await store.add_one_time_secret(OneTimeSecret(digest("a"), "link", NOW + 10, "ada"))
        assert await store.take_one_time_secret(digest("a"), "sign_in", NOW) is None  # another kind
        tries = await asyncio.gather(
            *(store.take_one_time_secret(digest("a"), "link", NOW) for _ in range(3))
        )
        assert [each for each in tries if each] == [OneTimeSecret(digest("a"), "link", NOW + 10, "ada")]
        await store.add_one_time_secret(OneTimeSecret(digest("b"), "sign_in", NOW + 10))
        assert await store.take_one_time_secret(digest("b"), "sign_in", NOW + 10) is None

    async def test_an_operators_link_replaces_the_one_before_and_is_told(self, store: Store) -> None:
        await self._account(store)
        await store.add_session(session("ada", "ada-2"))
        for number in (1, 2):
            entry = AuditEntry(NOW + number, "operator root", "link", "ada")
            await store.add_operator_link("ada", digest(f"link-{number}"), NOW + 50, entry)
        assert [each.at for each in await store.audit_entries("ada", 9)] == [NOW + 2, NOW + 1]
        known = await store.session(digest("ada-2"))
        assert known is not None
        assert known.person.operator_link_at == NOW + 2
        assert await store.take_link(digest("link-1"), "operator", NOW) is None
        assert await store.take_link(digest("link-2"), "link", NOW) is None, "it is of another kind"
        tries = [store.take_link(digest("link-2"), "operator", NOW) for _ in range(3)]
        assert [each.id for each in await asyncio.gather(*tries) if each] == ["ada"]
        await store.read_operator_link("ada", Authority(digest("ada-2"), "ada"))
        found = await store.person("ada")
        assert found is not None
        assert found.operator_link_at is None

    async def test_an_operators_link_is_for_accounts(self, store: Store) -> None:
        await self._guest(store, "guest")
        await self._account(store)
        await store.ban("ada", NOW, "spam")
        for each in ("guest", "ada", "nobody"):
            entry = AuditEntry(NOW, "operator root", "link", each)
            with pytest.raises(NoSuchPerson):
                await store.add_operator_link(each, digest("link"), NOW + 50, entry)
            assert await store.take_link(digest("link"), "operator", NOW) is None
            assert list(await store.audit_entries(each, 9)) == []

    # ---- tokens ------------------------------------------------------------------------------------------

    async def test_tokens(self, store: Store) -> None:
        await self._guest(store)
        with pytest.raises(NoSuchPerson):  # only accounts have them
            await store.add_token(token("ada"), most=1)
        await self._account(store, "bob", "bob")
        assert await store.add_token(token("bob"), most=1)
        assert not await store.add_token(token("bob", "two"), most=1)
        for owner in ("bob", "ada"):
            with pytest.raises(TokenTaken if owner == "bob" else NoSuchPerson):
                await store.add_token(token(owner, hash=digest("token")), most=9)
        known = await store.token(digest("token"))
        assert known is not None
        assert (known.person.id, known.token, known.session) == ("bob", token("bob"), None)
        await store.used_token("token", NOW + 3)
        assert list(await store.tokens("bob")) == [token("bob", used_at=NOW + 3)]
        assert await store.existing_credentials([digest("token")]) == {digest("token")}
        assert not await store.end_token("ada", "token")
        assert await store.end_token("bob", "token")
        assert await store.token(digest("token")) is None

    # ---- becoming one, and going -------------------------------------------------------------------------

    async def test_a_guest_becomes_part_of_an_account_for_good(self, store: Store) -> None:
        await self._guest(store, "guest")
        await self._account(store)
        assert await store.merge("guest", "ada")
        known = await store.session(digest("ada-1"))
        assert known is not None
        assert known.aliases == ("guest",)
        assert tuple(await store.ids_of("ada")) == ("ada", "guest")
        assert await store.session(digest("guest-1")) is None
        for one, other in (("guest", "ada"), ("ada", "guest"), ("ada", "ada"), ("none", "ada")):
            assert not await store.merge(one, other)
        with pytest.raises(NoSuchPerson):
            await store.add_session(session("guest", "thief"))

    async def test_an_account_takes_in_so_many_guests_and_no_more(self, store: Store) -> None:
        await self._account(store)
        merged = 0
        for number in range(20):
            await self._guest(store, f"guest-{number}")
            merged += await store.merge(f"guest-{number}", "ada")
        assert merged == 16

    async def test_a_deleted_person_leaves_nothing_but_their_existence(self, store: Store) -> None:
        await self._account(store, secret=passkey("ada"))
        await self._guest(store, "guest")
        await store.merge("guest", "ada")
        await store.add_token(token("ada"), most=5)
        await store.add_one_time_secret(OneTimeSecret(digest("a"), "link", NOW + 10, "ada"))
        await store.add_audit_entry(AuditEntry(NOW, "operator", "rename", "ada", "Adolf to Ada"))
        assert await store.delete("ada", NOW + 9)
        assert not await store.delete("nobody", NOW)
        everything = await store.person_data("ada")
        assert [row["name"] for row in everything["people"]] == ["Somebody"] * 2
        assert [row["note"] for row in everything["people_deeds"]] == [""]
        # Their handle stays unused: it must lead to no other person.
        left = {table for table, rows in everything.items() if rows} - {"result_handles"}
        assert left == {"people", "people_deeds"}
        assert await store.session(digest("ada-1")) is None
        assert list(await store.deleted_since(NOW + 9)) == [("ada", NOW + 9), ("guest", NOW + 9)]
        assert list(await store.deleted_since(NOW + 10)) == []
        await self._guest(store, "eve")
        with pytest.raises(NameTaken):  # it is reserved, for no account
            await store.make_account("eve", "Ada", "ada", "hash", [], NOW + 8 + RESERVED_FOR)
        assert await store.is_taken("ada", NOW + 8 + RESERVED_FOR)
        assert not await store.is_taken("ada", NOW + 9 + RESERVED_FOR)
        await store.make_account("eve", "Ada", "ada", "hash", [], NOW + 9 + RESERVED_FOR)

    async def test_a_persons_export_has_everything_but_secrets(self, store: Store) -> None:
        await self._account(store, secret=passkey("ada"))
        await store.add_token(token("ada"), most=5)
        await self._account(store, "eve", "eve")
        everything = await store.person_data("ada")
        assert everything["people"][0]["name"] == "Ada"
        assert everything["people_sessions"][0]["device"] == "Firefox on Linux"
        assert everything["people_passkeys"][0]["name"] == "Phone"
        assert everything["people_tokens"][0]["name"] == "Bot"
        text = repr(everything)
        assert "hash" not in text
        assert "public" not in text
        assert "'eve'" not in text

    # ---- operators and time ---

    async def test_people_are_found_by_id_and_by_how_their_name_begins(self, store: Store) -> None:
        await self._guest(store, "one", name="Amber Fox", seen_at=NOW + 1)
        await self._guest(store, "two", name="amber heron")
        await self._guest(store, "three", name="100% Otter")
        assert [each.id for each in await store.find_people("AMBER", 10)] == ["one", "two"]
        assert [each.id for each in await store.find_people("amber", 1)] == ["one"]
        assert [each.id for each in await store.find_people("three", 10)] == ["three"]
        assert [each.id for each in await store.find_people("100%", 10)] == ["three"]
        assert list(await store.find_people("%", 10)) == []

    async def test_a_banned_person_has_no_tokens_and_no_live_session(self, store: Store) -> None:
        await self._account(store)
        await store.add_token(token("ada"), most=5)
        assert await store.ban("ada", NOW, "spam")
        assert not await store.ban("nobody", NOW, "spam")
        assert await store.existing_credentials([digest("ada-1"), digest("token")]) == frozenset()
        known = await store.session(digest("ada-1"))  # so that they can be told
        assert known is not None
        assert (known.person.banned_at, known.person.ban_reason) == (NOW, "spam")
        assert await store.ban("ada", None, None)
        assert await store.existing_credentials([digest("ada-1"), digest("token")]) == {digest("ada-1")}

    async def test_deeds_are_kept_in_order(self, store: Store) -> None:
        audit_entries = [AuditEntry(NOW + n, "operator", "ban", f"p{n % 2}", str(n)) for n in range(4)]
        for entry in audit_entries:
            await store.add_audit_entry(entry)
        assert list(await store.audit_entries(None, 3)) == audit_entries[:0:-1]
        assert list(await store.audit_entries("p0", 10)) == [audit_entries[2], audit_entries[0]]

    async def test_expired_rows_are_deleted_and_nothing_else(self, store: Store) -> None:
        long_ago = NOW - UNTOUCHED
        await self._guest(store, "idle", seen_at=long_ago)
        await self._guest(store, "fresh", seen_at=long_ago + 1)
        await self._guest(store, "player", seen_at=long_ago)
        await store.has_played("player")
        await self._account(store, "ada", "ada")
        await self._guest(store, "old", seen_at=long_ago, has_played=True)
        await store.add_session(session("player", "ended", seen_at=NOW - IDLE))
        await store.add_one_time_secret(OneTimeSecret(digest("a"), "sign_in", NOW))
        await store.add_one_time_secret(OneTimeSecret(digest("b"), "sign_in", NOW + 1))
        assert await store.delete_expired(NOW) == 1
        there = [each for each in ("idle", "fresh", "player", "ada", "old") if await store.person(each)]
        assert there == ["fresh", "player", "ada", "old"]
        assert [each.id for each in await store.sessions("player")] == ["player-1"]
        assert await store.take_one_time_secret(digest("b"), "sign_in", NOW)

    async def test_rows_of_a_clock_that_was_ahead_are_corrected(self, store: Store) -> None:
        ahead = NOW + 365 * 24 * 3_600_000
        await self._guest(store, "before")
        await store.add_guest(person("ada", made_at=ahead, seen_at=ahead), session("ada", seen_at=ahead))
        await store.make_account("ada", "Ada", "ada", "hash", [], ahead)
        await store.rename("ada", "Ada L", "adal", ahead)
        await store.add_audit_entry(AuditEntry(ahead, "ada", "report", "before"))
        await store.make_tournament(commands.create_tournament("cup", "ada", plan(), ahead), 9)
        assert not await store.correct_times(NOW, ahead), "a node whose clock is a little ahead"
        assert await store.correct_times(NOW, NOW + 60_000)
        assert not await store.correct_times(NOW, NOW + 60_000)
        found = await store.person("ada")
        assert found is not None
        assert (found.made_at, found.seen_at) == (NOW, NOW)
        assert [each.seen_at for each in await store.sessions("ada")] == [NOW]
        assert [each.at for each in await store.audit_entries(None, 9)] == [NOW]
        cup = await store.tournament("cup")
        assert cup is not None
        assert (cup.made_at, cup.changed_at, cup.due) == (NOW, NOW, NOW + OPEN_MILLISECONDS)
        assert cup.version == 2, "other nodes see that it has changed"
        with pytest.raises(NameTaken):
            await store.make_account("before", "Ada", "ada", "hash", [], NOW)
        await store.make_account("before", "Ada", "ada", "hash", [], NOW + RESERVED_FOR)

    async def test_nothing_is_half_done(self, store: Store) -> None:
        """A session whose secret another one has already is refused, and the person with it."""
        await self._guest(store, "ada")
        twin = replace(session("eve"), hash=digest("ada-1"))
        with pytest.raises(StoreUnavailable):
            await store.add_guest(person("eve"), twin)
        assert await store.person("eve") is None
