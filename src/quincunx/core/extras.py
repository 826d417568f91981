"""The package's extras: optional dependencies, named for what they make possible.

``pip install quincunx`` brings the rules alone. Everything else is imported where it is used; if it is
missing, :class:`MissingExtra` or a command says what to install.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "bots": ("llvmlite", "numba", "numpy", "platformdirs"),
    "cli": ("babel", "cyclopts", "filelock", "platformdirs", "rich"),
    "client": ("websockets",),
    "server": (
        "alembic", "argon2", "asyncpg", "cachetools", "cryptography", "greenlet", "httptools", "litestar",
        "markdown_it", "matplotlib", "networkx", "openskill", "prometheus_client", "redis", "segno",
        "sqlalchemy", "structlog", "uvicorn", "uvloop", "webauthn",
    ),
    "mcp": ("mcp",),
    "openspiel": ("pyspiel", "open_spiel"),
    "ray": ("ray",),
    "rl": ("gymnasium", "pettingzoo"),
    "export": ("pyarrow",),
}  # fmt: skip
"""The modules that each extra brings, as they are imported. Of several extras with a module, the first is
recommended."""


class MissingExtra(ImportError):
    """A part of the package lacks its dependencies. The text is a sentence for people."""

    def __init__(self, extra: str) -> None:
        super().__init__(f"More packages are needed: pip install 'quincunx[{extra}]'")
        self.extra = extra


def extra_of(error: ImportError) -> str | None:
    """Return the extra that brings the module of a failed import; ``None`` for any other module."""
    if isinstance(error, MissingExtra):
        return error.extra
    module = (error.name or "").partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if module in modules), None)
