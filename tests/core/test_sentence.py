"""Sentences of errors: finished English for programs, template and values for translations."""

from __future__ import annotations

import errno
import pickle
from urllib.error import URLError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.reason import GameReason, Refusal, Unparseable, forbidden, spoken_by
from quincunx.core.record import RecordError
from quincunx.core.sentence import (
    Sentence,
    SpokenError,
    Value,
    sentence,
    sentence_of,
    system_message,
)
from quincunx.table.record.chain import Damaged

texts = st.text() | st.sampled_from(["{{1}}", "{{2}}", "{{0}}", "{1}", "\\1"])


@given(texts, texts)
def test_values_stand_where_the_template_says_whatever_they_contain(first: str, second: str) -> None:
    assert str(sentence("a {{2}} b {{1}} c {{2}}", first, second)) == f"a {second} b {first} c {second}"


def test_a_sentence_within_another_keeps_its_own_template() -> None:
    inner = sentence("Entry {{1}} is missing.", 7)
    outer = sentence("{{1}} is damaged: {{2}}", "/a", Damaged(7, inner))
    assert outer.values == ("/a", inner)
    assert str(outer) == "/a is damaged: Entry 7 is missing."


def test_numbers_and_lists_are_values_too() -> None:
    assert str(sentence("{{1}}: {{2}}", 3, ["a", 4])) == "3: a, 4"
    assert sentence("{{1}}", ("a", sentence("b"))).values == (("a", Sentence("b")),)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SpokenError(sentence("Oh.")), Sentence("Oh.")),
        (OSError(errno.ENOSPC, "No space left on device", "/f"), Sentence("No space left on device")),
        (OSError(errno.EPERM, "Zugriff verweigert"), "Zugriff verweigert"),
        (OSError(5, sentence("Can’t listen")), Sentence("Can’t listen")),
        (URLError(OSError(errno.ENOENT, "No such file or directory")), Sentence("No such file or directory")),
        (TimeoutError(), Sentence("timed out")),
        (
            ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('::1', 1)"),
            Sentence("Connection refused"),
        ),
        (OSError(errno.EHOSTUNREACH, "Connect call failed ('::1', 1)"), Sentence("No route to host")),
        (ValueError("Permission denied"), "Permission denied"),
    ],
)
def test_an_error_stands_for_its_own_sentence(error: Exception, said: Value) -> None:
    assert sentence_of(error) == said
    assert sentence("{{1}}", error).values == (said,)


def test_only_whole_messages_of_the_system_are_known() -> None:
    assert system_message(OSError("Permission denied: x")) == "Permission denied: x"


def test_the_place_in_a_record_belongs_to_the_sentence_and_not_to_the_fault() -> None:
    error = RecordError(sentence("This is written {{1}}.", "x"), 3, 5)
    assert str(error) == "line 3, column 5: This is written x."
    assert str(error.fault) == "This is written x."
    assert sentence_of(error) == sentence("line {{1}}, column {{2}}: {{3}}", 3, 5, error.fault)
    assert str(RecordError(error.fault)) == "This is written x."


def test_a_refusal_is_worded_by_its_game() -> None:
    refusal = forbidden("3.2", "no-such-die", "There is no such 6.")
    assert sentence_of(refusal) == GameReason(refusal.reason)
    assert spoken_by("chess", refusal) == GameReason(refusal.reason, "chess")
    assert spoken_by("chess", Unparseable(sentence("No."))) == Sentence("No.")
    assert str(sentence("Move 1: {{1}}", refusal)) == "Move 1: There is no such 6."


@pytest.mark.parametrize(
    "error",
    [
        Unparseable(sentence("“{{1}}” isn’t a number.", "{{1}}"), "x", 3),
        RecordError(sentence("Oh.")),
        SpokenError(GameReason(forbidden("1", "no", "No.").reason, "chess")),
    ],
)
def test_errors_travel_between_processes_with_their_sentences(error: SpokenError | Refusal) -> None:
    there = pickle.loads(pickle.dumps(error))  # it was pickled here
    assert type(there) is type(error)
    assert str(there) == str(error)
    assert sentence_of(there) == sentence_of(error)
