"""Reviews of finished games, computed in the background one at a time, and stored.

A review that a person opens is computed before all others. A first version with few simulations is shown
soon, and the full review replaces it. Otherwise games of people are reviewed, newest first.

The store knows which games have no review yet, so nothing is lost when a node ends. Two nodes may compute the
same review, which wastes time and does no harm. Full reviews are stored with the version of everything that
influences them.

Stored reviews contain no names: present names are inserted when a review is shown, so deleted names cannot
appear.
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
"""Simulations at each choice for the first version, in a game of usual length."""
LEAST_SIMULATIONS: Final = 4
USUAL_STEPS: Final = 400
"""The usual length of a game, in steps. A longer game gets fewer simulations at each choice, so that its
first version takes no longer than others'."""
MOST_KEPT: Final = 20_000
"""The maximum number of reviews in the store: some hundred megabytes at most."""
MOST_SHOWN_BYTES: Final = 32 << 20
"""The size of the cache of encoded reviews in memory."""
MOST_WANTED: Final = 200
"""The maximum number of reviews that people wait for. The ones requested longest ago are dropped first."""
NEARLY: Final = 0.5
"""The share of a full review after which it is finished, even if a person opens its game."""
MOST_FIRST_BYTES: Final = 32 << 20
"""The size of all first versions in memory. The requests made longest ago are dropped with theirs."""
PATIENCE_MILLISECONDS: Final = 60_000
"""A person who has not asked for this long counts as no longer waiting."""
SINCE_MILLISECONDS: Final = 7 * 24 * 3_600_000
"""Games that ended longer ago are reviewed only on request."""
OTHERS_MILLISECONDS: Final = 120_000
"""The time that the node at which a game ended has for its review, before others compute it."""
LOOK_SECONDS: Final = 60.0
"""The interval at which this node looks for games without a review."""
FAILED_SECONDS: Final = 10.0
"""The delay after a failure that may not recur."""


class Shown(msgspec.Struct, frozen=True):
    """An encoded review for a client."""

    body: bytes
    """The JSON of a :class:`~quincunx.table.wire.review.TableReview`."""
    tag: str
    """The ETag of the body."""


class _Wanted(msgspec.Struct):
    """A review that a person waits for."""

    version: str
    asker: str
    """The person whose turn the review uses."""
    asked_at: int = 0
    first: bytes | None = None
    """The first version, with few simulations."""


class _Work(msgspec.Struct):
    """The review that is being computed."""

    table: str
    task: asyncio.Task[bytes]
    share: float = 0.0


def version_of(game: AnyGame) -> str | None:
    """The version of everything that influences a game's reviews; ``None`` if the game has none."""
    if game.reviewer is None:
        return None
    return f"{FORMAT} {game.reviewer.engine} {USUAL.simulations}"


class Reviews:
    """The reviews that one node computes and shows. ``recorded`` gives the record of a table's game.

    ``maker`` is ``None`` on a node that computes none: it shows those of other nodes.
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
        """The number of the last turn of each person, while any of them waits."""
        self._wanted: OrderedDict[str, _Wanted] = OrderedDict()
        """The reviews that people wait for, by table; the most recently requested is the last."""
        self._shown_reviews: Cache[tuple[str, bool, tuple[str, ...]], Shown] = Cache(
            MOST_SHOWN_BYTES, size_of=lambda shown: len(shown.body)
        )
        self._work: _Work | None = None
        self._has_ended = False
        """True if a game has ended here since the last look for games without a review."""
        self._rest = LOOK_SECONDS
        """Seconds until the next look for games to review."""
        self._loop = Periodic(
            "reviews",
            self._make_next,
            lambda: self._rest,
            expected=(StoreUnavailable, JournalUnavailable, OSError),
        )

    async def start(self) -> None:
        """Start to compute reviews."""
        if self._maker is not None:
            self._loop.start()

    async def stop(self) -> None:
        """Stop, and leave unfinished reviews to other nodes."""
        await self._loop.stop()

    def wake(self) -> None:
        """Look for games to review, because a game has ended."""
        self._has_ended = True
        self._loop.wake()

    # ---- requests of people ------------------------------------------------------------------------------

    async def review_or_progress(
        self,
        table: str,
        game: AnyGame,
        names: tuple[str, ...],
        admit: Callable[[], None],
        since: int = 0,
        asker: str = "",
    ) -> Shown | ReviewProgress:
        """The review of an ended game, or its progress.

        ``names`` are the present names of its seats. ``admit`` raises if the caller has requested too many
        reviews. The game could not be seen before ``since``, in ms, so an older result that it has no review
        is ignored.

        Raises :class:`~quincunx.core.reason.Refusal` if there is no review and will be none, and
        :class:`~quincunx.club.ports.StoreUnavailable`.
        """
        found = self._shown_reviews.peek((table, True, names))
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
        """Request a review before all that no person waits for, and return its first version or progress."""
        wanted = self._wanted.get(table)
        if wanted is None:
            admit()
            wanted = self._wanted[table] = _Wanted(version, asker)
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
        """Cancel a running review that no person waits for, or that only improves a shown one. A review of
        this table that is nearly finished continues."""
        work = self._work
        if work is None or (work.table == table and work.share >= NEARLY):
            return
        wanted = self._wanted.get(work.table)
        if wanted is None or wanted.first is not None or work.table == table:
            work.task.cancel()

    async def _show(self, table: str, body: bytes, names: tuple[str, ...], is_final: bool) -> Shown:
        return await self._shown_reviews.get(
            (table, is_final, names), lambda: asyncio.to_thread(_with_names, body, names, is_final)
        )

    async def stored_review(self, table: str, game: AnyGame) -> bytes | None:
        """The stored JSON of a review, without names, if there is one of the present version."""
        row = await self._store.review(table)
        return None if row is None or row.version != version_of(game) else row.body

    # ---- computing reviews -------------------------------------------------------------------------------

    async def _make_next(self) -> None:
        """Compute one review, if there is one to compute."""
        assert self._maker is not None
        self._rest = FAILED_SECONDS
        found = self._next_wanted() or await self._next_left()
        if found is not None:
            await self._compute_review(self._maker, *found)
        self._rest = LOOK_SECONDS if found is None else 0.0

    def _next_wanted(self) -> tuple[str, str] | None:
        """The next review that a person waits for, as table and version.

        People who see nothing yet come first; among them the person whose last turn is longest ago; among
        that person's reviews the most recently requested.
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
        """A game of people without a review, as table and version of the review to come. Games that ended
        here are taken at once, others after a while."""
        now = self._clock.now()
        until = now if self._has_ended else now - OTHERS_MILLISECONDS
        found = await self._store.unreviewed(self._versions, now - SINCE_MILLISECONDS, until, 1)
        if not found:
            self._has_ended = False
            return None
        table, game = found[0]
        return table, self._versions[game]

    async def _compute_review(self, maker: ReviewMaker, table: str, version: str) -> None:
        """Compute a review, or its first version."""
        wanted = self._wanted.get(table)
        is_first = wanted is not None and wanted.first is None
        try:
            record = await self._recorded(table)
        except (Refusal, JournalDamaged):
            return await self._finish(table, version, None)
        if (self._next_wanted() or (table,))[0] != table:
            return  # a person has requested another one meanwhile
        if wanted is not None:
            self._turns[wanted.asker] = 1 + max(self._turns.values(), default=0)
        simulations = first_simulations(len(record.steps)) if is_first else USUAL.simulations
        try:
            body = await self._review_from_maker(maker, table, record, simulations)
        except NoReview:
            body = None
        except asyncio.CancelledError:
            if self._loop.is_ending:
                raise
            return  # another review comes first; this one gets another turn
        if body is not None and wanted is not None and is_first and _is_rough(body):
            wanted.first = body
            self._bound_first_versions()
        else:
            await self._finish(table, version, body)

    def _bound_first_versions(self) -> None:
        """Drop the oldest requests that have a first version, while all first versions are too large."""
        sizes = {table: len(each.first) for table, each in self._wanted.items() if each.first is not None}
        excess = sum(sizes.values()) - MOST_FIRST_BYTES
        for table, size in sizes.items():
            if excess <= 0:
                return
            del self._wanted[table]
            excess -= size

    async def _review_from_maker(
        self, maker: ReviewMaker, table: str, record: Record, simulations: int
    ) -> bytes:
        """The JSON of a review from the maker. The computation can be cancelled on its own."""
        text = await asyncio.to_thread(text_without_names, record)

        def advanced(done: int, total: int) -> None:
            work.share = done / max(1, total)

        # The coroutine is created in the task: a task cancelled before it starts leaves no coroutine behind.
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
    """The number of simulations at each choice for the first version of a game with this many steps."""
    return max(LEAST_SIMULATIONS, FIRST_SIMULATIONS * USUAL_STEPS // max(USUAL_STEPS, steps))


def no_review() -> Refusal:
    """The refusal for a game that has no review and will have none."""
    return refused("unknown", "no-review", "There’s no review of this game.")


def text_without_names(record: Record) -> str:
    """A record's text with seat numbers in place of names."""
    names = tuple(str(seat + 1) for seat in range(len(record.names)))
    return write(replace(record, names=names, signature=None))


def _is_rough(body: bytes) -> bool:
    """True if more simulations would improve the review. Games that need none are reviewed at once."""
    return 0 < msgspec.json.decode(body, type=_Simulations).simulations < USUAL.simulations


class _Simulations(msgspec.Struct):
    simulations: int


def _with_names(body: bytes, names: tuple[str, ...], is_final: bool) -> Shown:
    """The JSON of a :class:`~quincunx.table.wire.review.TableReview` with these names.

    Decoding holds the interpreter, so only the part with names is decoded: in a game of 5,000 turns the rest
    has two megabytes.
    """
    parts = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    seats = msgspec.json.decode(parts["seats"], type=tuple[SeatReview, ...])
    named = tuple(replace(each, name=names[each.seat]) for each in seats)
    parts["seats"] = msgspec.Raw(msgspec.json.encode(named))
    encoded = msgspec.json.encode({"review": parts, "is_final": is_final})
    return Shown(encoded, f'"{hashlib.sha256(encoded).hexdigest()[:24]}"')
