"""Clients for servers on this machine, which speak plain HTTP."""

from __future__ import annotations

import ssl
from typing import Final

NO_CERTIFICATES: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""What httpx is given to ``verify`` with: by itself it reads the world's certificates anew for each client,
which takes longer than most of what is asked."""
