"""The protocol of a person's socket on bytes, without a socket."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.reason import Reason
from quincunx.table.events import LivePace
from quincunx.table.session.actions import (
    Action,
    Close,
    CloseTable,
    Deny,
    EndSeeking,
    FollowLobby,
    HandleTable,
    OpenTable,
    Pay,
    Send,
    StartSeeking,
    Tell,
    UnwatchTournament,
    WatchTournament,
)
from quincunx.table.session.close_codes import POLICY, TOO_BIG
from quincunx.table.session.person_session import (
    GATHER_SECONDS,
    MOST_CHANNELS,
    MOST_WAITING,
    OPENING,
    RETRY_SECONDS,
    TOO_FAST,
    TOO_MANY_TABLES,
    WHOLE_SECONDS,
    AskLines,
    AskLobby,
    AskTournament,
    AskWhole,
    PersonSession,
)
from quincunx.table.session.session import BYTES_OF_WORK, FORGIVEN, LARGEST_FRAME, SILENCE_SECONDS
from quincunx.table.session.table_session import TableSession
from quincunx.table.wire.lists import LeftTable, MyTables, Seek, Seeking
from quincunx.table.wire.table import Pong, Refused
from tests.table.session.test_my_tables_feed import A, B, line

PING = b'{"type":"ping","n":7}'
HELLO = b'{"type":"hello"}'
NO = Reason("unknown", "no-such-thing", "There is none.")


def at(table: str, frame: bytes = HELLO) -> bytes:
    return b'{"type":"at","table":"%s","frame":%s}' % (table.encode(), frame)


def say(session: PersonSession, frame: bytes) -> list[Action]:
    """The actions besides payments."""
    return [each for each in session.receive(frame, 0.0) if not isinstance(each, Pay)]


def begun() -> PersonSession:
    """A session whose client has been sent its list, with one table."""
    session = PersonSession(0.0)
    assert session.next_request(0.0) == AskWhole()
    session.on_tables_read((A,), ())
    assert session.next_request(0.0) is None
    return session


# ---- frames ----------------------------------------------------------------------------------------------


def test_a_ping_comes_back_with_its_number() -> None:
    assert say(PersonSession(0.0), PING) == [Send(Pong(7))]


@pytest.mark.parametrize("frame", [b"", b"[]", b"{", HELLO, b'{"type":"follow"}', b"[" * 9_000, b"\xff"])
def test_a_bad_frame_is_answered_and_forgiven_a_few_times(frame: bytes) -> None:
    session = PersonSession(0.0)
    for _ in range(FORGIVEN):
        (answer,) = say(session, frame)
        assert isinstance(answer, Send)
        assert isinstance(answer.frame, Refused)
        assert (answer.frame.key, answer.frame.reason.code) == (None, "bad-frame")
    _, close = say(session, frame)
    assert close == Close(POLICY, "There were too many frames that cannot be understood.")
    assert not session.is_open


def test_a_frame_has_at_most_16_kib() -> None:
    assert say(PersonSession(0.0), PING.ljust(LARGEST_FRAME)) == [Send(Pong(7))]
    (close,) = say(PersonSession(0.0), PING.ljust(LARGEST_FRAME + 1))
    assert close == Close(TOO_BIG, "A frame has at most 16384 bytes.")


def test_many_frames_are_not_too_fast_since_work_is_charged() -> None:
    session = PersonSession(0.0)
    for _ in range(1_000):
        assert say(session, PING) == [Send(Pong(7))]


def test_silence_ends_a_session_and_any_frame_prolongs_it() -> None:
    session = PersonSession(0.0)
    session.receive(PING, 1.0)
    assert session.tick(SILENCE_SECONDS) == []
    assert session.tick(SILENCE_SECONDS + 1) == [Close(POLICY, "There was nothing to hear for a minute.")]
    silent = PersonSession(1.0)
    assert silent.tick(SILENCE_SECONDS) == []
    assert silent.tick(SILENCE_SECONDS + 1) == [Close(POLICY, "There was nothing to hear for a minute.")]


@pytest.mark.parametrize(
    "frame",
    [
        PING,
        b"nonsense",
        at("a"),
        b'{"type":"leave","table":"a"}',
        b'{"type":"follow","lobby":true}',
        b'{"type":"follow_tournament","tournament":"one"}',
        b'{"type":"stop_seeking"}',
    ],
)
def test_a_frame_is_handled_the_same_when_a_debt_is_charged_with_it(frame: bytes) -> None:
    session = PersonSession(0.0)
    session.on_other_frame()
    owed = 4
    assert session.charge_sent((owed - 2) * BYTES_OF_WORK) == []
    pay, *others = session.receive(frame, 0.0)
    assert isinstance(pay, Pay)
    assert pay.work > owed
    assert others == say(PersonSession(0.0), frame)


@pytest.mark.parametrize(
    ("frame", "cost"),
    [
        (PING, 1),
        (b"nonsense", 1),
        (at("a"), OPENING),
        (b'{"type":"leave","table":"a"}', 1),
        (b'{"type":"follow","lobby":true}', 2),
        (b'{"type":"follow_tournament","tournament":"one"}', 8),
        (b'{"type":"seek","options":{"game":"cinco"},"pace":{"type":"live","total":60,"increment":1}}', 4),
        (b'{"type":"stop_seeking"}', 4),
    ],
)
def test_each_frame_costs_its_sender(frame: bytes, cost: float) -> None:
    session = PersonSession(0.0)
    actions = [*session.receive(frame, 0.0), *session.end()]
    assert sum(each.work for each in actions if isinstance(each, Pay)) == cost


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KINDS = ("follow", "follow_tournament", "at", "leave", "seek", "stop_seeking", "ping", "hello")
FIELDS = ("lobby", "tournament", "table", "frame", "options", "pace", "n", "extra")


@given(
    st.lists(
        st.binary(max_size=100)
        | st.builds(
            lambda kind, fields: msgspec.json.encode({"type": kind, **fields}),
            st.sampled_from(KINDS),
            st.dictionaries(st.sampled_from(FIELDS), JSON),
        ),
        max_size=10,
    )
)
def test_no_frames_break_a_session(frames: list[bytes]) -> None:
    session = begun()
    for frame in frames:
        for action in session.receive(frame, 0.0):
            assert isinstance(action, msgspec.Struct)
    session.end()


# ---- following, and the search for a game ------------------------------------------------------------------


def test_the_lobby_is_followed_once_and_again_from_the_beginning() -> None:
    session = begun()
    follow, unfollow = (b'{"type":"follow","lobby":%s}' % word for word in (b"true", b"false"))
    assert say(session, unfollow) == []
    assert say(session, follow) == [FollowLobby(is_on=True)]
    assert say(session, follow) == []
    session.lobby_changed(0.0)
    assert session.next_request(1.0) == AskLobby(0)
    assert session.lobby(5, b"{}") == [Tell(msgspec.Raw(b"{}"))]
    session.lobby_changed(1.0)
    assert session.next_request(2.0) == AskLobby(5)
    assert session.lobby(5, b"") == [], "nothing has changed"
    assert say(session, unfollow) == [FollowLobby(is_on=False)]
    session.lobby_changed(2.0)
    assert session.next_request(3.0) is None
    assert session.lobby(6, b"{}") == [], "the answer came too late"
    assert say(session, follow) == [FollowLobby(is_on=True)]
    session.lobby_changed(3.0)
    assert session.next_request(4.0) == AskLobby(0)


def follow_tournament(session: PersonSession, name: str | None) -> list[Action]:
    return say(session, msgspec.json.encode({"type": "follow_tournament", "tournament": name}))


def test_each_version_of_a_tournament_is_told_once() -> None:
    session = begun()
    assert follow_tournament(session, "one") == [WatchTournament("one")]
    session.tournament_changed(0.0)
    assert session.next_request(1.0) == AskTournament("one")
    assert not session.knows_tournament("one", 1)
    assert session.tournament(1, b"{}") == [Tell(msgspec.Raw(b"{}"))]
    assert session.knows_tournament("one", 1)
    assert not session.knows_tournament("one", 2)
    assert session.next_request(1.0) is None


def test_each_version_of_a_tournaments_chat_is_told_once_and_to_a_new_host_again() -> None:
    session = begun()
    follow_tournament(session, "one")
    assert not session.knows_talk("one", (1, False))
    assert session.talk((1, False), b"{}") == [Tell(msgspec.Raw(b"{}"))]
    assert [session.knows_talk("one", mark) for mark in ((1, False), (1, True), (2, False))] == [
        True,
        False,
        False,
    ]
    follow_tournament(session, "two")
    assert session.knows_talk("one", (2, False)), "news of the first one came too late"
    assert not session.knows_talk("two", (1, False))


def test_one_tournament_is_followed_at_a_time() -> None:
    session = begun()
    follow_tournament(session, "one")
    session.tournament(3, b"{}")
    assert follow_tournament(session, "two") == [UnwatchTournament("one"), WatchTournament("two")]
    assert session.knows_tournament("one", 4), "news of the first one came too late"
    assert not session.knows_tournament("two", 3)
    assert follow_tournament(session, None) == [UnwatchTournament("two")]
    assert follow_tournament(session, None) == []
    session.tournament_changed(0.0)
    assert session.next_request(1.0) is None


def test_the_name_of_a_tournament_is_cut() -> None:
    assert follow_tournament(begun(), "x" * 1_000) == [WatchTournament("x" * 64)]


def test_a_tournament_that_does_not_exist_is_refused_once() -> None:
    session = begun()
    follow_tournament(session, "one")
    assert session.no_tournament("one", NO) == [UnwatchTournament("one"), Tell(Refused(None, NO))]
    assert UnwatchTournament("one") not in session.end(), "it is followed no longer"
    other = begun()
    follow_tournament(other, "two")
    assert other.no_tournament("one", NO) == [Tell(Refused(None, NO))], "the client follows another one now"


def test_a_search_for_a_game_is_started_and_ended() -> None:
    session = begun()
    frame = b'{"type":"seek","options":{"game":"cinco"},"pace":{"type":"live","total":60,"increment":1}}'
    (action,) = say(session, frame)
    assert isinstance(action, StartSeeking)
    assert isinstance(action.wish, Seek)
    assert action.wish.pace == LivePace(60, 1)
    assert say(session, b'{"type":"stop_seeking"}') == [EndSeeking()]
    assert session.seeking(is_on=True, level="club") == [Send(Seeking(True, "club"))]
    assert session.seeking(is_on=False) == [Send(Seeking(False))]
    assert session.refuse(NO) == [Deny(NO), Send(Refused(None, NO))]


# ---- channels --------------------------------------------------------------------------------------------


def channel(session: PersonSession, table: str) -> TableSession:
    found = session.channel(table)
    assert found is not None
    return found


def test_the_first_frame_opens_a_table_and_all_wait_in_its_own_session() -> None:
    session = begun()
    assert session.channel("a") is None
    assert say(session, at("a")) == [OpenTable("a")]
    assert say(session, at("a", PING)) == [HandleTable("a")]
    inner = channel(session, "a")
    assert inner.waiting == 2
    inner.next(0.0)
    assert [each for each in inner.next(0.0) if isinstance(each, Send)] == [Send(Pong(7))]


def test_a_frame_to_an_open_table_is_charged_by_its_channel_alone() -> None:
    session = begun()
    session.receive(at("a"), 0.0)
    session.receive(at("a", PING), 0.0)
    assert session.end()[0] == Pay(float(OPENING))


def test_a_table_that_is_left_may_be_opened_again() -> None:
    session = begun()
    say(session, at("a"))
    before = channel(session, "a")
    assert say(session, b'{"type":"leave","table":"a"}') == [CloseTable("a")]
    assert say(session, b'{"type":"leave","table":"a"}') == []
    assert not before.is_open
    assert say(session, at("a")) == [OpenTable("a")]
    assert channel(session, "a") is not before


def left(table: str, code: int, reason: Reason) -> list[Action]:
    return [Deny(reason), Send(LeftTable(table, code, reason.sentence))]


def test_a_person_has_at_most_a_hundred_tables_open() -> None:
    session = begun()
    for number in range(MOST_CHANNELS):
        assert say(session, at(str(number))) == [OpenTable(str(number))]
    assert say(session, at("more")) == left("more", POLICY, TOO_MANY_TABLES)
    assert say(session, at("x" * 100)) == left("x" * 64, POLICY, TOO_MANY_TABLES)
    say(session, b'{"type":"leave","table":"0"}')
    assert say(session, at("more")) == [OpenTable("more")]


def test_a_channel_with_too_many_waiting_frames_is_closed() -> None:
    session = begun()
    for _ in range(MOST_WAITING):
        say(session, at("a", PING))
    assert say(session, at("a", PING)) == [CloseTable("a"), *left("a", POLICY, TOO_FAST)]
    assert session.channel("a") is None


def test_a_table_that_cannot_be_opened_is_left() -> None:
    session = begun()
    say(session, at("a"))
    inner = channel(session, "a")
    assert session.refuse_table("a", inner, NO) == [CloseTable("a"), *left("a", 4404, NO)]
    assert session.refuse_table("a", inner, NO) == []
    damaged = Reason("internal", "damaged", "It is damaged.")
    say(session, at("a"))
    assert session.refuse_table("a", inner, NO) == [], "it has been left and opened again meanwhile"
    assert session.refuse_table("a", channel(session, "a"), damaged)[-2:] == left("a", 4500, damaged)


def test_a_channel_that_the_server_closes_is_left_with_its_code() -> None:
    session = begun()
    say(session, at("a"))
    inner = channel(session, "a")
    expected = [CloseTable("a"), Send(LeftTable("a", 1008, "Enough."))]
    assert session.close_table("a", inner, 1008, "Enough.") == expected
    assert session.close_table("a", inner, 1008, "Enough.") == []


def test_a_channel_pays_what_it_owes_when_it_is_left() -> None:
    session = begun()
    session.receive(at("a"), 0.0)
    channel(session, "a").next(0.0)
    assert session.receive(b'{"type":"leave","table":"a"}', 0.0) == [Pay(5.0), Pay(1.0), CloseTable("a")]


def test_the_end_of_a_session_undoes_everything() -> None:
    session = begun()
    for frame in (at("a"), at("b"), b'{"type":"follow","lobby":true}'):
        say(session, frame)
    follow_tournament(session, "one")
    undone = [each for each in session.end() if not isinstance(each, Pay)]
    assert undone == [CloseTable("a"), CloseTable("b"), FollowLobby(is_on=False), UnwatchTournament("one")]
    assert session.end() == []
    assert not session.is_open


# ---- news ------------------------------------------------------------------------------------------------


def test_the_whole_list_comes_first_and_again_after_a_minute() -> None:
    session = PersonSession(10.0)
    session.table_changed("a", 10.0)
    assert session.wait(10.0) == 0
    assert session.next_request(10.0) == AskWhole()
    assert session.on_tables_read((A,), ("z",)) == [Tell(MyTables((A,), whole=True, more=1))]
    assert session.next_request(10.0) is None, "the list has the change"
    assert session.wait(10.0) == WHOLE_SECONDS
    assert session.next_request(10.0 + WHOLE_SECONDS - 1) is None
    assert session.next_request(10.0 + WHOLE_SECONDS) == AskWhole()
    assert session.on_tables_read((A,), ("z",)) == []


def test_changes_are_gathered_for_a_moment() -> None:
    session = begun()
    session.table_changed("a", 1.0)
    session.table_changed("b", 1.0 + GATHER_SECONDS / 2)
    assert session.wait(1.0) == pytest.approx(GATHER_SECONDS)
    assert session.next_request(1.0 + GATHER_SECONDS / 2) is None
    assert session.next_request(1.0 + GATHER_SECONDS) == AskLines(frozenset("ab"))
    changed = line("a", 2)
    assert session.lines({"a": changed, "b": B}) == [Tell(MyTables((changed, B)))]
    assert session.next_request(2.0) is None


def test_only_what_has_changed_is_requested() -> None:
    session = begun()
    session.receive(b'{"type":"follow","lobby":true}', 0.0)
    session.receive(b'{"type":"follow_tournament","tournament":"one"}', 0.0)
    session.table_changed(A.id, 1.0)
    assert session.next_request(1.0 + GATHER_SECONDS) == AskLines(frozenset({A.id}))
    assert session.next_request(1.0 + GATHER_SECONDS) is None


def test_a_list_that_changes_while_it_is_read_is_read_again() -> None:
    session = begun()
    session.table_changed("a", 1.0)
    assert session.next_request(2.0) == AskLines(frozenset("a"))
    session.table_changed("a", 2.0)
    session.lines({"a": A})
    assert session.next_request(2.0 + GATHER_SECONDS) == AskLines(frozenset("a"))


def test_a_table_that_is_no_longer_theirs_is_gone() -> None:
    session = begun()
    assert session.lines({"a": None}) == [Tell(MyTables((), ("a",)))]


def test_a_list_that_could_not_be_read_is_read_again_after_a_while() -> None:
    session = begun()
    say(session, b'{"type":"follow","lobby":true}')
    follow_tournament(session, "one")
    session.table_changed("a", 1.0)
    assert session.next_request(2.0) == AskLines(frozenset("a"))
    session.failed(2.0)
    assert session.wait(2.0) == RETRY_SECONDS
    session.table_changed("b", 2.0)
    assert session.next_request(2.0 + RETRY_SECONDS / 2) is None
    now = 2.0 + RETRY_SECONDS
    asked = []
    answer: dict[type, Callable[[Any], object]] = {
        AskWhole: lambda _: session.on_tables_read((A,), ()),
        AskLobby: lambda _: session.lobby(1, b"{}"),
        AskTournament: lambda _: session.tournament(1, b"{}"),
    }
    while (request := session.next_request(now)) is not None:
        asked.append(request)
        answer[type(request)](request)
    assert asked == [AskWhole(), AskLobby(0), AskTournament("one")]


def test_if_the_first_list_cannot_be_read_no_changes_are_requested_before_it() -> None:
    session = PersonSession(0.0)
    assert session.next_request(0.0) == AskWhole()
    session.failed(0.0)
    session.table_changed("a", RETRY_SECONDS)
    assert session.next_request(RETRY_SECONDS) == AskWhole()
    session.table_changed("a", RETRY_SECONDS)
    session.on_tables_read((A,), ())
    assert session.next_request(RETRY_SECONDS + 1) == AskLines(frozenset("a"))
