"""A whole game as text, to be read by people and diffed. ``docs/record-format.md`` describes it.

    [Quincunx "1"]
    [Game "cinco"]
    …
    * lot 1
    1 57>63

One header a line, an empty line, then one move a line: ``*`` for nature, a seat's number otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from quincunx.games.chance import Chance, commitment
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.games.core import NATURE, Forbidden, Outcome, Seat, Unparseable
from quincunx.games.registry import GAMES, Options, game_of

LONGEST: Final = 1 << 20
"""Characters that a record may have."""
_HEADER: Final = re.compile(r'\[([A-Z][A-Za-z0-9]*) ("(?:[^"\\]|\\.)*")\]')
_STEP: Final = re.compile(r"(\*|[1-6]) (\S.*)")
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


class RecordError(ValueError):
    """A record that cannot be read or played; the text is for people and says where."""

    def __init__(self, sentence: str, line: int, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {sentence}")
        self.sentence = sentence
        self.line = line
        self.column = column


class Step(msgspec.Struct, frozen=True):
    """One move; ``seat`` is :data:`NATURE` for nature's. ``line`` is where it stood, 0 if it was not read."""

    seat: Seat
    move: Any
    line: int = 0
    column: int = 1


class Record(msgspec.Struct, frozen=True):
    """A game from its options to its end, or to where it was broken off.

    ``seed`` and ``commitment`` are lower-case hex, ``None`` where unknown; ``entropies`` are hex, one
    a seat, or empty where unknown. ``outcome`` is ``None`` for a game that is not over.
    """

    options: Options
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    outcome: Outcome | None = None
    commitment: str | None = None
    seed: str | None = None
    entropies: tuple[str, ...] = ()


# ---- writing -----------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The record as text; ``parse`` reads the same record back."""
    game = game_of(record.options)
    lines = [f"[{name} {json.dumps(value, ensure_ascii=not value.isprintable())}]" for name, value in _headers(record)]
    lines.append("")
    for step in record.steps:
        who = "*" if step.seat == NATURE else str(step.seat + 1)
        lines.append(f"{who} {game.write_move(step.move)}")
    return "\n".join(lines) + "\n"


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    options = record.options
    yield "Quincunx", "1"
    yield "Game", game_of(options).name
    yield "Players", str(options.players)
    if isinstance(options, CincoOptions):
        yield "Teams", str(options.teams)
        yield "Variant", "joker" if options.joker else "classic"
        yield "First", "lot" if options.first is None else str(options.first + 1)
    else:
        yield "Goal", "100" if options.goal == "hundred" else f"{options.rounds} rounds"
        yield "First", str(options.first + 1)
    for seat, name in enumerate(record.names, 1):
        yield f"Seat{seat}", name
    if record.commitment is not None:
        yield "Commitment", record.commitment
    if record.seed is not None:
        yield "Seed", record.seed
    for seat, entropy in enumerate(record.entropies, 1):
        yield f"Entropy{seat}", entropy
    yield "Result", _result(record.outcome)


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    winners = "+".join(str(seat + 1) for seat in outcome.winners) or "draw"
    return f"{winners} {outcome.termination}"


# ---- reading -----------------------------------------------------------------------------------------------


def parse(text: str) -> Record:
    """Read a record. Raises :class:`RecordError`; whether its moves are legal is left to :func:`replay`."""
    if len(text) > LONGEST:
        raise RecordError(f"A record has at most {LONGEST} characters.", 1)
    # Only line feeds separate lines: other separators inside a name must not end it.
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    headers, first = _parse_headers(lines)
    options = _options(headers)
    game = game_of(options)
    steps: list[Step] = []
    for number, line in enumerate(lines[first:], first + 1):
        if not line.strip():
            continue
        match = _STEP.fullmatch(line)
        if match is None:
            raise RecordError("A move begins with * or a seat’s number and a space.", number)
        who = NATURE if match[1] == "*" else int(match[1]) - 1
        try:
            move = game.parse_move(match[2])
        except Unparseable as error:
            raise RecordError(str(error), number, 3 + error.position) from None
        steps.append(Step(who, move, number, 3))
    seats = range(1, options.players + 1)
    entropies = tuple(headers[f"Entropy{seat}"].hex() for seat in seats if f"Entropy{seat}" in headers.all)
    if len(entropies) not in (0, options.players):
        raise RecordError("Either every seat has an Entropy header or none.", 1)
    seed = headers["Seed"].hex(32) if "Seed" in headers.all else None
    promise = headers["Commitment"].hex(32) if "Commitment" in headers.all else None
    names = tuple(headers[f"Seat{seat}"].value for seat in seats)
    return Record(options, names, tuple(steps), _outcome(headers["Result"]), promise, seed, entropies)


class _Header(msgspec.Struct):
    name: str
    value: str
    line: int

    def wrong(self, sentence: str) -> RecordError:
        return RecordError(sentence, self.line, len(self.name) + 3)

    def choice(self, **choices: Any) -> Any:
        if self.value not in choices:
            raise self.wrong(f"{self.name} is one of: {', '.join(choices)}.")
        return choices[self.value]

    def number(self) -> int:
        if not re.fullmatch(r"[0-9]{1,3}", self.value):
            raise self.wrong(f"{self.name} is a number.")
        return int(self.value)

    def hex(self, size: int | None = None) -> str:
        if not _HEX.fullmatch(self.value) or len(self.value) > 128 or (size and len(self.value) != 2 * size):
            length = f"{2 * size} " if size else "at most 128 "
            raise self.wrong(f"{self.name} has {length}lower-case hexadecimal digits.")
        return self.value


class _Headers:
    def __init__(self, last_line: int) -> None:
        self.all: dict[str, _Header] = {}
        self._last_line = last_line

    def __getitem__(self, name: str) -> _Header:
        if name not in self.all:
            raise RecordError(f"The header {name} is missing.", self._last_line)
        return self.all[name]


def _parse_headers(lines: list[str]) -> tuple[_Headers, int]:
    headers = _Headers(1)
    for index, line in enumerate(lines):
        if not line.startswith("["):
            headers._last_line = index + 1
            return headers, index
        match = _HEADER.fullmatch(line)
        if match is None:
            raise RecordError('A header looks like [Name "value"].', index + 1)
        try:
            value = json.loads(match[2])
        except ValueError:
            raise RecordError("That is not a quoted text.", index + 1, match.start(2) + 1) from None
        if match[1] in headers.all:
            raise RecordError(f"The header {match[1]} stands twice.", index + 1)
        headers.all[match[1]] = _Header(match[1], value, index + 1)
    return headers, len(lines)


def _options(headers: _Headers) -> Options:
    headers["Quincunx"].choice(**{"1": 1})
    name = headers["Game"].choice(**{name: name for name in GAMES})
    players = headers["Players"].number()
    first = headers["First"]
    options: Options
    if name == "cinco":
        joker = headers["Variant"].choice(classic=False, joker=True)
        starts = None if first.value == "lot" else first.number() - 1
        options = CincoOptions(players, headers["Teams"].number(), joker, starts)
    else:
        goal = headers["Goal"]
        if goal.value == "100":
            options = CinqoOptions(players, first=first.number() - 1)
        else:
            match = re.fullmatch(r"([0-9]{1,3}) rounds", goal.value)
            if match is None:
                raise goal.wrong("Goal is 100 or a number of rounds.")
            options = CinqoOptions(players, "rounds", int(match[1]), first.number() - 1)
    try:
        game_of(options).check(options)
    except Forbidden as error:
        raise headers["Players"].wrong(str(error)) from None
    return options


def _outcome(header: _Header) -> Outcome | None:
    if header.value == "unfinished":
        return None
    match = re.fullmatch(r"(draw|[1-6](?:\+[1-6])*) ([a-z]{1,20})", header.value)
    if match is None:
        raise header.wrong("Result is “unfinished”, or winners and a reason.")
    winners = () if match[1] == "draw" else tuple(int(seat) - 1 for seat in match[1].split("+"))
    return Outcome(match[2], winners)


# ---- playing it again ----------------------------------------------------------------------------------------


def replay(record: Record) -> Iterator[tuple[Step | None, Any]]:
    """Each step with the game's state after it; first ``(None, initial state)``.

    Raises :class:`RecordError` at the first move that is not allowed, and at the end if the result is
    not the one that the moves lead to.
    """
    game = game_of(record.options)
    state = game.initial(record.options)
    yield None, state
    for step in record.steps:
        turn = game.to_move(state)
        if turn is None:
            raise RecordError("The game is over before this move.", step.line, 1)
        if turn != step.seat:
            who = "chance" if turn == NATURE else f"seat {turn + 1}"
            raise RecordError(f"It is the turn of {who}.", step.line, 1)
        try:
            state = game.apply(state, step.move)
        except Forbidden as error:
            raise RecordError(f"{error} (rule {error.rule})", step.line, step.column) from None
        yield step, state
    reached = game.outcome(state)
    if reached != record.outcome and (reached is not None or record.outcome not in _ALLOWED_EARLY):
        raise RecordError(
            f"The moves lead to “{_result(reached)}”, not to “{_result(record.outcome)}”.",
            record.steps[-1].line if record.steps else 1,
        )


# A game that its rules have not ended may have been drawn by consent, or broken off (C7).
_ALLOWED_EARLY: Final = (None, Outcome("agreed", ()), Outcome("truncated", ()))


def verify(record: Record) -> list[str]:
    """Derive every shuffle, roll and lot from the seed; what does not match, in sentences. Empty: all is well.

    Raises :class:`RecordError` for a game that is not legal, or whose seed is not shown.
    """
    if record.seed is None or record.commitment is None:
        raise RecordError("The record does not show its seed and commitment, so nothing can be checked.", 1)
    seed = bytes.fromhex(record.seed)
    faults = []
    if commitment(seed) != record.commitment:
        faults.append("The seed is not the one that was promised: its SHA-256 is not the commitment.")
    entropies = record.entropies or ("",) * record.options.players
    chance = Chance(seed, tuple(map(bytes.fromhex, entropies)))
    game = game_of(record.options)
    index = 0
    before: Any = None
    for step, state in replay(record):
        if step is not None and step.seat == NATURE:
            due = chance.answer(index, game.asks(before))
            if due != step.move:
                faults.append(
                    f"Line {step.line}: chance should have said “{game.write_move(due)[:60]}”, "
                    f"not “{game.write_move(step.move)[:60]}”."
                )
            index += 1
        before = state
    return faults
