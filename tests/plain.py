"""Clients for servers on this machine, which speak plain HTTP."""

from __future__ import annotations

import ssl
from typing import Final

NO_CERTIFICATES: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""The ``verify`` argument for httpx. By default it reads all root certificates anew for each client, which
takes longer than most requests."""
