"""Mining puzzles from games of bots, and from recorded games.

Games are searched in an order that the seed determines. The results are written after every game, so that an
interrupted search can continue and finds the same puzzles.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from quincunx.core.chance import resolve_chance
from quincunx.core.game import AnyGame
from quincunx.core.puzzle import Found, Puzzler
from quincunx.core.record import Record, replay
from quincunx.core.run import GameRun
from quincunx.core.sentence import SpokenError, sentence
from quincunx.core.study import Study
from quincunx.core.values import Ply
from quincunx.engines.bot import Budget
from quincunx.lessons.grade import graded
from quincunx.lessons.judge import check
from quincunx.lessons.position import reach

LONGEST_GAME: Final = 400
"""The number of steps after which a game of bots is truncated."""
A_GAME: Final = 3
"""The largest number of puzzles taken from one game."""
SHARES: Final = {1: 1.0, 2: 0.6}
"""The largest share of one sort of answer in its theme, by the number of its sorts."""
SHARE: Final = 0.5
"""The same if there are three sorts or more."""
_BUDGET: Final = Budget(simulations=1)
"""Bots that search play on one ply: what counts is the measurement afterwards."""


class Mining(msgspec.Struct, frozen=True):
    """The request of a search. The same request gives the same puzzles."""

    game: str
    count: int
    seed: int
    records: str = ""
    """A digest of the records to search; empty for games of bots."""
    present: str = ""
    """A digest of the puzzles that are there already; empty if there are none."""


class Searched(msgspec.Struct, frozen=True):
    """The result of searching one game."""

    number: int
    found: tuple[Found, ...]


class Progress(msgspec.Struct, frozen=True):
    """The progress of a search."""

    games: int
    found: dict[str, int]
    """The number of puzzles found, by theme."""
    wanted: dict[str, int]
    """The number of puzzles wanted, by theme."""


OnProgress = Callable[[Progress], None]


class NothingToMine(SpokenError, ValueError):
    """This game has no puzzle finder, or the work in progress in the file belongs to another search."""


class Miner:
    """A search for puzzles of one game."""

    def __init__(
        self,
        game: AnyGame,
        asked: Mining,
        records: Sequence[Record] = (),
        present: Sequence[Study] = (),
    ) -> None:
        if game.puzzler is None:
            raise NothingToMine(sentence("Can’t search for puzzles in {{1}}.", game.title))
        self._game, self._asked, self._records = game, asked, records
        self._puzzler: Puzzler = game.puzzler
        self._targets = {
            theme: ceil(round(asked.count * self._puzzler.shares[theme], 6)) for theme in self._puzzler.themes
        }
        self._shapes: set[str] = set()
        self._sorts: Counter[str] = Counter()
        self._themes = {sort: theme for theme, sorts in self._puzzler.sorts.items() for sort in sorts}
        self._present = tuple(present)
        self.found: list[Found] = []
        self.games = 0
        for study in present:
            states = reach(study.position, {game.name: game}).states
            self._sorts[self._puzzler.sort(study, states)] += 1
            self._shapes.add(self._puzzler.shape(study, states))

    @property
    def studies(self) -> tuple[Study, ...]:
        """The puzzles that were there already, and those found, in the order of their file."""
        return in_order((*self._present, *(each.study for each in self.found)))

    @property
    def progress(self) -> Progress:
        """The progress so far."""
        themes = {theme: self._count(theme) for theme in self._puzzler.themes}
        return Progress(self.games, themes, self._targets)

    @property
    def is_done(self) -> bool:
        """True if there are enough puzzles of each theme, or no records are left."""
        enough = all(self._count(theme) >= wanted for theme, wanted in self._targets.items())
        return enough or bool(self._records and self.games >= len(self._records))

    def search(self) -> Searched:
        """Search one more game."""
        number = self.games
        name = f"{self._asked.seed} {number}"
        options, plies = self._played(number, name)
        taken: list[Found] = []
        for each in self._puzzler.find_puzzles(plies, options, self._is_wanted, name):
            if self._accept(each):
                taken.append(self._named(each))
            if len(taken) == A_GAME:
                break
        self.games += 1
        self.found += taken
        return Searched(number, tuple(taken))

    def resume(self, searched: Searched) -> None:
        """Add the result of a game that was searched before."""
        for each in searched.found:
            self._accept(each)
        self.found += searched.found
        self.games = searched.number + 1

    def _played(self, number: int, name: str) -> tuple[Any, tuple[Ply, ...]]:
        if self._records:
            record = self._records[number]
            return record.options, tuple(replay(record))
        options = self._puzzler.tables[number % len(self._puzzler.tables)]
        return options, self_play(self._game, options, name, self._puzzler.levels)

    def _count(self, theme: str) -> int:
        return sum(self._sorts[sort] for sort in self._puzzler.sorts[theme])

    def _is_wanted(self, sort: str) -> bool:
        theme = self._themes[sort]
        wanted = self._targets[theme]
        share = SHARES.get(len(self._puzzler.sorts[theme]), SHARE)
        return self._count(theme) < wanted and self._sorts[sort] < share * wanted

    def _accept(self, found: Found) -> bool:
        if found.shape in self._shapes or not self._is_wanted(found.sort):
            return False
        self._shapes.add(found.shape)
        self._sorts[found.sort] += 1
        return True

    def _named(self, found: Found) -> Found:
        """Return the puzzle with its rating, and a name that depends only on its position."""
        named = replace(found.study, id=name_of(found.study))
        check(named, {self._game.name: self._game})
        return replace(found, study=graded(named, self._game))


def name_of(study: Study) -> str:
    """Return a puzzle's permanent name: its theme, and a digest of its position."""
    digest = hashlib.sha256(msgspec.json.encode(study.position)).hexdigest()
    return f"{study.theme}-{digest[:8]}"


def self_play(game: AnyGame, options: Any, name: str, levels: Sequence[str] = ()) -> tuple[Ply, ...]:
    """Play a game among bots of these levels, or of all, seeded by ``name``."""
    random = Random(name)  # noqa: S311  # nothing is secret here
    among = levels or game.bots.levels
    bots = [game.bots.bot(random.choice(among)) for _ in range(game.players(options))]
    plies: list[Ply] = []
    run = GameRun(
        game,
        options,
        lambda _, state: resolve_chance(game.asks(state), random),
        stops=lambda run: run.plies >= LONGEST_GAME,
        on_ply=plies.append,
    )
    for seat in run.choices():
        run.move(bots[seat].choose(game.view(run.state, seat), random, _BUDGET).action)
    return tuple(plies)


def mine(miner: Miner, kept: Path, asked: Mining, on_progress: OnProgress) -> tuple[Study, ...]:
    """Search until there are enough puzzles; return them in the order of their file. ``kept`` is the file of
    work in progress, which is deleted at the end. Raises :class:`NothingToMine`."""
    for searched in _read(kept, asked):
        miner.resume(searched)
    on_progress(miner.progress)
    with kept.open("ab") as file:
        if not file.tell():
            file.write(msgspec.json.encode(asked) + b"\n")
        while not miner.is_done:
            searched = miner.search()
            file.write(msgspec.json.encode(searched) + b"\n")
            file.flush()
            on_progress(miner.progress)
    kept.unlink()
    return miner.studies


def _read(kept: Path, asked: Mining) -> Iterator[Searched]:
    """Yield the results of an interrupted search; an incomplete last line is ignored."""
    if not kept.exists():
        return
    first, *lines = kept.read_bytes().splitlines(keepends=True) or [b""]
    if not first:
        return
    if msgspec.json.decode(first) != msgspec.to_builtins(asked):
        raise NothingToMine(sentence("{{1}} belongs to another search. Move it away to start afresh.", kept))
    whole = [line for line in lines if line.endswith(b"\n")]
    kept.write_bytes(b"".join([first, *whole]))
    yield from (msgspec.json.decode(line, type=Searched) for line in whole)


def in_order(studies: Iterable[Study]) -> tuple[Study, ...]:
    """Sort puzzles by theme, the easiest first."""
    return tuple(sorted(studies, key=lambda study: (study.theme or "", study.rating or 0.0, study.id)))


def text_of(studies: Sequence[Study]) -> str:
    """Return the puzzles in the format of their file: one per line."""
    lines = ",\n".join(msgspec.json.encode(study).decode() for study in studies)
    return f"[\n{lines}\n]\n"


def digest_of(files: Iterable[bytes]) -> str:
    """Return a digest that identifies a set of records."""
    digest = hashlib.sha256()
    for data in files:
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:16]
