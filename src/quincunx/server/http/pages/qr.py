"""Links as QR codes."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import segno

from quincunx.core.reason import refused

# Searching for the smallest version costs a second for a long text. These two hold every link that occurs.
_VERSIONS: Final = ((5, 84), (10, 213))
"""QR versions, and the bytes that each holds at error correction level M."""
KEPT: Final = 1024


@lru_cache(maxsize=KEPT)
def svg(link: str) -> bytes:
    """A table's link as a QR code like that of :func:`drawn`, from a cache if possible."""
    return drawn(link)


def drawn(link: str) -> bytes:
    """The link as a QR code, black on white, without a cache. It takes a few milliseconds: call it in a
    thread.

    Raises :class:`~quincunx.core.reason.Refusal` for a link that is too long.
    """
    size = len(link.encode())
    for version, most in _VERSIONS:
        if size <= most:
            code = segno.make_qr(link, error="m", version=version, mode="byte", boost_error=False)
            out = io.BytesIO()
            code.save(out, kind="svg", border=2, light="#fff", xmldecl=False, scale=4)
            return out.getvalue()
    raise refused("malformed", "link-too-long", "That link is too long for a picture.")
