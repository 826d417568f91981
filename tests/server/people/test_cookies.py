"""The session's cookie among others."""

from __future__ import annotations

from quincunx.server.people.cookies import COOKIE, SECURE_COOKIE, cookie_of


def test_our_cookie_is_found_among_others() -> None:
    headers = [(b"host", b"x"), (b"cookie", f"a=b; {COOKIE}=mine; c=d".encode())]
    assert cookie_of(headers, False) == "mine"
    assert cookie_of([(b"cookie", f"{COOKIE}=mine=".encode())], False) == "mine="
    assert cookie_of([(b"cookie", f"x{COOKIE}=other".encode())], False) is None


def test_under_https_the_plain_cookie_counts_only_without_the_other() -> None:
    """Anybody on a neighbouring host, or in between where it is not encrypted, can plant a plain one."""
    planted = (b"cookie", f"{COOKIE}=planted; {COOKIE}=another".encode())
    own = (b"cookie", f"{SECURE_COOKIE}=mine".encode())
    assert cookie_of([planted, own], True) == cookie_of([own, planted], True) == "mine"
    assert cookie_of([planted], True) == "planted"
    assert cookie_of([own, planted], False) == "planted"
    assert cookie_of([own], False) is None
