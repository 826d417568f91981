"""Quincunx: a home for fine tabletop games.

``import quincunx`` loads nothing else: each name of the library is imported when it is first used (PEP 562).
"""

# Importing typing would take longer than everything here; type checkers know this name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    # Exactly the names of _HOMES.
    from quincunx.api.catalog import bot as bot
    from quincunx.api.catalog import levels as levels
    from quincunx.api.catalog import match as match
    from quincunx.api.catalog import play as play
    from quincunx.api.catalog import read as read
    from quincunx.api.cinco import Cinco as Cinco
    from quincunx.api.cinco import CincoView as CincoView
    from quincunx.api.cinqo import Cinqo as Cinqo
    from quincunx.api.cinqo import CinqoView as CinqoView
    from quincunx.api.errors import IllegalMove as IllegalMove
    from quincunx.api.game_record import GameRecord as GameRecord
    from quincunx.api.level_bot import Advice as Advice
    from quincunx.api.level_bot import LevelBot as LevelBot
    from quincunx.core.extras import MissingExtra as MissingExtra
    from quincunx.core.reason import Reason as Reason
    from quincunx.core.reason import Unparseable as Unparseable
    from quincunx.core.values import Outcome as Outcome
    from quincunx.engines.program import Fault as Fault

__version__ = "1.1.0.dev0"

_HOMES: dict[str, str] = {
    "Advice": "quincunx.api.level_bot",
    "Cinco": "quincunx.api.cinco",
    "CincoView": "quincunx.api.cinco",
    "Cinqo": "quincunx.api.cinqo",
    "CinqoView": "quincunx.api.cinqo",
    "Fault": "quincunx.engines.program",
    "GameRecord": "quincunx.api.game_record",
    "IllegalMove": "quincunx.api.errors",
    "LevelBot": "quincunx.api.level_bot",
    "MissingExtra": "quincunx.core.extras",
    "Outcome": "quincunx.core.values",
    "Reason": "quincunx.core.reason",
    "Unparseable": "quincunx.core.reason",
    "bot": "quincunx.api.catalog",
    "levels": "quincunx.api.catalog",
    "match": "quincunx.api.catalog",
    "play": "quincunx.api.catalog",
    "read": "quincunx.api.catalog",
}
"""The module of each name of the library."""

__all__ = [
    "Advice",
    "Cinco",
    "CincoView",
    "Cinqo",
    "CinqoView",
    "Fault",
    "GameRecord",
    "IllegalMove",
    "LevelBot",
    "MissingExtra",
    "Outcome",
    "Reason",
    "Unparseable",
    "__version__",
    "bot",
    "levels",
    "match",
    "play",
    "read",
]

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
