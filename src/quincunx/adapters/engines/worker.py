"""A worker process, which computes moves: ``python -m quincunx.adapters.engines.worker``.

It compiles the kernels, reports that it is ready, and then answers one question after another. A second
thread listens for requests to stop, and ends the process with its pipe. With ``--reviews`` it makes reviews
and draws pictures, and compiles only what these need.
"""

from __future__ import annotations

import contextlib
import gc
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import BinaryIO, Final

import msgspec

from quincunx.adapters.engines.frames import (
    LENGTH,
    Advanced,
    Compiling,
    Drawn,
    DrawPicture,
    Failed,
    FromWorker,
    MakeReview,
    Ready,
    Reviewed,
    SearchResult,
    Stop,
    Stopped,
    Think,
    ToWorker,
    frame,
)
from quincunx.core import review as reviews
from quincunx.core.record import parse
from quincunx.engines.bot import Budget
from quincunx.engines.compiling import Silence, report_to
from quincunx.engines.precompiled import precompile
from quincunx.games import GAMES
from quincunx.kit import Cache
from quincunx.review import reviewing
from quincunx.review.why import equal_moves, why_best

NICENESS = 10
"""Serving people has priority over computing moves."""
STATED = 100
"""The most choices in a result."""
MOST_UNFINISHED: Final = 1 << 19
"""The most characters of records with unfinished reviews in memory. A game of 5,000 turns has a third of
them, and its unfinished review takes up to 100 MB."""


class _Unfinished(msgspec.Struct):
    """A review that was interrupted by another one and can be continued."""

    working: reviews.Working[reviews.Review]
    size: int


class _Announcement(Silence):
    """Tells the pool once that kernels are being compiled; the server's error stream is its log."""

    def __init__(self, announce: Callable[[], None]) -> None:
        self._announce = announce

    def on_kernel(self, before: int) -> None:
        if before == 0:
            self._announce()


class Worker:
    """Reads questions from one stream, and writes answers to another."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._questions: queue.Queue[Think | MakeReview | DrawPicture] = queue.Queue()
        self._unwanted = 0
        """The last cancelled question; at most one question is under way."""
        self._unfinished: Cache[tuple[str, int], _Unfinished] = Cache(
            MOST_UNFINISHED, size_of=lambda each: each.size
        )
        """Keyed by record and number of simulations."""

    def run(self, precompiles: bool = True) -> None:
        """Answer questions; the process exits when the stream ends."""
        threading.Thread(target=self._listen, daemon=True).start()
        if precompiles:
            self._precompile()
        # Modules stay loaded, so collecting them again and again would only delay answers.
        gc.freeze()
        while True:
            question = self._questions.get()
            try:
                self._send_frame(self._handle_request(question))
            except Exception as error:
                self._send_frame(Failed(question.number, _where(error)))

    def _precompile(self) -> None:
        report_to(_Announcement(lambda: self._send_frame(Compiling())))
        for game in GAMES.values():
            with contextlib.suppress(OSError):  # the next process compiles again or finds the cache
                precompile(game)
            self._send_frame(Ready(game.name))
        report_to(Silence())

    def _handle_request(self, question: Think | MakeReview | DrawPicture) -> FromWorker:
        match question:
            case Think():
                return self._think(question)
            case MakeReview():
                return self._review(question)
            case DrawPicture():
                return _draw(question)

    def _think(self, question: Think) -> SearchResult:
        game = GAMES[question.game]
        bot = game.bots.bot(question.level)
        view = msgspec.msgpack.decode(question.view, type=game.view_type)
        budget = Budget(
            question.seconds, question.simulations, wanted=lambda: question.number != self._unwanted
        )
        decision = bot.choose(view, Random(question.seed), budget)  # noqa: S311  # a bot's taste
        stated = decision.alternatives[:STATED]
        moves = tuple(choice.action for choice in stated)
        return SearchResult(
            question.number,
            moves,
            tuple(choice.value for choice in stated),
            tuple(choice.error for choice in stated),
            decision.scale,
            why_best(game, view, moves, equal_moves(decision)) if question.explains else (),
        )

    def _review(self, question: MakeReview) -> Reviewed | Stopped:
        """Make a review, or continue it if it was interrupted. Returns :class:`Stopped` if it is
        cancelled."""
        number, key = question.number, (question.record, question.simulations)
        unfinished = self._unfinished.peek(key)
        if unfinished is None:
            effort = reviews.Effort(simulations=question.simulations)
            unfinished = _Unfinished(reviewing(parse(question.record, GAMES), effort), len(question.record))
        self._unfinished.invalidate(key)
        try:
            while number != self._unwanted:
                self._send_frame(Advanced(number, *next(unfinished.working)))
        except StopIteration as done:
            return Reviewed(number, msgspec.json.encode(done.value))
        self._unfinished.put(key, unfinished)
        return Stopped(number)

    def _listen(self) -> None:
        decoder = msgspec.msgpack.Decoder(ToWorker)
        while len(head := self._incoming.read(LENGTH)) == LENGTH:
            message: ToWorker = decoder.decode(self._incoming.read(int.from_bytes(head, "big")))
            match message:
                case Think() | MakeReview() | DrawPicture():
                    self._questions.put(message)
                case Stop(number=number):
                    self._unwanted = number
        os._exit(0)  # the pool has ended or was killed, so no answer is needed

    def _send_frame(self, message: FromWorker) -> None:
        try:
            self._outgoing.write(frame(message))
            self._outgoing.flush()
        except OSError:
            os._exit(0)


def _draw(question: DrawPicture) -> Drawn:
    from quincunx.review.picture import picture

    found = question.review
    review = None if found is None else msgspec.json.decode(found, type=reviews.Review)
    return Drawn(question.number, picture(parse(question.record, GAMES), question.names, review))


def _where(error: Exception) -> str:
    """The type and place of an error, without its text, which might reveal a player's cards in a log."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {Path(frames[-1].filename).name}:{frames[-1].lineno}"


def main() -> None:
    """Serve the process that started this one."""
    makes_reviews = "--reviews" in sys.argv[1:]
    with contextlib.suppress(OSError, AttributeError):
        if makes_reviews:
            os.setpgid(0, 0)
        else:
            os.nice(NICENESS)
    # Redirect other output to standard error, so that it cannot corrupt the frames.
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    report_to(Silence())
    Worker(sys.stdin.buffer, outgoing).run(precompiles=not makes_reviews)


if __name__ == "__main__":
    main()
