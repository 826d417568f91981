"""Records of games: those of this device, and files that are dropped onto the page."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from quincunx.core.chance import CHANCE
from quincunx.core.game import encode
from quincunx.core.reason import refused
from quincunx.core.record import Record, RecordError, read, verify, write
from quincunx.core.record.statements import own_statements
from quincunx.core.sentence import Sentence
from quincunx.games import GAMES
from quincunx.local.ports import Values
from quincunx.table.events import SeatSetup, TableSettings
from quincunx.table.view import replay_step
from quincunx.table.wire.table import Replay, ReplayStep, SeatView, TableView

PREFIX: Final = "record-"
"""The beginning of the name under which a dropped record is shown."""


class ReadRecord(msgspec.Struct, frozen=True):
    """A record file that was read."""

    id: str
    """The name under which it can be replayed."""
    game: str
    names: tuple[str, ...]
    questions: int
    """The number of chance's answers."""
    faults: tuple[str, ...]
    """Steps that do not follow from the seed, as sentences; empty for a correct record."""
    notes: tuple[str, ...]
    """Statements of the record itself about its reliability, as sentences."""


class DroppedRecords:
    """Records that were dropped onto the page, kept by name."""

    def __init__(self, values: Values) -> None:
        self._values = values

    async def add(self, text: bytes) -> ReadRecord:
        """Read, verify and keep a record. Raises :class:`~quincunx.core.reason.Refusal` if it is none."""
        record = _read(text)
        try:
            faults = verify(record)
        except RecordError as error:
            faults = [error.sentence] if isinstance(error.sentence, Sentence) else []
        name = PREFIX + hashlib.sha256(text).hexdigest()[:32]
        await self._values.put(name, text)
        return ReadRecord(
            name,
            record.game.name,
            record.names,
            sum(step.seat == CHANCE for step in record.steps),
            tuple(map(str, faults)),
            tuple(map(str, own_statements(record))),
        )

    async def text(self, name: str) -> bytes:
        """The text of a kept record. Raises :class:`~quincunx.core.reason.Refusal`."""
        kept = await self._values.get(name)
        if kept is None:
            raise refused("unknown", "no-such-table", "There is no such table.")
        return kept

    async def replay(self, name: str) -> Replay:
        """The game of a kept record, step by step. Raises :class:`~quincunx.core.reason.Refusal`."""
        return replay_of(name, _read(await self.text(name)))


def _read(text: bytes) -> Record:
    try:
        return read(text, GAMES)
    except RecordError as error:
        raise refused("malformed", "bad-record", str(error), why=str(error)) from error


def replay_of(name: str, record: Record) -> Replay:
    """A record's game, with everything open, as if it had been played at a table of this name."""
    game = record.game
    state = game.initial(record.options)
    steps: list[ReplayStep] = []
    for each in record.steps:
        step, state = replay_step(game, state, None if each.seat == CHANCE else each.seat, each.move)
        steps.append(step)
    seats = tuple(
        SeatView("person", name, None, yours=False, bot_moves=moves)
        for name, moves in zip(record.names, record.bot_moves or (0,) * len(record.names), strict=True)
    )
    settings = TableSettings(encode(record.options), tuple(SeatSetup("open") for _ in seats))
    table = TableView(
        id=name,
        version=1,
        settings=settings,
        status="ended",
        host="",
        hosted_by_you=False,
        seats=seats,
        point_of_view=None,
        moved_at=1,
        commitment=record.commitment or "",
        seed=record.seed,
        entropies=record.entropies,
        commit_reveal=None,
        clock=None,
        game=game.reveal(state),
        outcome=record.outcome,
        draw_offers=(),
        resigned=(),
        rematch=None,
        phrases=(),
        talk=(),
    )
    return Replay(table, tuple(steps))


def text_of(record: Record) -> bytes:
    """The text of a game that was played here, without a signature."""
    return write(record).encode()
