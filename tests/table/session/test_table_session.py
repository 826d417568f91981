"""The protocol of a table's socket on bytes, without a socket."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.reason import Reason
from quincunx.games.cinco.types import Draw, Exchange, Play
from quincunx.table.commands import Rematch
from quincunx.table.session.actions import Action, Close, Pay, Send, Show, Submit, Wake
from quincunx.table.session.close_codes import TOO_BIG
from quincunx.table.session.session import BYTES_OF_WORK, FORGIVEN, PAID_AT_ONCE, SILENCE_SECONDS
from quincunx.table.session.table_session import BURST, FRAMES_PER_SECOND, TableSession
from quincunx.table.wire.table import Ack, CommandRequest, Hello, Look, Ping, Pong, Presence, Refused
from tests.table.support import make_move

HELLO = b'{"type":"hello"}'
PING = b'{"type":"ping"}'
NOBODY = Presence((False, False), (False, False), 0)
SOMEBODY = Presence((True, False), (False, False), 3)


def greeted(now: float = 0.0) -> TableSession:
    """A session that has said hello, has been shown version 1, and knows that no player is here."""
    session = TableSession(now)
    assert session.receive(HELLO, now) == [Wake()]
    assert session.news(1, NOBODY) == [Show(None, None), Send(NOBODY)]
    assert session.on_update_sent(1, 100) == []
    return session


def besides_pay(actions: list[Action]) -> list[Action]:
    return [each for each in actions if not isinstance(each, Pay)]


def only(actions: list[Action]) -> Action:
    """The only action besides payments."""
    (action,) = besides_pay(actions)
    return action


# ---- the order of things -----------------------------------------------------------------------------------


def test_nothing_is_sent_before_hello() -> None:
    session = TableSession(0.0)
    assert session.news(7, SOMEBODY) == []


@pytest.mark.parametrize(
    "frame", [Look(None), Ping(), CommandRequest("k", 1, Rematch())], ids=lambda each: type(each).__name__
)
def test_a_client_that_does_not_say_hello_first_is_closed(frame: Look | Ping | CommandRequest) -> None:
    action = only(TableSession(0.0).receive(msgspec.json.encode(frame), 0.0))
    assert action == Close(1008, "The first frame must be hello.")


def test_hello_says_what_the_client_has_and_from_where_it_looks() -> None:
    session = TableSession(0.0)
    assert session.receive(msgspec.json.encode(Hello(seen=7, point_of_view=1)), 0.0) == [Wake()]
    assert session.news(9, NOBODY) == [Show(7, 1), Send(NOBODY)]
    session.on_update_sent(9, 100)
    assert session.news(9, NOBODY) == []


def test_even_who_has_the_newest_version_is_shown_the_table_once() -> None:
    """Otherwise a returning client could not tell silence from a table that does not answer."""
    session = TableSession(0.0)
    session.receive(msgspec.json.encode(Hello(seen=9)), 0.0)
    assert session.news(9, NOBODY)[0] == Show(9, None)


def test_news_are_shown_since_the_version_that_was_shown_last() -> None:
    session = greeted()
    assert session.news(1, NOBODY) == []
    assert session.news(2, NOBODY) == [Show(1, None)]
    assert session.news(3, NOBODY) == [Show(1, None)], "until it has been sent it is still owed"
    session.on_update_sent(3, 100)
    assert session.news(3, NOBODY) == []
    assert session.news(4, NOBODY) == [Show(3, None)]


def test_a_client_of_deltas_is_sent_the_next_version_in_short_and_else_the_whole() -> None:
    session = TableSession(0.0, takes_changes=True)
    session.receive(msgspec.json.encode(Hello(seen=3)), 0.0)
    assert session.news(4, NOBODY)[0] == Show(3, None), "what it has is not of this socket"
    session.on_update_sent(4, 100)
    assert session.news(5, NOBODY) == [Show(4, None, in_short=True)]
    session.on_update_sent(5, 100)
    session.receive(b'{"type":"look","point_of_view":1}', 1.0)
    assert session.news(6, NOBODY) == [Show(5, 1)], "from elsewhere all looks different"
    session.on_update_sent(6, 100)
    assert session.news(7, NOBODY) == [Show(6, 1, in_short=True)]


def test_hello_again_asks_for_what_was_missed() -> None:
    session = greeted()
    assert session.receive(b'{"type":"hello","seen":0}', 1.0) == [Wake()]
    assert session.news(1, NOBODY) == [Show(0, None)]


def test_looking_asks_for_an_update_from_there() -> None:
    session = greeted()
    assert session.receive(b'{"type":"look","point_of_view":1}', 1.0) == [Wake()]
    assert session.news(1, NOBODY) == [Show(1, 1)]
    assert session.on_update_sent(1, 100) == []
    assert only(session.receive(b'{"type":"look","point_of_view":null}', 2.0)) == Wake()
    assert session.news(1, NOBODY) == [Show(1, None)]


def test_presence_is_told_when_it_changes() -> None:
    session = greeted()
    assert session.news(1, SOMEBODY) == [Send(SOMEBODY)]
    assert session.news(1, SOMEBODY) == []
    assert session.news(2, NOBODY) == [Show(1, None), Send(NOBODY)]


def test_a_ping_comes_back_with_its_number() -> None:
    assert greeted().receive(b'{"type":"ping","n":42}', 0.0) == [Send(Pong(42))]


@pytest.mark.parametrize("move", [Draw(), Exchange(), Play(5, 7), Play(90, None)])
def test_a_command_is_handed_over_as_it_came(move: Draw | Exchange | Play) -> None:
    request = CommandRequest("key-1", 12, make_move(1, move))
    assert greeted().receive(msgspec.json.encode(request), 0.0) == [Submit(request)]
    assert greeted().receive(msgspec.json.encode(request).decode(), 0.0) == [Submit(request)]


def test_the_outcome_of_a_command_is_told_to_its_sender() -> None:
    request, reason = CommandRequest("key-1", 12, Rematch()), Reason("conflict", "not-over", "Not yet.")
    assert greeted().answer_command(request, Ack("key-1", 13, "there")) == [Send(Ack("key-1", 13, "there"))]
    assert greeted().answer_command(request, reason) == [Send(Refused("key-1", reason))]


# ---- bad frames -----------------------------------------------------------------------------------------

BAD = {
    "nothing": b"",
    "no JSON": b"hello?",
    "no object": b"[1, 2]",
    "null": b"null",
    "no type": b'{"key":"k"}',
    "unknown type": b'{"type":"shutdown"}',
    "unknown field": b'{"type":"ping","n":1,"admin":true}',
    "wrong field": b'{"type":"ping","n":"one"}',
    "float": b'{"type":"hello","seen":1.5}',
    "missing field": b'{"type":"command","key":"k"}',
    "unknown command": b'{"type":"command","key":"k","version":1,"command":{"type":"win"}}',
    "no move": b'{"type":"command","key":"k","version":1,"command":{"type":"make_move","seat":0}}',
    "an event": b'{"type":"command","key":"k","version":1,"command":{"type":"ended","outcome":null}}',
    "trailing": b'{"type":"ping"}{"type":"ping"}',
    "not UTF-8": b'{"type":"ping\xff"}',
    "surrogate": b'{"type":"command","key":"\\ud800","version":1,"command":{"type":"rematch"}}',
    "deep": b'{"x":' + b"[" * 16_000,
    "huge number": b'{"type":"ping","n":' + b"9" * 16_000 + b"}",
    "NaN": b'{"type":"ping","n":NaN}',
}


@pytest.mark.parametrize("frame", BAD.values(), ids=BAD)
def test_a_bad_frame_is_answered_with_a_sentence_and_forgiven(frame: bytes) -> None:
    session = greeted()
    action = only(session.receive(frame, 0.0))
    assert isinstance(action, Send)
    assert isinstance(action.frame, Refused)
    reason = action.frame.reason
    assert (reason.kind, reason.code) == ("malformed", "bad-frame")
    assert reason.sentence.endswith(".")
    assert len(reason.sentence) < 400
    msgspec.json.encode(action.frame)
    assert session.receive(b'{"type":"ping","n":1}', 1.0) == [Send(Pong(1))]


def test_the_sender_of_a_bad_command_learns_which_one_it_was() -> None:
    action = only(greeted().receive(BAD["unknown command"], 0.0))
    assert isinstance(action, Send)
    assert isinstance(action.frame, Refused)
    assert action.frame.key == "k"


def test_a_bad_frame_is_answered_with_what_is_wrong_in_it_and_not_at_length() -> None:
    def sentence(frame: bytes) -> str:
        action = only(greeted().receive(frame, 0.0))
        assert isinstance(action, Send)
        assert isinstance(action.frame, Refused)
        return action.frame.reason.sentence

    assert sentence(BAD["wrong field"]) == (
        "That frame cannot be understood: Expected `int`, got `str` - at `$.n`."
    )
    long = sentence(b'{"type":"ping","' + b"x" * 500 + b'":1}')
    assert (
        long.removeprefix("That frame cannot be understood: ")
        == "Object contains unknown field `".ljust(200, "x") + "."
    )


def test_of_a_key_that_is_too_long_the_beginning_is_told() -> None:
    frame = b'{"type":"command","key":"' + b"k" * 500 + b'"}'
    action = only(greeted().receive(frame, 0.0))
    assert isinstance(action, Send)
    assert isinstance(action.frame, Refused)
    assert action.frame.key == "k" * 64


def test_too_many_bad_frames_close_the_socket() -> None:
    session = greeted()
    for _ in range(FORGIVEN):
        only(session.receive(b"?", 0.0))
    answer, close = besides_pay(session.receive(b"?", 0.0))
    assert isinstance(answer, Send)
    assert close == Close(1008, "There were too many frames that cannot be understood.")


def test_a_lone_surrogate_in_a_text_frame_is_just_a_bad_frame() -> None:
    assert isinstance(only(greeted().receive('{"type":"\ud800"}', 0.0)), Send)


def test_a_frame_has_at_most_16_kib() -> None:
    """Counted in bytes, not letters; the page on the protocol says so."""
    largest = 16 * 1024
    for fits in (PING.ljust(largest), PING.decode().ljust(largest)):
        assert only(greeted().receive(fits, 0.0)) == Send(Pong(0))
    for too_large in (PING.ljust(largest + 1), "é" * (largest // 2) + "e"):
        close = only(greeted().receive(too_large, 0.0))
        assert isinstance(close, Close)
        assert (close.code, close.reason) == (TOO_BIG, "A frame has at most 16384 bytes.")


@given(
    st.lists(
        st.binary(max_size=200) | st.text(st.characters(exclude_categories=()), max_size=200), max_size=20
    )
)
def test_no_bytes_break_a_session(frames: list[bytes | str]) -> None:
    session = greeted()
    for number, frame in enumerate(frames):
        for action in session.receive(frame, float(number)):
            assert isinstance(action, Submit | Send | Wake | Close | Pay)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("key", "version", "command", "seen", "point_of_view", "n", "seat", "move", "extra")


@given(st.sampled_from(["hello", "command", "look", "ping"]), st.dictionaries(st.sampled_from(FIELDS), JSON))
def test_no_json_breaks_a_session(kind: str, fields: dict[str, object]) -> None:
    for action in greeted().receive(msgspec.json.encode({"type": kind, **fields}), 0.0):
        assert isinstance(action, Submit | Send | Wake | Close | Pay)


# ---- time -----------------------------------------------------------------------------------------------


def taken(session: TableSession, now: float) -> int:
    """The number of frames at once that the session takes before it closes the socket."""
    count = 0
    while isinstance(action := only(session.receive(PING, now)), Send):
        count += 1
    assert action == Close(1008, "That was too fast; please slow down.")
    return count


def test_a_flood_closes_the_socket() -> None:
    assert taken(greeted(), 0.0) == BURST - 1, "hello counts too"


def test_patience_is_rewarded_but_not_hoarded() -> None:
    """A client that was silent for half a minute may send a burst, but not thirty seconds' worth of
    frames."""
    assert taken(greeted(), 30.0) == BURST
    assert taken(greeted(), 1 / FRAMES_PER_SECOND) == BURST
    assert taken(greeted(), 0.5 / FRAMES_PER_SECOND) == BURST - 1


def test_a_steady_stream_at_the_allowed_rate_is_fine() -> None:
    session = greeted()
    for frame in range(2_000):
        assert isinstance(only(session.receive(PING, frame / FRAMES_PER_SECOND)), Send)


def test_bad_frames_count_towards_the_flood() -> None:
    session = greeted()
    for _ in range(FORGIVEN):
        session.receive(b"?", 0.0)
    assert taken(session, 0.0) == BURST - 1 - FORGIVEN


def test_silence_ends_a_session_and_any_frame_prolongs_it() -> None:
    session = greeted()
    assert session.tick(SILENCE_SECONDS - 1) == []
    session.receive(PING, SILENCE_SECONDS - 1)
    assert session.tick(SILENCE_SECONDS + 1) == []
    assert session.tick(2 * SILENCE_SECONDS) == [Close(1008, "There was nothing to hear for a minute.")]


def test_a_socket_that_never_said_anything_is_closed_too() -> None:
    assert isinstance(only(TableSession(100.0).tick(100.0 + SILENCE_SECONDS)), Close)


def test_a_session_that_has_ended_is_not_closed_again_for_its_silence() -> None:
    session = greeted()
    session.end()
    assert session.tick(2 * SILENCE_SECONDS) == []


# ---- work ------------------------------------------------------------------------------------------------


def test_work_is_charged_in_sums_and_the_rest_at_the_end() -> None:
    session = TableSession(0.0)
    for _ in range(int(PAID_AT_ONCE) - 1):
        assert session.on_other_frame() == []
    assert session.receive(HELLO, 0.0) == [Pay(PAID_AT_ONCE), Wake()]
    assert session.receive(PING, 0.0) == [Send(Pong(0))]
    assert session.end() == [Pay(1.0)]
    assert session.end() == []


def cost(act: object) -> float:
    """The work that a session charges for what ``act`` does to it."""
    session = greeted()
    session.end()
    session.receive(HELLO, 0.0)
    before = paid(session.end())
    assert before == 1
    return paid([*act(session), *session.end()])  # type: ignore[operator]


def paid(actions: list[Action]) -> float:
    return sum(each.work for each in actions if isinstance(each, Pay))


COMMAND = CommandRequest("k", 1, Rematch())


def test_each_frame_costs_one_even_if_it_is_refused() -> None:
    for frame in (PING, HELLO, b'{"type":"look","point_of_view":0}', b"?", PING.ljust(16 * 1024 + 1)):
        assert cost(lambda session, frame=frame: session.receive(frame, 0.0)) == 1, frame


def test_a_command_is_charged_once_when_it_is_answered() -> None:
    assert cost(lambda session: session.receive(msgspec.json.encode(COMMAND), 0.0)) == 0
    assert cost(lambda session: session.answer_command(COMMAND, Ack("k", 2))) == 1


def test_a_frame_is_charged_by_its_size() -> None:
    for size, work in ((0, 1), (BYTES_OF_WORK - 1, 1), (BYTES_OF_WORK, 2), (3 * BYTES_OF_WORK, 4)):
        assert cost(lambda session, size=size: session.on_update_sent(2, size)) == work


def test_a_frame_that_closes_a_socket_is_charged_too() -> None:
    session = TableSession(0.0)
    assert only(session.receive(PING, 0.0)) == Close(1008, "The first frame must be hello.")
    assert session.end() == [Pay(1.0)]


# ---- the queue -------------------------------------------------------------------------------------------


def test_one_command_is_executed_at_a_time() -> None:
    session = greeted()
    for frame in (msgspec.json.encode(COMMAND), PING):
        session.queue(frame)
    assert session.next(0.0) == [Submit(COMMAND)]
    assert not session.has_next
    assert session.is_behind
    assert session.is_ready, "news is shown meanwhile"
    session.answer_command(COMMAND, Ack("k", 2))
    assert session.has_next
    assert only(session.next(0.0)) == Send(Pong(0))
    assert not session.is_behind


def test_a_session_that_rests_handles_and_shows_nothing() -> None:
    session = greeted()
    session.queue(PING)
    assert session.rest()
    assert not session.rest(), "it rests already"
    assert (session.has_next, session.is_ready, session.is_behind) == (False, False, True)
    session.rested()
    assert (session.has_next, session.is_ready) == (True, True)
    session.next(0.0)
    assert not session.is_behind


def test_no_more_is_read_while_eight_frames_wait() -> None:
    session = greeted()
    assert [session.queue(PING) for _ in range(9)] == [False] * 7 + [True] * 2
    assert session.waiting == 9


def test_a_session_that_has_ended_takes_nothing_more() -> None:
    session = greeted()
    session.queue(PING)
    session.end()
    assert not session.is_open
    assert not session.rest()
    for _ in range(9):
        assert not session.queue(PING)
    assert (session.waiting, session.has_next, session.is_ready) == (0, False, False)


def test_a_session_that_closes_has_ended() -> None:
    session = greeted()
    session.queue(PING)
    session.receive(PING.ljust(16 * 1024 + 1), 0.0)
    assert not session.is_open
    assert not session.has_next
