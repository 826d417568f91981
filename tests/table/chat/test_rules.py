"""Talk at a table: phrases during the game, free text after it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from quincunx.core.reason import Reason, Refusal
from quincunx.games import GAMES
from quincunx.games.cinco.types import CincoOptions, Exchange
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.table.chat import lines, rules
from quincunx.table.chat.rules import A_MINUTE, HARMLESS, LETTERS_SHOWN, MOST_LINES, PHRASES, TELLING
from quincunx.table.commands import OfferDraw, Say, SitDown, StandUp, Write
from quincunx.table.events import LivePace, Said, Wrote
from quincunx.table.fold import advance, take_in
from quincunx.table.record.game_record import record_of
from quincunx.table.record.redaction import redact_entry, redact_state
from quincunx.table.seats.person import SYSTEM, checked_text
from quincunx.table.summary import summarize
from quincunx.table.view import carry_on, public_events, replay, view_table
from quincunx.table.wire.table import SaidLine, TalkEvent
from quincunx.texts.catalogue import Catalogue, languages
from tests.table.support import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    ME,
    PEOPLE,
    Desk,
    make_move,
    promise,
    seated,
    settings,
)

TEAMS = CincoOptions(players=4, first=0)
SHORT = CinqoOptions(goal="rounds", rounds=1)
MINUTE = 60_000


def ended() -> Desk:
    """A short game that is over, at a known time."""
    desk = seated(settings(SHORT)).play(Random(1))
    desk.now = 1_800_000_000_000
    return desk


# ---- who, when, what ------------------------------------------------------------------------------------


def test_a_phrase_is_kept_shown_and_told() -> None:
    desk = seated()
    desk.now = 77_000
    assert desk.do(BOB, Say(1, "hello")) == (Said(1, "hello"),)
    line = SaidLine(1, 77_000, "hello", None)
    for person in (ALICE, BOB, CAROL):
        assert view_table(desk.state, person, None).talk == (line,)
    before = None
    for entry in desk.entries[:-1]:
        before = advance(before, entry)
    assert public_events(take_in(before, desk.entries[-1]), None) == (TalkEvent(line),)


def test_seated_players_speak_and_no_others() -> None:
    desk = seated()
    assert desk.refused(CAROL, Say(0, "hello")).code == "not-your-seat"
    assert desk.refused(ALICE, Say(1, "hello")).code == "not-your-seat"
    assert desk.refused(ALICE, Say(9, "hello")).code == "no-such-seat"
    assert desk.refused(SYSTEM, Say(0, "hello")).code == "not-your-seat"
    over = ended()
    assert over.refused(CAROL, Write(0, "hello")).code == "not-your-seat"
    assert over.refused(SYSTEM, Write(0, "hello")).code == "not-your-seat"


def test_views_say_what_one_may_say() -> None:
    desk = seated()
    assert view_table(desk.state, ALICE, None).phrases == (*HARMLESS, "well-blocked", *TELLING)
    assert view_table(desk.state, CAROL, None).phrases == ()
    waiting = Desk()
    waiting.do(ALICE, SitDown(0, promise(1)))
    assert view_table(waiting.state, ALICE, None).phrases == ()
    assert waiting.refused(ALICE, Say(0, "hello")).code == "not-started"


def test_a_player_who_left_may_speak_still() -> None:
    desk = seated()
    desk.do(BOB, StandUp(1))
    desk.do(BOB, Say(1, "sorry"))
    assert view_table(desk.state, BOB, None).phrases


def test_words_of_ones_own_wait_for_the_end() -> None:
    desk = seated()
    assert desk.refused(ALICE, Write(0, "block 41!")).code == "words-afterwards"
    over = ended()
    assert over.do(ALICE, Write(0, "  well\u0020 played, Bo\u0301b ")) == (
        Wrote(0, ALICE.id, "well played, Bób"),
    )
    assert view_table(over.state, CAROL, None).talk[-1].text == "well played, Bób"
    over.do(BOB, Say(1, "good-game"))


def test_a_table_that_never_began_has_no_chat() -> None:
    desk = Desk()
    desk.do(ALICE, SitDown(0, promise(1)))
    state = replace(desk.state, status="ended")
    with pytest.raises(Refusal) as caught:
        rules.write(state, Write(0, "hello"), ALICE, 1)
    assert caught.value.reason.code == "not-started"


@pytest.mark.parametrize("code", TELLING)
def test_partners_have_no_phrase_that_tells_of_cards_or_plans(code: str) -> None:
    desk = seated(settings(TEAMS))
    assert view_table(desk.state, ALICE, None).phrases == (*HARMLESS, "well-blocked")
    assert desk.refused(ALICE, Say(0, code)).code == "phrase-tells"
    over = replace(desk.state, status="ended")
    assert rules.say_phrase(over, Say(0, code), ALICE, 1) == (Said(0, code),)
    assert seated().do(ALICE, Say(0, code)) == (Said(0, code),)


def test_a_phrase_that_there_is_not_is_refused() -> None:
    for phrase in ("", "41", "Hello!", "what-a-roll", "hello\n"):
        assert seated().refused(ALICE, Say(0, phrase)).code == "no-such-phrase"


@pytest.mark.parametrize("language", languages())
def test_every_phrase_has_its_words(language: str) -> None:
    words = Catalogue(language)
    for code in PHRASES:
        assert words.has(f"phrase.{code}")
    for game in GAMES.values():
        for code in game.phrases:
            assert words.has(f"{game.name}.phrase.{code}")
            assert code not in PHRASES


# ---- it does nothing to the game ----------------------------------------------------------------------


def test_talk_changes_nothing_about_the_game() -> None:
    desk = seated(replace(settings(SHORT), pace=LivePace(60, 5)))
    desk.now = 5_000_000
    desk.move(Random(1))
    before = desk.state
    desk.now += 9_000
    desk.do(BOB, Say(1, "well-played"))
    after = desk.state
    assert after.moved_at == before.moved_at
    assert after.moved_on == before.moved_on
    assert after.position is before.position
    assert before.clock is not None
    assert after.clock == replace(before.clock, now=desk.now)
    assert summarize(after, desk.now).due == summarize(before, desk.now).due


def test_a_move_that_was_decided_before_a_phrase_is_good() -> None:
    desk = seated()
    person, seat = desk.mover()
    version = desk.state.version
    desk.do(ALICE, Say(0, "hello"))
    desk.do(person, make_move(seat, Exchange()), version)


def test_offers_stand_while_people_talk() -> None:
    desk = seated()
    desk.do(ALICE, OfferDraw(0))
    desk.do(ALICE, Say(0, "thanks"))
    assert desk.state.offers == (0,)


def test_a_view_that_goes_on_has_what_was_said() -> None:
    desk = seated()
    before = desk.state
    shown = view_table(before, ALICE, None)
    desk.do(BOB, Say(1, "hello"))
    assert carry_on(shown, before, desk.state, 0) is None


def test_the_record_does_not_have_it() -> None:
    silent, spoken = ended(), ended()
    spoken.do(ALICE, Write(0, "what a game"))
    assert record_of(tuple(spoken.entries), spoken.state) == record_of(tuple(silent.entries), silent.state)


# ---- bounds --------------------------------------------------------------------------------------------


def test_messages_a_minute_are_limited() -> None:
    desk = seated()
    desk.now = 10 * MINUTE
    for _ in range(A_MINUTE):
        desk.do(ALICE, Say(0, "hello"))
    refused = desk.refused(ALICE, Say(0, "hello"))
    assert (refused.kind, refused.code, refused.params) == ("too-fast", "talks-too-fast", {"seconds": 60})
    desk.do(BOB, Say(1, "one-moment"))
    desk.now += MINUTE - 1
    desk.refused(ALICE, Say(0, "hello"))
    desk.now += 1
    desk.do(ALICE, Say(0, "hello"))


def test_six_who_talk_as_fast_as_they_may_are_all_remembered() -> None:
    desk = seated(settings(CincoOptions(players=6, teams=2, first=0)))
    desk.now = 10 * MINUTE
    for seat, person in enumerate(PEOPLE):
        for _ in range(A_MINUTE):
            desk.do(person, Say(seat, "hello"))
    for seat, person in enumerate(PEOPLE):
        assert desk.refused(person, Say(seat, "hello")).code == "talks-too-fast"


def test_messages_at_a_table_are_limited() -> None:
    desk = ended()
    for _ in range(MOST_LINES):
        assert desk.now is not None
        desk.now += MINUTE
        desk.do(ALICE, Say(0, "hello"))
    desk.now = (desk.now or 0) + MINUTE
    refused = desk.refused(ALICE, Write(0, "more"))
    sentence = "At one table one may speak 100 times."
    assert refused == Reason("conflict", "said-enough", sentence, None, {"most": MOST_LINES})
    desk.do(BOB, Write(1, "I may still"))
    assert len(desk.state.talk.lines) == lines.KEPT
    assert desk.state.talk.counts == (MOST_LINES, 1)


def test_one_person_on_many_seats_has_one_breath() -> None:
    desk = Desk(settings(TEAMS, one_device=True, seats=(ME,) * 4))
    for seat in range(4):
        desk.do(ALICE, SitDown(seat, promise(seat + 1)), here=[ALICE.id])
    desk.reveal_all()
    desk.now = 10 * MINUTE
    for number in range(A_MINUTE):
        desk.do(ALICE, Say(number % 4, "hello"))
    assert desk.refused(ALICE, Say(0, "hello")).code == "talks-too-fast"


def test_a_view_has_little_of_it_and_a_replay_all() -> None:
    desk = seated(settings(SHORT))
    desk.now = 10 * MINUTE
    for number in range(20):
        desk.now += MINUTE
        desk.do(BOB if number % 2 else ALICE, Say(number % 2, "hello"))
    assert len(view_table(desk.state, ALICE, None).talk) == rules.SHOWN_IN_PLAY
    desk.play(Random(1))
    for _ in range(30):
        desk.now += MINUTE
        desk.do(ALICE, Write(0, "x" * 499))
    shown = view_table(desk.state, CAROL, None).talk
    assert len(shown) == LETTERS_SHOWN // 499
    assert shown[-1].at == desk.now
    told = replay(tuple(desk.entries), desk.state, CAROL).talk
    assert len(told) == 50
    assert [line.step for line in told] == sorted(line.step for line in told)
    assert told[0].step < told[-1].step == len(replay(tuple(desk.entries), desk.state, CAROL).steps)
    assert told[-1].line == shown[-1]


@pytest.mark.parametrize(
    ("letters", "shown"),
    [
        ([LETTERS_SHOWN], 1),
        ([LETTERS_SHOWN + 1], 0),
        ([1, LETTERS_SHOWN - 1], 2),
        ([1, LETTERS_SHOWN], 1),
        ([1, LETTERS_SHOWN - 1, 0, 0], 4),
        ([1, 1, LETTERS_SHOWN - 1], 2),
        ([1] * 20, 20),
        ([], 0),
    ],
)
def test_after_the_end_the_newest_lines_are_shown_up_to_a_number_of_letters(
    letters: list[int], shown: int
) -> None:
    said = tuple(SaidLine(0, 1, None if each else "hello", "x" * each or None) for each in letters)
    state = replace(ended().state, talk=lines.Talk(said))
    assert rules.said_lately(state) == said[len(said) - shown :]
    assert rules.said_lately(replace(state, status="playing")) == said[-rules.SHOWN_IN_PLAY :]


@pytest.mark.parametrize(("later", "seconds"), [(0, 60), (15_500, 44), (58_000, 2), (58_001, 1), (59_999, 1)])
def test_a_refusal_says_how_long_to_wait(later: int, seconds: int) -> None:
    desk = seated()
    desk.now = 10 * MINUTE
    for _ in range(A_MINUTE):
        desk.do(ALICE, Say(0, "hello"))
    desk.now += later
    wait = desk.refused(ALICE, Say(0, "hello")).params["seconds"]
    assert (wait, type(wait)) == (seconds, int)


# ---- texts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["a\nb", "a\x00", "\u202eabc", "\u200b", "\ud800", "e" + "\u0301" * 8, "\u0301\u0302", "a\u2028b"]
)
def test_invisible_and_overflowing_text_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        checked_text(text)
    assert caught.value.reason.code == "text-unseemly"


@pytest.mark.parametrize("text", ["", "   ", "\u200d", "x" * 501])
def test_a_text_is_neither_empty_nor_endless(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        checked_text(text)
    assert caught.value.reason.code == "text-length"


@pytest.mark.parametrize(
    "text", ["<b>hi</b> & 'so'", "👩‍👩‍👧 ❤️", "می‌خواهم", "你好！", "ٱلسَّلَامُ", "x" * 500, "שָׁלוֹם"]
)
def test_all_languages_may_be_written_as_they_are(text: str) -> None:
    assert checked_text(text) == checked_text(checked_text(text))
    assert len(checked_text(text)) <= len(text)


# ---- who is gone ------------------------------------------------------------------------------------------


def test_words_go_with_their_person() -> None:
    desk = ended()
    desk.do(ALICE, Write(0, "my secret"))
    desk.do(BOB, Write(1, "stays"))
    desk.do(ALICE, Say(0, "thanks"))
    gone = frozenset({ALICE.id})
    state = redact_state(desk.state, gone)
    assert [(line.phrase, line.text) for line in state.talk.lines] == [
        (None, None),
        (None, "stays"),
        ("thanks", None),
    ]
    assert state.talk.counts == desk.state.talk.counts
    entries = tuple(redact_entry(entry, gone) for entry in desk.entries)
    assert b"my secret" not in repr(replay(entries, state, CAROL)).encode()
    assert replay(entries, state, CAROL).talk[0].line.text is None
    assert redact_entry(desk.entries[-3], frozenset({DAVE.id})) is desk.entries[-3]
