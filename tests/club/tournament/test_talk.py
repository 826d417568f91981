"""The chat of a tournament: its rules, and what each viewer sees."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quincunx.club.tournament.state import Known
from quincunx.club.tournament.talk import rules
from quincunx.club.tournament.talk.rules import KEPT, MOST_ACTS, voice_of
from quincunx.club.tournament.talk.state import Act, Line, Talk
from quincunx.club.tournament.talk.view import LETTERS_SHOWN, talk_view
from quincunx.club.tournament.talk.wire import (
    LetSpeak,
    RemoveLine,
    SayPhrase,
    SilencePerson,
    TalkCommand,
    WriteText,
)
from quincunx.club.tournament.wire import JoinTournament, LeaveTournament, RemovePlayer
from quincunx.core.reason import Refusal
from quincunx.table.chat.rules import A_MINUTE
from quincunx.table.seats.person import handle_of
from tests.club.tournament.support import Club

MINUTE = 60_000


class Chat:
    """A chat of a tournament of four, and a clock."""

    def __init__(self, club: Club | None = None) -> None:
        self.club = club or Club(4)
        self.talk = Talk(people={each: Known(each) for each in ("host", "p1", "p2", "p3", "p4")})
        self.now = 1_000_000

    def do(self, person: str, command: TalkCommand) -> Line | Act | None:
        added = rules.decide(self.club.tournament, self.talk, command, (person,), self.now)
        if added is not None:
            self.talk = rules.after(self.talk, added)
        return added

    def refused(self, person: str, command: TalkCommand) -> str:
        before = self.talk
        with pytest.raises(Refusal) as caught:
            self.do(person, command)
        assert self.talk is before
        return caught.value.reason.code

    def seen_by(self, *people: str) -> list[tuple[str, str | None, str | None]]:
        view = talk_view(self.club.tournament, self.talk, people)
        return [(line.by.name, line.phrase, line.text) for line in view.lines]


def silence(person: str) -> SilencePerson:
    return SilencePerson(handle_of(person))


def test_players_and_hosts_talk_and_everyone_reads() -> None:
    chat = Chat()
    chat.do("p1", SayPhrase("hello"))
    chat.do("host", WriteText("  Round 1   at eight "))
    assert chat.refused("visitor", SayPhrase("hello")) == "tournament-no-voice"
    assert chat.refused("visitor", WriteText("hello")) == "tournament-no-voice"
    assert chat.seen_by() == [("p1", "hello", None), ("host", None, "Round 1 at eight")]
    assert chat.talk.lines[0] == Line(1, chat.now, "p1", "hello", None)
    mine = talk_view(chat.club.tournament, chat.talk, ("p1",)).lines
    assert [(line.number, line.at) for line in mine] == [(1, chat.now), (2, chat.now)]
    assert [(line.is_yours, line.is_host) for line in mine] == [(True, False), (False, True)]


def test_a_player_of_a_running_game_has_phrases_only() -> None:
    chat = Chat(Club(3))
    chat.do("p1", WriteText("ready"))
    chat.club.start()
    (playing,) = (game for game in chat.club.tournament.games if game.second is not None)
    free = ({1, 2, 3} - {playing.first, playing.second}).pop()
    player = f"p{playing.first}"
    assert chat.refused(player, WriteText("take the corner")) == "words-afterwards"
    chat.do(player, SayPhrase("good-luck"))
    chat.do(f"p{free}", WriteText("I have the bye"))
    assert chat.refused(player, SayPhrase("careful")) == "no-such-phrase"
    tournament = chat.club.tournament
    assert voice_of(tournament, ("host",)) == "words"
    ruled = tuple(replace(each, ruled=(2, 0)) if each is playing else each for each in tournament.games)
    chat.club.tournament = replace(tournament, games=ruled)
    chat.do(player, WriteText("well, that was that"))


def test_a_host_who_plays_has_phrases_only_too() -> None:
    chat = Chat(Club(2))
    chat.club.do(JoinTournament(), "host")
    chat.club.start()
    busy = {number for game in chat.club.tournament.games if game.second for number in game.players}
    assert voice_of(chat.club.tournament, ("host",)) == ("phrases" if 3 in busy else "words")


def test_a_player_who_left_may_talk_and_a_removed_one_may_not() -> None:
    chat = Chat(Club(5))
    chat.club.start()
    chat.club.do(LeaveTournament(), "p1")
    chat.club.do(RemovePlayer(2))
    assert voice_of(chat.club.tournament, ("p1",)) in ("phrases", "words")
    assert voice_of(chat.club.tournament, ("p2",)) == "nothing"


def test_hosts_silence_people_and_remove_lines_on_record() -> None:
    chat = Chat()
    chat.do("p1", WriteText("insult"))
    (insult,) = chat.talk.lines
    assert chat.refused("p2", silence("p1")) == "tournament-not-host"
    assert chat.refused("p2", RemoveLine(insult.number)) == "tournament-not-host"
    chat.do("host", silence("p1"))
    assert chat.do("host", silence("p1")) is None
    assert chat.refused("p1", WriteText("again")) == "tournament-silenced"
    assert chat.refused("p1", SayPhrase("hello")) == "tournament-silenced"
    chat.do("host", RemoveLine(insult.number))
    assert chat.do("host", RemoveLine(insult.number)) is None
    assert chat.seen_by() == [("p1", None, None)]
    chat.do("host", LetSpeak(handle_of("p1")))
    assert chat.do("host", LetSpeak(handle_of("p1"))) is None
    chat.do("p1", SayPhrase("thanks"))
    as_host = talk_view(chat.club.tournament, chat.talk, ("host",))
    assert [(act.by.name, act.act, act.person.name) for act in as_host.record] == [
        ("host", "let_speak", "p1"),
        ("host", "remove", "p1"),
        ("host", "silence", "p1"),
    ]
    assert talk_view(chat.club.tournament, chat.talk, ("p1",)).record == ()
    assert chat.talk.acts == (
        Act(2, chat.now, "host", "silence", "p1"),
        Act(3, chat.now, "host", "remove", "p1", 1),
        Act(4, chat.now, "host", "let_speak", "p1"),
    )
    assert [(act.number, act.at) for act in as_host.record] == [(n, chat.now) for n in (4, 3, 2)]


def test_only_the_silenced_and_hosts_know_of_a_silence() -> None:
    chat = Chat()
    chat.do("p1", SayPhrase("hello"))
    chat.do("host", silence("p1"))
    views = {each: talk_view(chat.club.tournament, chat.talk, (each,)) for each in ("host", "p1", "p2")}
    assert [views[each].is_silenced for each in ("host", "p1", "p2")] == [False, True, False]
    assert [each.name for each in views["host"].silenced] == ["p1"]
    assert views["p1"].silenced == views["p2"].silenced == ()
    # Nobody can let a person write who is gone.
    gone = replace(chat.talk, people=chat.talk.people | {"p1": Known("p1", is_gone=True)})
    assert talk_view(chat.club.tournament, gone, ("host",)).silenced == ()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (silence("nobody"), "tournament-nobody"),
        (LetSpeak("no-handle"), "tournament-nobody"),
        (RemoveLine(7), "tournament-no-line"),
        (silence("host"), "tournament-silence-host"),
        (WriteText(" "), "text-length"),
        (WriteText("x" * 501), "text-length"),
        (WriteText("\u202eevil"), "text-unseemly"),
        (SayPhrase("anything"), "no-such-phrase"),
    ],
)
def test_an_impossible_command_is_refused(command: TalkCommand, code: str) -> None:
    assert Chat().refused("host", command) == code


def test_the_rate_counts_all_ids_of_a_person() -> None:
    chat = Chat()
    for _ in range(A_MINUTE):
        chat.do("p1", SayPhrase("hello"))
        chat.now += 1_000
    with pytest.raises(Refusal) as caught:
        rules.decide(chat.club.tournament, chat.talk, SayPhrase("hello"), ("account", "p1"), chat.now)
    assert caught.value.reason.code == "talks-too-fast"
    assert caught.value.reason.params == {"seconds": 54}
    chat.now += 53_999
    with pytest.raises(Refusal) as caught:
        chat.do("p1", SayPhrase("hello"))
    assert caught.value.reason.params == {"seconds": 1}
    chat.now += 1
    said = rules.decide(chat.club.tournament, chat.talk, SayPhrase("hello"), ("account", "p1"), chat.now)
    assert said is not None
    assert said.person == "p1"


def test_the_record_is_bounded() -> None:
    chat = Chat()
    chat.do("p1", SayPhrase("hello"))
    for number in range(MOST_ACTS):
        chat.do("host", LetSpeak(handle_of("p1")) if number % 2 else silence("p1"))
    assert chat.refused("host", silence("p1")) == "tournament-acts"


def test_a_view_is_bounded_by_its_letters() -> None:
    chat = Chat()
    for _ in range(KEPT):
        chat.now += MINUTE
        chat.do("p1", WriteText("x" * 500))
    view = talk_view(chat.club.tournament, chat.talk, ())
    assert len(view.lines) == LETTERS_SHOWN // 500
    assert view.lines[-1].number == chat.talk.version


PEOPLE = ("host", "p1", "p2", "p3", "visitor")
COMMANDS: st.SearchStrategy[TalkCommand] = st.one_of(
    st.builds(SayPhrase, st.sampled_from(("hello", "thanks", "hurry"))),
    st.builds(WriteText, st.text(max_size=12)),
    st.builds(silence, st.sampled_from(PEOPLE)),
    st.builds(lambda person: LetSpeak(handle_of(person)), st.sampled_from(PEOPLE)),
    st.builds(RemoveLine, st.integers(0, 30)),
)


@given(
    st.lists(st.tuples(st.sampled_from(PEOPLE), COMMANDS, st.integers(0, 20_000)), max_size=40), st.booleans()
)
def test_no_order_of_commands_breaks_the_rules(
    steps: list[tuple[str, TalkCommand, int]], has_begun: bool
) -> None:
    chat = Chat()
    if has_begun:
        chat.club.start()
    said: list[Any] = []
    for person, command, milliseconds in steps:
        chat.now += milliseconds
        before = chat.talk
        try:
            added = chat.do(person, command)
        except Refusal:
            assert chat.talk == before
            continue
        if isinstance(added, Line):
            said.append(added)
            assert person != "visitor"
            assert person not in before.silenced
            assert added.text is None or voice_of(chat.club.tournament, (person,)) == "words"
        elif added is not None:
            assert person == "host"
        assert chat.talk.version - before.version == (added is not None)
    for person in PEOPLE:
        times = [line.at for line in said if line.person == person]
        for first, seventh in zip(times, times[A_MINUTE:], strict=False):
            assert seventh - first >= MINUTE
    hidden = chat.talk.removed
    for viewer in PEOPLE:
        for line in talk_view(chat.club.tournament, chat.talk, (viewer,)).lines:
            assert (line.phrase is None and line.text is None) == (line.number in hidden)
