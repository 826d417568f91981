"""Quincunx: a home for fine tabletop games.

``import quincunx`` loads nothing else: each name of the library is imported when it is first used (PEP 562).
"""

# Importing typing would take longer than everything here; type checkers know this name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    # Exactly the names of _HOMES, as `from quincunx.api import Cinco as Cinco`.
    pass

__version__ = "1.0.0.dev0"

_HOMES: dict[str, str] = {}
"""The module of each name of the library."""

__all__ = ["__version__"]

if not TYPE_CHECKING:
    # Hidden from type checkers, so that they report misspelt names.
    def __getattr__(name: str) -> object:
        if (home := _HOMES.get(name)) is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = globals()[name] = getattr(import_module(home), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_HOMES})
