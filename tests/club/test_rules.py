"""Sessions, recovery codes, tokens and the throttle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.club.accounts import codes, sessions
from quincunx.club.accounts.sessions import (
    DAY,
    FRESH,
    IDLE,
    IDLE_ACCOUNT,
    SIGNED_IN,
    device_of,
    ends_at,
    is_fresh,
)
from quincunx.club.accounts.tokens import check_scope, checked_scopes
from quincunx.core.reason import Refusal

AGENTS = [
    ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        "Version/19.0 Mobile/15E148 Safari/604.1",
        "Safari on iPhone",
    ),
    (
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile "
        "Safari/537.36",
        "Chrome on Android",
    ),
    (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
        "Safari/537.36 Edg/140.0.0.0",
        "Edge on Windows",
    ),
    (
        "Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) CriOS/140 Mobile "
        "Safari/604.1",
        "Chrome on iPad",
    ),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 "
        "Safari/537.36 OPR/120.0",
        "Opera on Mac",
    ),
    ("Mozilla/5.0 (X11; CrOS x86_64 15000) Chrome/140 Safari/537.36", "Chrome on ChromeOS"),
    ("python-httpx/0.28.1", "python-httpx"),
    ("Firefox/", "Firefox"),
    ("", ""),
    ("<script>alert(1)</script>", ""),
    ("\u202e evil", ""),
]


@pytest.mark.parametrize(("agent", "device"), AGENTS)
def test_the_name_of_a_device(agent: str, device: str) -> None:
    assert device_of(agent) == device


@given(st.text())
def test_whatever_a_device_says_its_name_is_short_and_plain(agent: str) -> None:
    device = device_of(agent)
    assert len(device) <= 40
    assert device == "" or (device.isascii() and device.isprintable())


def test_how_long_sessions_live() -> None:
    assert ends_at(1000, None, is_account=False) == 1000 + IDLE
    assert ends_at(1000, None, is_account=True) == 1000 + IDLE_ACCOUNT
    assert ends_at(1000, 500, is_account=True) == 1000 + IDLE_ACCOUNT
    assert ends_at(300 * DAY, 0, is_account=True) == SIGNED_IN


def test_the_time_for_which_a_sign_in_is_recent() -> None:
    assert not is_fresh(None, 10)
    assert is_fresh(10, 10)
    assert is_fresh(10, 10 + FRESH - 1)
    assert not is_fresh(10, 10 + FRESH)
    assert not is_fresh(10, 9)  # clocks of two nodes differ


def test_a_cookie_outlives_no_session() -> None:
    assert sessions.COOKIE_SECONDS * 1000 <= IDLE


# ---- recovery codes ------------------------------------------------------------------------------------


@given(st.binary(min_size=codes.BYTES, max_size=codes.BYTES))
def test_a_code_is_read_as_it_was_written_however_it_is_typed(random: bytes) -> None:
    code = codes.written(random)
    plain = code.replace("-", "")
    assert len(plain) == 24
    assert codes.read(code) == codes.read(f" {plain.lower()}\t") == plain
    assert codes.read(plain.replace("0", "o").replace("1", "l")) == plain
    assert codes.read(plain[:-1]) is None


def test_every_bit_of_a_code_counts() -> None:
    zero = codes.written(bytes(codes.BYTES))
    assert zero == "0000-0000-0000-0000-0000-0000"
    flipped = {codes.written((1 << bit).to_bytes(codes.BYTES)) for bit in range(8 * codes.BYTES)}
    assert len(flipped | {zero}) == 8 * codes.BYTES + 1


@pytest.mark.parametrize("typed", ["", "U" * 24, "é" * 24, "0" * 100_000, "0000-0000"])
def test_invalid_codes(typed: str) -> None:
    assert codes.read(typed) is None


# ---- tokens ---------------------------------------------------------------------------------------------


def test_scopes() -> None:
    assert checked_scopes(["play", "read", "play"]) == ("read", "play")
    for bad in ([], ["admin"], ["read", "admin"]):
        with pytest.raises(Refusal) as caught:
            checked_scopes(bad)
        assert (caught.value.reason.kind, caught.value.reason.code) == ("malformed", "bad-scopes")


def test_the_rights_of_a_token() -> None:
    for scopes in (None, ("play",), ("read", "play")):
        check_scope(scopes, "play")
        check_scope(scopes, "read")
    check_scope(("read",), "read")
    with pytest.raises(Refusal) as caught:
        check_scope(("read",), "play")
    assert (caught.value.reason.kind, caught.value.reason.code) == ("forbidden", "scope")
    with pytest.raises(Refusal):
        check_scope((), "read")
