"""A tournament's settings as nodes of several versions keep them."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from quincunx.club.tournament import stored
from tests.club.tournament.support import plan

SETTINGS = replace(plan(rounds=3, rated=True, listed=True), begins=5)


def test_stored_fields_are_read_beside_the_name() -> None:
    assert stored.read(stored.written(SETTINGS), "Friday") == replace(SETTINGS, name="Friday")
    assert (
        json.loads(stored.written(SETTINGS))["name"] == ""
    )  # it is a column of its own, and goes with its host


def test_a_format_is_read_though_nothing_else_is_known() -> None:
    assert stored.format_of(stored.written(plan(format="knockout"))) == "knockout"
    assert stored.format_of('{"format":"tag","length":["long"]}') == "tag"


def test_unknown_fields_are_skipped_and_preserved() -> None:
    newer = json.dumps(
        {**json.loads(stored.written(SETTINGS)), "music": ["loud"], "rounds": 9}, separators=(",", ":")
    )
    assert stored.read(newer, "Friday") == replace(SETTINGS, name="Friday", rounds=9)
    kept = json.loads(stored.written(SETTINGS, newer))
    assert kept == {**json.loads(stored.written(SETTINGS)), "music": ["loud"]}


@pytest.mark.parametrize(
    "strange",
    [
        {"format": "tag"},
        {"pace": {"type": "hourglass"}},
        {"pace": {"type": "live", "total": 1, "increment": 1, "delay": 1}},
        {"options": {"game": "tomorrow"}},
        {"options": {"game": "cinco", "players": 2, "teams": 2, "joker": False, "first": 0, "walls": 3}},
        {"rounds": "all"},
    ],
    ids=str,
)
def test_a_kind_that_is_not_known_is_not_guessed_at(strange: dict[str, object]) -> None:
    assert stored.read(json.dumps({**json.loads(stored.written(SETTINGS)), **strange}), "Friday") is None
