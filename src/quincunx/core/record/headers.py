"""The headers of a record: ``[Name "value"]``, or ``[Name 2 "value"]`` for one value per seat.

Options are written field by field under their own names, so a new game needs no change here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from quincunx.core.chance import NUMBER, PADDED
from quincunx.core.game import AnyGame
from quincunx.core.reason import Refusal
from quincunx.core.record.model import NO_RESULT, Record, RecordError, by_rule, write_result
from quincunx.core.record.text import unquote, visible
from quincunx.core.sentence import Sentence, Spoken, sentence
from quincunx.core.values import Outcome, Seat

VERSIONS: Final = ("1", "2", "3")
LONGEST_NAME: Final = 200
_LINE: Final = re.compile(r'\[([A-Z][A-Za-z]{0,30}(?: [1-9])?) (".*")\]')
_HEX: Final = re.compile(r"(?:[0-9a-f]{2}){0,64}")
_RESULT: Final = re.compile(r"(?:won by ([1-9](?: [1-9])*)|drawn) \(([a-z]{1,30})\)")
_COUNTS: Final = re.compile(r"(?:0|[1-9][0-9]{0,5})(?: (?:0|[1-9][0-9]{0,5}))*")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SEATS: Final = re.compile(r"[1-9](?: [1-9])*")
Voided = tuple[tuple[Seat, ...], ...]
T = TypeVar("T")


class Header(msgspec.Struct, frozen=True):
    """One header, with the line and column of its value."""

    name: str
    value: str
    line: int
    column: int

    def wrong(self, fault: Spoken) -> RecordError:
        """Return an error at this header's value."""
        return RecordError(fault, self.line, self.column)


class Headers:
    """All headers of a record. A required header that is missing raises :class:`RecordError`."""

    def __init__(self, headers: dict[str, Header], end: int) -> None:
        self._unread = dict(headers)
        self._end = end

    def pop_required(self, name: str) -> Header:
        """Return the header of this name and mark it as used."""
        header = self.pop_optional(name)
        if header is None:
            raise RecordError(sentence("The header [{{1}} …] is missing.", name), self._end, 1)
        return header

    def pop_optional(self, name: str) -> Header | None:
        """The same as :meth:`pop_required`, but ``None`` if there is no such header."""
        return self._unread.pop(name, None)

    def pop_hex(self, name: str, *sizes: int) -> str | None:
        """Pop lower-case hex digits: one of these numbers of bytes, or 0 to 64 bytes if none is given."""
        header = self.pop_optional(name)
        if header is None:
            return None
        if not _HEX.fullmatch(header.value) or (sizes and len(header.value) // 2 not in sizes):
            raise header.wrong(_digits(name, sizes))
        return header.value

    def pop_for_seats(self, seats: int, one: Callable[[str], T | None], name: str) -> tuple[T, ...]:
        """Pop one value for every seat, or none at all."""
        found = [one(f"{name} {seat}") for seat in range(1, seats + 1)]
        values = tuple(value for value in found if value is not None)
        if values and len(values) != seats:
            missing = found.index(None) + 1
            raise RecordError(sentence("The header [{{1}} {{2}} …] is missing.", name, missing), self._end, 1)
        return values

    def finish(self) -> None:
        """Raise :class:`RecordError` if a header has not been used: an unknown header is a mistake."""
        for header in self._unread.values():
            raise RecordError(sentence("There’s no header [{{1}} …] here.", header.name), header.line, 1)


def read_headers(lines: list[str]) -> tuple[Headers, int]:
    """Return the headers, and the index of the first line after them and the empty line."""
    headers: dict[str, Header] = {}
    if not lines[0].startswith("[Quincunx "):
        raise RecordError(sentence('A record of Quincunx begins with [Quincunx "1"].'), 1, 1)
    for index, line in enumerate(lines):
        if not line:
            return Headers(headers, index + 1), index + 1
        match = _LINE.fullmatch(line)
        if match is None:
            raise RecordError(
                sentence('A header looks like [Name "value"]; an empty line ends them.'), index + 1, 1
            )
        name = match[1]
        if name in headers:
            raise RecordError(sentence("The header [{{1}} …] is given twice.", name), index + 1, 1)
        column = match.start(2) + 1
        headers[name] = Header(name, unquote(match[2], index + 1, column), index + 1, column + 1)
    raise RecordError(sentence("The record ends among its headers."), len(lines), 1)


def _digits(name: str, sizes: tuple[int, ...]) -> Sentence:
    """Return how many hexadecimal digits a header must have."""
    if not sizes:
        return sentence("[{{1}} …] has up to 128 lower-case hexadecimal digits, two for a byte.", name)
    if sizes[0]:
        return sentence("[{{1}} …] has {{2}} lower-case hexadecimal digits.", name, 2 * sizes[0])
    return sentence("[{{1}} …] has {{2}} lower-case hexadecimal digits, or is empty.", name, 2 * sizes[-1])


# ---- options --------------------------------------------------------------------------------------


def write_options(options: Any) -> Iterator[tuple[str, str]]:
    """Yield the game and its options as headers. Seats count from 1; ``lot`` means that a lot decides who
    starts."""
    fields: dict[str, Any] = msgspec.to_builtins(options)
    yield "Game", fields.pop("game")
    for field, value in fields.items():
        if field == "first":
            text = "lot" if value is None else str(value + 1)
        else:
            text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        yield _header_of(field), text


def _header_of(field: str) -> str:
    """Return the header's name of an option: ``most_passes`` is ``MostPasses``."""
    return "".join(word.capitalize() for word in field.split("_"))


def read_options(headers: Headers, games: Mapping[str, AnyGame]) -> tuple[AnyGame, Any]:
    """The inverse of :func:`write_options`. Raises :class:`RecordError` for options that the rules refuse."""
    name = headers.pop_required("Game")
    if name.value not in games:
        raise name.wrong(
            sentence("Unknown game “{{1}}”. Choose from {{2}}.", visible(name.value[:20]), tuple(games))
        )
    game = games[name.value]
    fields = [field.name for field in msgspec.structs.fields(game.options_type)]
    found = {field: headers.pop_required(_header_of(field)) for field in fields}
    values = {field: _value(header) for field, header in found.items()}
    try:
        options = msgspec.convert({"game": name.value, **values}, game.options_type)
        game.check(options)
    except msgspec.ValidationError as error:
        wrong = next((header for field, header in found.items() if f"$.{field}`" in str(error)), name)
        raise wrong.wrong(
            sentence("[{{1}} …] can’t be “{{2}}”.", wrong.name, visible(wrong.value[:20]))
        ) from error
    except Refusal as error:
        blamed = [header for field, header in found.items() if field in error.reason.params]
        raise (blamed or [found["first"]])[-1].wrong(by_rule(game, error)) from error
    return game, options


def _value(header: Header) -> bool | int | str | None:
    text = header.value
    if text in ("yes", "no"):
        return text == "yes"
    if header.name == "First" and text == "lot":
        return None
    if NUMBER.fullmatch(text):
        return int(text) - (header.name == "First")
    padded = PADDED.fullmatch(text)
    if padded:
        raise header.wrong(sentence("This is written “{{1}}”.", padded[1]))
    return text


# ---- everything else -------------------------------------------------------------------------------


def write_headers(record: Record) -> Iterator[tuple[str, str]]:
    """Yield all headers of a record, in their order."""
    yield "Quincunx", str(record.version)
    yield from write_options(record.options)
    if record.day is not None:
        yield "Day", record.day
    for seat, name in enumerate(record.names, 1):
        yield f"Seat {seat}", name
    if record.commitment is not None:
        yield "Commitment", record.commitment
    if record.seed is not None:
        yield "Seed", record.seed
    for seat, commitment in enumerate(record.commitments, 1):
        yield f"Commitment {seat}", commitment
    for seat, entropy in enumerate(record.entropies, 1):
        yield f"Entropy {seat}", entropy
    if record.left_out:
        yield "LeftOut", _write_seats(record.left_out)
    if record.voided:
        yield "Voided", "; ".join(map(_write_seats, record.voided))
    if record.bot_moves:
        yield "BotMoves", " ".join(map(str, record.bot_moves))
    yield "Result", write_result(record.outcome)
    if record.signature is not None:
        yield "Signature", record.signature


def read_record(headers: Headers, games: Mapping[str, AnyGame]) -> tuple[Record, Header]:
    """Return a record without moves, and its result's header for errors that only the moves can show."""
    version = headers.pop_required("Quincunx")
    if version.value not in VERSIONS:
        raise version.wrong(sentence("This program reads records of the formats {{1}}.", tuple(VERSIONS)))
    game, options = read_options(headers, games)
    day = _read_day(headers, game) if version.value == "3" else None
    players = game.players(options)
    names = headers.pop_for_seats(players, lambda name: _name(headers.pop_required(name)), "Seat")
    commitment = headers.pop_hex("Commitment", 32)
    seed = headers.pop_hex("Seed", 32)
    entropies = headers.pop_for_seats(players, headers.pop_hex, "Entropy")
    commit_reveal = _read_commit_reveal(headers, players) if version.value == "2" else ((), (), ())
    bot_moves = _read_bot_moves(headers.pop_optional("BotMoves"), players)
    result = headers.pop_required("Result")
    signature = headers.pop_hex("Signature", 64)
    headers.finish()
    outcome = read_result(result)
    known = Record(game, options, names, (), outcome, commitment, seed, entropies, signature)
    commitments, left_out, voided = commit_reveal
    return replace(
        known, commitments=commitments, left_out=left_out, voided=voided, bot_moves=bot_moves, day=day
    ), result


def _read_day(headers: Headers, game: AnyGame) -> str:
    """Read the date of the daily challenge, which version 3 has in place of the devices' entropy."""
    header = headers.pop_required("Day")
    if not _DATE.fullmatch(header.value):
        raise header.wrong(sentence("A day is written “2026-11-22”."))
    if game.day is None:
        raise header.wrong(sentence("{{1}} has no daily challenge.", game.title))
    return header.value


def _read_bot_moves(header: Header | None, players: int) -> tuple[int, ...]:
    if header is None:
        return ()
    counts = tuple(map(int, header.value.split())) if _COUNTS.fullmatch(header.value) else ()
    if len(counts) != players or not any(counts):
        raise header.wrong(
            sentence("[BotMoves …] has a number for each seat, “0 3”, and is left out if all are 0.")
        )
    return counts


def _read_commit_reveal(headers: Headers, players: int) -> tuple[tuple[str, ...], tuple[Seat, ...], Voided]:
    """Read the additions of version 2: the seats' commitments, the seats left out, and void rounds."""
    commitments = headers.pop_for_seats(players, lambda name: headers.pop_hex(name, 0, 32), "Commitment")
    if not commitments:
        headers.pop_required("Commitment 1")
    left_out, voided = headers.pop_optional("LeftOut"), headers.pop_optional("Voided")
    return (
        commitments,
        () if left_out is None else _read_seats(left_out, left_out.value, players),
        () if voided is None else _read_rounds(voided, players),
    )


def _read_rounds(header: Header, players: int) -> Voided:
    return tuple(_read_seats(header, each, players) for each in header.value.split("; "))


def _write_seats(seats: tuple[Seat, ...]) -> str:
    return " ".join(str(seat + 1) for seat in seats)


def _read_seats(header: Header, text: str, players: int) -> tuple[Seat, ...]:
    seats = tuple(int(seat) - 1 for seat in text.split()) if _SEATS.fullmatch(text) else ()
    if not seats or list(seats) != sorted(set(seats)) or seats[-1] >= players:
        raise header.wrong(
            sentence("[{{1}} …] names seats of this game in ascending order, “2 3”.", header.name)
        )
    return seats


def _name(header: Header) -> str:
    if len(header.value) > LONGEST_NAME:
        raise header.wrong(sentence("A name has at most {{1}} characters.", LONGEST_NAME))
    return header.value


def read_result(header: Header) -> Outcome | None:
    """The inverse of :func:`~quincunx.core.record.model.write_result`."""
    if header.value == "unfinished":
        return None
    if header.value in NO_RESULT:
        return Outcome(header.value, ())
    match = _RESULT.fullmatch(header.value)
    if match is None:
        raise header.wrong(
            sentence(
                "A result is “won by 1 3 (reason)”, “drawn (reason)”, “resigned”, “truncated”, "
                "“abandoned” or “unfinished”."
            )
        )
    outcome = Outcome(match[2], tuple(int(seat) - 1 for seat in (match[1] or "").split()))
    if write_result(outcome) != header.value:
        raise header.wrong(sentence("This is written “{{1}}”.", write_result(outcome)))
    return outcome
