"""The session's cookie among the headers of a request."""

from __future__ import annotations

from collections.abc import Iterable

COOKIE = "quincunx_session"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""Its name where the server is reached by https alone: browsers take it only from this very host, encrypted,
so that no neighbouring one can plant another identity."""


def cookie_of(headers: Iterable[tuple[bytes, bytes]], is_secure: bool) -> str | None:
    """Our cookie among the headers of a request, read without keeping anything of the others. ``is_secure``:
    the server is reached by https; a browser with a cookie from before it was so keeps its session."""
    plain: str | None = None
    for name, value in headers:
        if name == b"cookie":
            for each in value.decode("latin-1").split(";"):
                key, _, text = each.strip().partition("=")
                if key == SECURE_COOKIE and is_secure:
                    return text
                if key == COOKIE and plain is None:
                    plain = text
    return plain
