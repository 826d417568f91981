"""Settings of a table in plain arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from quincunx.core.game import encode
from quincunx.core.values import OptionsData
from quincunx.games import GAMES
from quincunx.table.events import DailyPace, LivePace, Pace, SeatSetup, TableSettings

Clock = tuple[int, int] | int | None
"""The clocks of a table: minutes a player with seconds a turn, such as ``(5, 10)``; or hours a turn, such as
``24``; or none."""


def table_settings(
    game: str,
    seats: Sequence[str] = ("me", "open"),
    *,
    clock: Clock = None,
    rated: bool = False,
    listed: bool = False,
    watchable: bool = True,
    **options: Any,
) -> TableSettings:
    """Return the settings of a table.

    A seat is ``"me"``, ``"open"``, ``"@HANDLE"`` (kept for an invited person), or a bot's level, such as
    ``"master"``. ``options`` are the game's: ``teams=3``, ``goal="rounds"`` …. Raises ``ValueError`` for an
    unknown game or an invalid option.
    """
    return TableSettings(
        options=game_options(game, players=len(seats), **options),
        seats=tuple(map(_seat, seats)),
        pace=pace_of(clock),
        rated=rated,
        listed=listed,
        watchable=watchable,
    )


def game_options(game: str, **options: Any) -> OptionsData:
    """Return a game's options as JSON. Raises ``ValueError``."""
    if game not in GAMES:
        raise ValueError(f"There is no game “{game}”; there are {', '.join(GAMES)}.")
    try:
        return encode(msgspec.convert({"game": game, **options}, GAMES[game].options_type))
    except msgspec.ValidationError as error:
        raise ValueError(f"These are no options of {GAMES[game].title}: {error}.") from error


def pace_of(clock: Clock) -> Pace | None:
    """Return the time control that a clock stands for."""
    if clock is None:
        return None
    if isinstance(clock, int):
        return DailyPace(clock)
    minutes, seconds = clock
    return LivePace(minutes * 60, seconds)


def _seat(seat: str) -> SeatSetup:
    if seat == "me":
        return SeatSetup("me")
    if seat == "open":
        return SeatSetup("open")
    if seat.startswith("@"):
        return SeatSetup("invited", handle=seat[1:])
    return SeatSetup("bot", seat)
