"""The reasons why a seat may not move now, the same everywhere a move is refused."""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import Reason

IS_OVER: Final = Reason("rule", "game-over", "The game is over.", "5")
NOT_YOUR_TURN: Final = Reason("rule", "not-your-turn", "It is not your turn.", "3")
NO_DRAWS: Final = Reason("rule", "no-draws", "Cinq-O knows no draw.", "5")
