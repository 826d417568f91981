"""Push notifications: the people notified, and the message to a device."""

from __future__ import annotations

import json

import pytest

from quincunx.club.push import LONGEST_ENDPOINT, LONGEST_LIFE, check_endpoint, message_of
from quincunx.core.reason import Refusal
from quincunx.table.my_tables import Notice

LONG = "https://push.example.org/"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://push.example.org/send/abc",
        "https://push.example.org:443/send",
        f"https://{'a.' * 125}com/",  # a name of 253 characters
        LONG + "x" * (LONGEST_ENDPOINT - len(LONG)),
    ],
)
def test_a_push_service_is_called_by_its_name_at_port_443(endpoint: str) -> None:
    check_endpoint(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/",
        "https://push.example.org:444/",
        "https://push.example.org:99999999/",
        "https://192.0.2.1/",
        "https:///send",
        "https://user@push.example.org/",
        "https://push.example.org/#part",
        "https://push.example.org/a b",
        "https://push.example.org/\x7f",
        "https://push.example.org/é",
        f"https://{'a.' * 125}comm/",
        LONG + "x" * (LONGEST_ENDPOINT - len(LONG) + 1),
    ],
)
def test_anybody_else_is_not_called(endpoint: str) -> None:
    with pytest.raises(Refusal):
        check_endpoint(endpoint)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "1 second left"),
        (59, "59 seconds left"),
        (60, "1 minute left"),
        (119, "1 minute left"),
        (3_539, "58 minutes left"),
        (3_540, "1 hour left"),
        (7_139, "1 hour left"),
        (7_140, "2 hours left"),
        (84_599, "23 hours left"),
        (84_600, "1 day left"),
        (170_999, "1 day left"),
        (171_000, "2 days left"),
    ],
)
def test_time_that_is_left_is_said_in_one_unit(seconds: int, said: str) -> None:
    message = message_of(Notice("ada", "table", 1, "cinco", left=seconds * 1_000 + 999), "en")
    assert json.loads(message.body)["body"] == said
    assert message.seconds == min(seconds, LONGEST_LIFE)


def test_a_message_is_worth_a_second_at_least_and_replaces_the_one_before() -> None:
    late = message_of(Notice("ada", "t" * 40, 1, "cinco", left=0, is_live=True), "en")
    assert (late.seconds, late.topic, late.is_urgent) == (1, "t" * 32, True)
    assert message_of(Notice("ada", "table", 0, "cinco"), "en").seconds == LONGEST_LIFE
