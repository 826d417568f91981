"""Why nobody, or somebody else, may move now: the same reasons for every room that refuses a move."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Reason

IS_OVER: Final = Reason("rule", "game-over", "The game is over.", "5")
NOT_YOUR_TURN: Final = Reason("rule", "not-your-turn", "It is not your turn.", "3")
NO_DRAWS: Final = Reason("rule", "no-draws", "Cinq-O knows no draw.", "5")
