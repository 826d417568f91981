"""Decisions of games as rows: what the seat to move saw, which moves were legal, which one it chose."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from quincunx.arena.luck import Luck, is_measured
from quincunx.core.chance import CHANCE
from quincunx.core.record import Record, RecordError
from quincunx.core.record import replay as plies_of
from quincunx.core.record.model import NO_RESULT
from quincunx.core.sentence import SpokenError, sentence
from quincunx.core.values import Outcome, Ply, Seat
from quincunx.games import GAMES, game_of
from quincunx.rl.actions import compact, legal_numbers
from quincunx.rl.observations import encoding, learning_of

TRUNCATED = "truncated"


class NoEncoding(SpokenError, ValueError):
    """An encoding that a game does not have. The text is a sentence for people."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of an export. Two runs with the same settings may continue each other."""

    version: int = 1
    game: str
    options: dict[str, Any]
    """The options of all games, without the seat that starts."""
    observation: str
    """The name of the encoding."""
    shape: tuple[int, ...]
    """The shape of one observation."""
    actions: int
    """How many compact action numbers the game has."""
    measures_luck: bool
    bots: tuple[str, ...] = ()
    """The bots that played; none for records."""
    seed: int | None = None
    seconds: float | None = None
    simulations: int | None = None

    @property
    def setup(self) -> Any:
        """The options as the game's own type, with the seat that starts by default."""
        return msgspec.convert(self.options, GAMES[self.game].options_type)


class Row(msgspec.Struct, frozen=True):
    """One decision."""

    game: str
    ply: int
    """The number of the step in its game, moves of chance included, from 1."""
    seat: Seat
    observation: bytes
    legal: tuple[int, ...]
    """The compact numbers of the legal moves, ascending."""
    action: int
    """The compact number of the chosen move."""
    outcome: float | None
    """The final share of the seat's side: 1 for a win, 0 for a loss, equal shares of a draw or a truncated
    game. ``None`` if the game has no result."""
    adjusted: float | None
    """The share without luck, which has the same mean; it may lie outside 0 to 1. ``None`` if the luck of the
    game was not measured."""


class GameRows(msgspec.Struct, frozen=True):
    """All decisions of one game."""

    game: str
    rows: tuple[Row, ...]


def header_of(options: Any, observation: str, *, measures_luck: bool | None) -> Header:
    """Return the header for games with these options; ``measures_luck`` as in
    :func:`~quincunx.arena.luck.is_measured`. Raises :class:`NoEncoding`."""
    game = game_of(options)
    encodings = learning_of(game).encodings
    if observation not in encodings:
        raise NoEncoding(
            sentence(
                "{{1}} has no encoding “{{2}}”. Choose from {{3}}.", game.title, observation, tuple(encodings)
            )
        )
    return Header(
        game=game.name,
        options=_settings(options),
        observation=observation,
        shape=encodings[observation].shape(options),
        actions=compact(options).count,
        measures_luck=is_measured(options, measures_luck),
    )


def record_id(data: bytes) -> str:
    """Return the id of the game in a record's file: the same for equal files, wherever they are."""
    return sha256(data).hexdigest()[:16]


def rows_of(game: str, record: Record, header: Header) -> GameRows:
    """Return the decisions of a record. Raises :class:`RecordError` if its settings are not the header's, or
    if a position does not fit the encoding."""
    if (record.game.name, _settings(record.options)) != (header.game, header.options):
        raise RecordError(
            sentence("This game has other settings than the first one, so it needs a file of its own.")
        )
    seats = [None] * record.game.players(record.options)
    collector = Collector(game, record.options, seats, header)
    for ply in plies_of(record):
        collector.add(ply)
    return collector.finish(record.outcome)


class Collector:
    """Collects the decisions of one game while it is played or replayed. The control variate is told the bot
    of each seat, ``None`` for an unknown player."""

    def __init__(self, game: str, options: Any, bots: list[Any], header: Header) -> None:
        self._id = game
        self._game = game_of(options)
        self._sides = self._game.sides(options)
        self._encoding = encoding(options, header.observation)
        self._rows: list[Row] = []
        self.luck: Luck | None = None
        if header.measures_luck and (control := self._game.bots.control(options)) is not None:
            self.luck = Luck(control(options, bots), len(set(self._sides)))

    def add(self, ply: Ply) -> None:
        """Add the next ply of the game. Raises :class:`RecordError` if the position does not fit the
        encoding."""
        if self.luck is not None:
            self.luck.add(ply)
        if (seat := ply.step.seat) == CHANCE:
            return
        view = self._game.view(ply.before, seat)
        try:
            seen = self._encoding.encode(view)
        except ValueError as error:
            raise RecordError(sentence("This game can’t be exported: {{1}}", str(error))) from error
        chosen = compact(view).number_of(view, ply.step.move)
        self._rows.append(
            Row(self._id, ply.number, seat, seen, legal_numbers(view), chosen, None, None),
        )

    def finish(self, outcome: Outcome | None) -> GameRows:
        """Return all decisions with the shares of this outcome."""
        shares = shares_of(self._sides, outcome)
        if shares is None:
            return GameRows(self._id, tuple(self._rows))
        adjusted: list[float | None] = [None] * len(shares)
        if self.luck is not None:
            adjusted = [share - luck for share, luck in zip(shares, self.luck.totals, strict=True)]
        return GameRows(
            self._id,
            tuple(
                replace(row, outcome=shares[side], adjusted=adjusted[side])
                for row in self._rows
                for side in (self._sides[row.seat],)
            ),
        )


def shares_of(sides: tuple[int, ...], outcome: Outcome | None) -> tuple[float, ...] | None:
    """Return the share of every side; ``None`` for a game without a result."""
    if outcome is None:
        return None
    count, winning = len(set(sides)), {sides[seat] for seat in outcome.winners}
    if not winning:
        is_void = outcome.termination in NO_RESULT and outcome.termination != TRUNCATED
        return None if is_void else (1 / count,) * count
    return tuple(1 / len(winning) if side in winning else 0.0 for side in range(count))


def _settings(options: Any) -> dict[str, Any]:
    """Return the options without the seat that starts."""
    fields: dict[str, Any] = msgspec.to_builtins(options)
    del fields["first"]
    return fields
