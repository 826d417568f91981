"""A link as a picture that a phone's camera reads."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import segno

from quincunx.core.reason import refused

# Searching for the smallest that fits costs a second with a long text; these two hold every link there is.
_VERSIONS: Final = ((5, 84), (10, 213))
"""Versions of the code, and how many bytes each holds at the middle level of correction."""
KEPT: Final = 1024


@lru_cache(maxsize=KEPT)
def svg(link: str) -> bytes:
    """A table's link as a QR code, as :func:`drawn`; kept for whoever asks next."""
    return drawn(link)


def drawn(link: str) -> bytes:
    """The link as a QR code, black on white; nothing is kept of it. It takes a few milliseconds: call it
    beside the event loop.

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
