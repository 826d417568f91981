"""Reviews of finished games: made in the background, one at a time, and kept.

Whoever opens one has it made before all others: first with few simulations, so that there is something to
see, then in full. Otherwise the games of people have their turn, the newest first. Which are still to come
the store knows, so nothing is lost when a node ends; two nodes that make the same one do so in vain, and no
harm comes of it. What is made in full is kept in the store, by the version of all that has a say in it.

A name that must be forgotten is not in what is kept: names are put in when somebody looks.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import msgspec
import structlog
from msgspec.structs import replace

from quincunx.club.ports import StoreUnavailable
from quincunx.club.results.reviews import ReviewRow, ReviewStore
from quincunx.core.game import AnyGame
from quincunx.core.reason import Refusal, refused
from quincunx.core.record import Record, write
from quincunx.core.review import FORMAT, USUAL, SeatReview
from quincunx.games import GAMES
from quincunx.kit import Cache, Periodic
from quincunx.node.ports import Clock, JournalDamaged, JournalUnavailable, NoReview, ReviewMaker
from quincunx.table.wire.review import ReviewProgress

log = structlog.get_logger("quincunx.tables")

FIRST_SIMULATIONS: Final = 100
"""For what is shown soon, at each choice of a game of usual length."""
LEAST_SIMULATIONS: Final = 4
USUAL_STEPS: Final = 400
"""A longer game gets fewer at each choice, so that its review holds up others no longer than theirs does."""
MOST_KEPT: Final = 20_000
"""In the store: some hundred megabytes at most."""
MOST_SHOWN_BYTES: Final = 32 << 20
"""In memory, as they go over the wire."""
MOST_WANTED: Final = 200
"""That somebody waits for; of more those are forgotten that were asked for longest ago."""
NEARLY: Final = 0.5
"""A review in full of which so much is done is finished first, when a person opens it."""
PATIENCE_MILLISECONDS: Final = 60_000
"""Who has not asked for so long waits no more."""
SINCE_MILLISECONDS: Final = 7 * 24 * 3_600_000
"""A game that ended longer ago is reviewed when somebody asks for it."""
OTHERS_MILLISECONDS: Final = 120_000
"""So long the node at which a game ended has for it, before others take it up."""
LOOK_SECONDS: Final = 60.0
"""How often it is looked for what was left lying."""
FAILED_SECONDS: Final = 10.0
"""After something has gone wrong that may go right next time."""


class Shown(msgspec.Struct, frozen=True):
    """A review as it goes over the wire."""

    body: bytes
    """The JSON of a :class:`~quincunx.table.wire.review.TableReview`."""
    tag: str
    """Another one has another tag."""


class _Wanted(msgspec.Struct):
    """A review that somebody waits for."""

    version: str
    asked_at: int
    asker: str = ""
    """The person whose turn it uses."""
    first: bytes | None = None
    """What the few simulations have found."""


class _Work(msgspec.Struct):
    """The review that is being made."""

    table: str
    task: asyncio.Task[bytes]
    share: float = 0.0


def version_of(game: AnyGame) -> str | None:
    """What has a say in the reviews of a game; ``None`` if they are not reviewed."""
    if game.reviewer is None:
        return None
    return f"{FORMAT} {game.reviewer.engine} {USUAL.simulations}"


class Reviews:
    """The reviews that one node makes and shows. ``recorded`` gives the record of a table's game.

    ``maker`` is ``None`` on a node that makes none: it shows what others have made.
    """

    def __init__(
        self,
        store: ReviewStore,
        maker: ReviewMaker | None,
        clock: Clock,
        recorded: Callable[[str], Awaitable[Record]],
        games: Mapping[str, AnyGame] = GAMES,
    ) -> None:
        self._store = store
        self._maker = maker
        self._clock = clock
        self._recorded = recorded
        versions = ((name, version_of(game)) for name, game in games.items())
        self._versions = {name: version for name, version in versions if version is not None}
        self._turns: dict[str, int] = {}
        """The number of the last turn of each caller, while any of them waits."""
        self._wanted: OrderedDict[str, _Wanted] = OrderedDict()
        """By table, the one that was asked for last at the end."""
        self._shown: Cache[tuple[str, bool, tuple[str, ...]], Shown] = Cache(
            MOST_SHOWN_BYTES, size_of=lambda shown: len(shown.body)
        )
        self._work: _Work | None = None
        self._has_ended = False
        """Whether a game has ended here since it was looked for any."""
        self._rest = LOOK_SECONDS
        """Seconds until it is looked again for games to review."""
        self._loop = Periodic(
            "reviews",
            self._make_next,
            lambda: self._rest,
            expected=(StoreUnavailable, JournalUnavailable, OSError),
        )

    async def start(self) -> None:
        """Begin to make them."""
        if self._maker is not None:
            self._loop.start()

    async def stop(self) -> None:
        """Leave what is under way to whoever comes next."""
        await self._loop.stop()

    def wake(self) -> None:
        """A game has ended."""
        self._has_ended = True
        self._loop.wake()

    # ---- asked by people ---------------------------------------------------------------------------------

    async def look(
        self,
        table: str,
        game: AnyGame,
        names: tuple[str, ...],
        admit: Callable[[], None],
        since: int = 0,
        asker: str = "",
    ) -> Shown | ReviewProgress:
        """The review of a game that has ended, as far as it is; ``names`` are its seats' today. ``admit``
        raises if whoever asks may not have one more made. Before ``since`` the game was not to be seen, and
        what was found then, that there is no review, holds no longer.

        Raises :class:`~quincunx.core.reason.Refusal` if there is none and will be none, and
        :class:`~quincunx.club.ports.StoreUnavailable`.
        """
        found = self._shown.peek((table, True, names))
        if found is not None:
            return found
        version = version_of(game)
        if version is None:
            raise no_review()
        if table not in self._wanted:
            row = await self._store.review(table)
            if row is not None and row.version == version and row.body is None and row.made_at >= since:
                raise no_review()
            if row is not None and row.version == version and row.body is not None:
                return await self._show(table, row.body, names, is_final=True)
            if self._maker is None:
                raise no_review()
        return await self._want(table, version, names, admit, asker)

    async def _want(
        self, table: str, version: str, names: tuple[str, ...], admit: Callable[[], None], asker: str
    ) -> Shown | ReviewProgress:
        """Have it made before all that nobody waits for."""
        wanted = self._wanted.get(table)
        if wanted is None:
            admit()
            wanted = self._wanted[table] = _Wanted(version, self._clock.now(), asker)
            if len(self._wanted) > MOST_WANTED:
                self._wanted.popitem(last=False)
            self._come_first(table)
        wanted.asked_at = self._clock.now()
        self._loop.wake()
        if wanted.first is not None:
            return await self._show(table, wanted.first, names, is_final=False)
        if self._work is not None and self._work.table == table:
            return ReviewProgress(self._work.share, 0)
        others = (name for name, each in self._wanted.items() if name != table and each.first is None)
        return ReviewProgress(0.0, len(list(others)))

    def _come_first(self, table: str) -> None:
        """What nobody waits for stops, and what is only made better; but what is nearly done is finished."""
        work = self._work
        if work is None or (work.table == table and work.share >= NEARLY):
            return
        wanted = self._wanted.get(work.table)
        if wanted is None or wanted.first is not None or work.table == table:
            work.task.cancel()

    async def _show(self, table: str, body: bytes, names: tuple[str, ...], is_final: bool) -> Shown:
        return await self._shown.get(
            (table, is_final, names), lambda: asyncio.to_thread(_shown, body, names, is_final)
        )

    async def kept(self, table: str, game: AnyGame) -> bytes | None:
        """The JSON of a review as it is kept, without names, if there is one of the present version."""
        row = await self._store.review(table)
        return None if row is None or row.version != version_of(game) else row.body

    # ---- making them -------------------------------------------------------------------------------------

    async def _make_next(self) -> None:
        """Make one review, if there is one to be made."""
        assert self._maker is not None
        self._rest = FAILED_SECONDS
        found = self._next_wanted() or await self._next_left()
        if found is not None:
            await self._make(self._maker, *found)
        self._rest = LOOK_SECONDS if found is None else 0.0

    def _next_wanted(self) -> tuple[str, str] | None:
        """The next review that a person waits for.

        People who see nothing yet come first, of these the one whose last turn is longest ago; of theirs, the
        one that they asked for last.
        """
        long_ago = self._clock.now() - PATIENCE_MILLISECONDS
        for table in [name for name, each in self._wanted.items() if each.asked_at < long_ago]:
            del self._wanted[table]
        newest = list(reversed(self._wanted))
        unseen = [name for name in newest if self._wanted[name].first is None]
        if not newest:
            self._turns.clear()
            return None
        table = min(unseen or newest, key=lambda name: self._turns.get(self._wanted[name].asker, 0))
        return table, self._wanted[table].version

    async def _next_left(self) -> tuple[str, str] | None:
        """A game of people that is not reviewed yet: at once if it ended here, else after a while; with the
        version that its review will have."""
        now = self._clock.now()
        until = now if self._has_ended else now - OTHERS_MILLISECONDS
        found = await self._store.unreviewed(self._versions, now - SINCE_MILLISECONDS, until, 1)
        if not found:
            self._has_ended = False
            return None
        table, game = found[0]
        return table, self._versions[game]

    async def _make(self, maker: ReviewMaker, table: str, version: str) -> None:
        """One review, or the first part of one."""
        wanted = self._wanted.get(table)
        is_first = wanted is not None and wanted.first is None
        try:
            record = await self._recorded(table)
        except (Refusal, JournalDamaged):
            return await self._finish(table, version, None)
        if (self._next_wanted() or (table,))[0] != table:
            return  # somebody has come meanwhile
        if wanted is not None:
            self._turns[wanted.asker] = 1 + max(self._turns.values(), default=0)
        simulations = first_simulations(len(record.steps)) if is_first else USUAL.simulations
        try:
            body = await self._made(maker, table, record, simulations)
        except NoReview:
            body = None
        except asyncio.CancelledError:
            if self._loop.is_ending:
                raise
            return  # somebody else comes first; its turn comes again
        if body is not None and wanted is not None and is_first and _is_rough(body):
            wanted.first = body
        else:
            await self._finish(table, version, body)

    async def _made(self, maker: ReviewMaker, table: str, record: Record, simulations: int) -> bytes:
        """What the maker says; it can be cancelled by itself."""
        text = await asyncio.to_thread(without_names, record)

        def advanced(done: int, total: int) -> None:
            work.share = done / max(1, total)

        # Called in the task: a task that is cancelled before it begins leaves no coroutine behind.
        async def review() -> bytes:
            return await maker.review(text, simulations, advanced)

        work = self._work = _Work(table, asyncio.create_task(review()))
        try:
            return await work.task
        finally:
            self._work = None
            work.task.cancel()

    async def _finish(self, table: str, version: str, body: bytes | None) -> None:
        await self._store.keep_review(ReviewRow(table, version, self._clock.now(), body), MOST_KEPT)
        self._wanted.pop(table, None)


def first_simulations(steps: int) -> int:
    """How many simulations a game of this length gets at each choice at first."""
    return max(LEAST_SIMULATIONS, FIRST_SIMULATIONS * USUAL_STEPS // max(USUAL_STEPS, steps))


def no_review() -> Refusal:
    """There is none of this game, and there will be none."""
    return refused("unknown", "no-review", "There is no review of this game.")


def without_names(record: Record) -> str:
    """A record's text with numbers in place of names."""
    names = tuple(str(seat + 1) for seat in range(len(record.names)))
    return write(replace(record, names=names, signature=None))


def _is_rough(body: bytes) -> bool:
    """Whether more simulations would say more. Games that need none are reviewed at once."""
    return 0 < msgspec.json.decode(body, type=_Simulations).simulations < USUAL.simulations


class _Simulations(msgspec.Struct):
    simulations: int


def _shown(body: bytes, names: tuple[str, ...], is_final: bool) -> Shown:
    """The JSON of a :class:`~quincunx.table.wire_review.TableReview` with these names.

    Decoding holds the interpreter, so only what names stand in is decoded: of a game of 5,000 turns the rest
    has two megabytes.
    """
    parts = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    seats = msgspec.json.decode(parts["seats"], type=tuple[SeatReview, ...])
    named = tuple(replace(each, name=names[each.seat]) for each in seats)
    parts["seats"] = msgspec.Raw(msgspec.json.encode(named))
    encoded = msgspec.json.encode({"review": parts, "is_final": is_final})
    return Shown(encoded, f'"{hashlib.sha256(encoded).hexdigest()[:24]}"')
