"""*Try again from here* at a finished table, from its record, its review and an engine."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec

from quincunx.club.limits import admit
from quincunx.core.reason import Refusal, Unparseable, refused
from quincunx.core.review import Judged
from quincunx.kit import Cache
from quincunx.lessons import again
from quincunx.lessons.again import Cut, Walk
from quincunx.lessons.judge import Judgement, Opened
from quincunx.lessons.position import BadStudy
from quincunx.lessons.wire import StudyAnswer
from quincunx.node.finished.reviews import Reviews, Shown
from quincunx.node.node import Tables
from quincunx.node.ports import Asker, Busy, Engine, Entropy
from quincunx.server.transport.limits import Limits
from quincunx.table.record.game_record import names_of
from quincunx.table.seats.person import Person
from quincunx.table.wire.review import ReviewProgress

NO_STUDY: Final = "We can’t find that exercise."
MOST_STEPS: Final = 50_000
"""The most steps of cached games, in all."""
MOST_CUTS: Final = 500
"""The most cached positions. A person who tries a position asks about it several times."""


class _Choices(msgspec.Struct):
    choices: tuple[msgspec.Raw, ...]


class _Measured(msgspec.Struct):
    review: _Choices


class _At(msgspec.Struct):
    ply: int


def _choice_at(review: bytes, ply: int) -> Judged | None:
    """The choice at a step, from a review's JSON. Decoding blocks the interpreter, so only this one is
    decoded: all choices in a game of 5,000 turns take 15 ms."""
    for each in msgspec.json.decode(review, type=_Measured).review.choices:
        if msgspec.json.decode(each, type=_At).ply == ply:
            return msgspec.json.decode(each, type=Judged)
    return None


class TryAgain:
    """Positions of finished games as studies. Answers are not stored."""

    def __init__(
        self, tables: Tables, reviews: Reviews, limits: Limits, engine: Engine, entropy: Entropy
    ) -> None:
        self._tables = tables
        self._reviews = reviews
        self._limits = limits
        self._engine = engine
        self._entropy = entropy
        self._cuts: Cache[tuple[str, int], Cut] = Cache(MOST_CUTS)
        self._walks: Cache[str, Walk] = Cache(MOST_STEPS, size_of=lambda walked: len(walked.steps))

    async def open(self, table: str, ply: int, person: Person, address: str) -> Opened:
        """The position before a step, as the seat to move saw it. Raises
        :class:`~quincunx.core.reason.Refusal` if there is none, or the person may not see the table."""
        return again.opened(await self._cut(table, ply, person, address))

    async def judge(
        self, table: str, ply: int, person: Person, address: str, asked: StudyAnswer
    ) -> Judgement | ReviewProgress:
        """Judge a move. While the review that this requires is being made, return its progress."""
        at = await self._cut(table, ply, person, address)
        try:
            move = at.game.decode_move(asked.move)
            at.game.apply(at.state, move)
        except Unparseable as error:
            raise refused("malformed", "malformed", str(error)) from error
        judged = await self._judged(table, ply, person, address)
        if isinstance(judged, ReviewProgress):
            return judged
        return again.known_judgement(at, judged, move) or await self._measured(
            at, judged, move, person, address
        )

    async def best_move(
        self, table: str, ply: int, person: Person, address: str
    ) -> Judgement | ReviewProgress:
        """The best move there. While the review is being made, return its progress."""
        at = await self._cut(table, ply, person, address)
        judged = await self._judged(table, ply, person, address)
        return judged if isinstance(judged, ReviewProgress) else again.best_judgement(at, judged)

    async def _cut(self, table: str, ply: int, person: Person, payer: str) -> Cut:
        state = await self._tables.finished(table, person)
        try:
            return await self._cuts.get(
                (table, ply), lambda: self._find_cut(table, ply, state.version, payer)
            )
        except BadStudy:
            raise refused("unknown", "no-study", NO_STUDY) from None

    async def _find_cut(self, table: str, ply: int, length: int, payer: str) -> Cut:
        if self._walks.peek(table) is None and not self._walks.is_loading(table):
            admit((self._limits.steps, payer, length))
        walked = await self._walks.get(table, lambda: self._walked(table))
        return again.cut(walked, ply, f"{ply}")

    async def _walked(self, table: str) -> Walk:
        record = await self._tables.recorded(table)
        return await self._tables.work(lambda: again.replay_once(record))

    async def _judged(self, table: str, ply: int, person: Person, address: str) -> Judged | ReviewProgress:
        state = await self._tables.finished(table, person)
        found = await self._reviews.review_or_progress(
            table, state.game, names_of(state), lambda: self._limits.review(person.id, address), asker=address
        )
        if not isinstance(found, Shown):
            return found
        judged = await asyncio.to_thread(_choice_at, found.body, ply)
        if judged is None:
            raise refused("unknown", "no-study", NO_STUDY)
        return judged

    async def _measured(self, at: Cut, judged: Judged, move: Any, person: Person, address: str) -> Judgement:
        """Judge a move by the best bot's values, as for a hint."""
        values: dict[str, float] = {}
        try:
            self._limits.review(person.id, address)
            view = at.game.view(at.state, at.seat)
            asker = Asker(f"study {address}", person.id, is_peopled=True)
            found = await self._engine.advise(view, bytes.fromhex(self._entropy.seed()), asker)
            if found.scale != "own":  # a fallback engine's values cannot be compared
                values = dict(zip(map(at.game.text.write_move, found.moves), found.values, strict=True))
        except (Busy, Refusal):
            pass  # judge by the review alone
        return again.measured(at, judged, move, values)
