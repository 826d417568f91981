"""The seating of a terminal game: people first, then bots, each with a name of their own."""

from __future__ import annotations

from typing import Any, Final

from quincunx.cli.terminal.engines import Engines
from quincunx.core.values import Phrase
from quincunx.engines.levels import AnyBot, default_level, names
from quincunx.table.seats.person import checked_name
from quincunx.texts.catalogue import Catalogue

_BOT_NAMES: Final = ("Ada", "Bruno", "Chiara", "Dario", "Elsa", "Fabio")


class WrongCall(Exception):
    """Flags with which no game can be played; the phrase is the reason."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key)
        self.phrase = Phrase(f"terminal.wrong.{key}", params)


def seat_people(seats: int, people: int) -> tuple[int, ...]:
    """Return the seats of the people. Raises :class:`WrongCall`."""
    if not 0 <= people <= seats:
        raise WrongCall("people", people=people, seats=seats)
    return tuple(range(people))


def seat_bots(
    engines: Engines, seats: int, people: tuple[int, ...], levels: list[str]
) -> tuple[AnyBot | None, ...]:
    """Return a bot for each seat without a person, of these levels in turn. Raises :class:`WrongCall`."""
    known = names(engines.game.bots)
    for level in levels:
        if level not in known:
            raise WrongCall("level", level=level[:30], levels=known)
    levels = levels or [default_level(engines.game.bots)]
    return tuple(
        None if seat in people else engines.bot(levels[(seat - len(people)) % len(levels)])
        for seat in range(seats)
    )


def name_seats(
    catalogue: Catalogue, seats: int, people: tuple[int, ...], given: list[str]
) -> tuple[str, ...]:
    """Return the given names, and default names for the other seats. Raises :class:`WrongCall`, and
    :class:`~quincunx.core.reason.Refusal` for an invalid name."""
    if len(given) > seats:
        raise WrongCall("names", seats=seats, names=len(given))
    spare = [_spare_name(catalogue, seat, people) for seat in range(len(given), seats)]
    chosen = tuple(map(checked_name, [*given, *spare]))
    # Two seats of the same name could not be told apart in the texts about them.
    if len(set(chosen)) < seats:
        raise WrongCall("sameName")
    return chosen


def _spare_name(catalogue: Catalogue, seat: int, people: tuple[int, ...]) -> str:
    if people == (seat,):
        return catalogue.translate(Phrase("terminal.player"))
    if seat in people:
        return catalogue.translate(Phrase("terminal.playerOf", {"n": seat + 1}))
    number = seat - len(people)
    again = number // len(_BOT_NAMES)
    return _BOT_NAMES[number % len(_BOT_NAMES)] + (f" {again + 1}" if again else "")
