"""A tournament: who plays whom, played by several processes, kept on disk deal by deal."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec
from filelock import FileLock, Timeout

from quincunx.arena.deal import Deal, play_deal, sides_of
from quincunx.arena.players import Entrant, entrant
from quincunx.arena.ratings import sequential_test
from quincunx.games import GAMES, game_of

RESULTS: Final = "results.jsonl"
LOCK: Final = ".lock"
MOST_CRASHES: Final = 3
"""A deal that kills its process so often is given up."""


class Plan(msgspec.Struct, frozen=True):
    """A tournament. The same plan gives the same deals."""

    options: Any
    bots: tuple[str, ...]
    deals: int
    """How many each pair plays; a deal is one game from every side."""
    gauntlet: bool = False
    """Only the first bot plays against all others."""
    seed: int = 1
    seconds: float | None = None
    simulations: int | None = None
    sprt: tuple[float, float] | None = None
    """Stop a pair once it is decided whether its difference is rather the second than the first number."""

    def pairs(self) -> list[tuple[int, int]]:
        """Who plays whom, as places in ``bots``."""
        if self.gauntlet:
            return [(0, other) for other in range(1, len(self.bots))]
        return list(combinations(range(len(self.bots)), 2))


class BadResults(ValueError):
    """A folder that belongs to something else. The text is a sentence for people."""


def read_results(file: Path, plan: Plan) -> list[Deal]:
    """The deals that were played already; none if the file is not there. A line that was cut short by a
    crash does not count. Raises :class:`BadResults` if the file is of another plan."""
    if not file.exists():
        return []
    found: dict[tuple[int, int], Deal] = {}
    lines = _whole_lines(file.read_bytes()).splitlines()
    try:
        header = msgspec.json.decode(lines[0], type=Plan) if lines else None
        for line in lines[1:]:
            deal = msgspec.json.decode(line, type=Deal)
            found[deal.pair, deal.number] = deal
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadResults(f"{file} holds no results of the arena.") from error
    if header is not None and _settings(header) != _settings(plan):
        raise BadResults(f"{file} belongs to a tournament with other settings; choose another folder.")
    return list(found.values())


def _whole_lines(raw: bytes) -> bytes:
    return raw[: raw.rfind(b"\n") + 1]


def _settings(plan: Plan) -> Any:
    """The plan but for its length, which may be changed between two runs."""
    return msgspec.to_builtins(msgspec.structs.replace(plan, deals=0))


class Ledger:
    """Appends results to a file; each is on disk before it is counted. Nobody else may write there meanwhile.

    Raises :class:`BadResults` if somebody does, or if the file is of another plan."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(folder / LOCK)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise BadResults(
                f"Another tournament is writing to {folder}; wait for it, or choose another folder."
            ) from None
        try:
            file = folder / RESULTS
            self.before = read_results(file, plan)
            """The deals that were there already."""
            self._file: TextIO = file.open("a", encoding="utf-8")
        except BaseException:
            self._lock.release()
            raise
        try:
            self._file.truncate(len(_whole_lines(file.read_bytes())))
            if file.stat().st_size == 0:
                self._write(msgspec.json.encode(plan))
        except BaseException:
            self.close()
            raise

    def add(self, deal: Deal) -> None:
        self._write(msgspec.json.encode(deal))

    def _write(self, line: bytes) -> None:
        self._file.write(line.decode() + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        try:
            self._file.close()
        finally:
            self._lock.release()


@lru_cache(maxsize=32)
def _entrant(game: str, text: str, seconds: float | None, simulations: int | None) -> Entrant:
    return entrant(GAMES[game], text, seconds, simulations)


def work(plan: Plan, pair: int, number: int) -> Deal:
    """Play one deal; what workers do, on this machine or another."""
    first, second = (
        _entrant(game_of(plan.options).name, plan.bots[i], plan.seconds, plan.simulations)
        for i in plan.pairs()[pair]
    )
    return play_deal(plan.options, first, second, pair, number, plan.seed)


def schedule(plan: Plan, done: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What is left to play, all pairs in turn."""
    for number in range(plan.deals):
        for pair in range(len(plan.pairs())):
            if (pair, number) not in done:
                yield pair, number


OnProgress = Callable[[Deal], None]


def run(
    plan: Plan, folder: Path | None, cores: int, on_progress: OnProgress, ray: str | None = None
) -> list[Deal]:
    """Play what is left of a tournament; every deal, old or new, comes back once. ``on_progress`` hears of
    new ones.

    Without a folder nothing is kept. ``cores`` of 1 plays in this process. ``ray`` is the address of a
    cluster (``local`` starts one here). Raises :class:`BadResults`, ``BadEntry`` and ``OSError``.
    """
    for text in plan.bots:
        entrant(game_of(plan.options), text, plan.seconds, plan.simulations)
    deals: list[Deal] = []
    ledger: Ledger | None = None
    if folder is not None:
        ledger = Ledger(folder, plan)
        deals = [deal for deal in ledger.before if deal.number < plan.deals]
    try:
        decided = Decided(plan, deals)
        done = {(deal.pair, deal.number) for deal in deals}
        left = (each for each in schedule(plan, done) if not decided.has(each[0]))
        for deal in _played(plan, left, cores, ray):
            if ledger is not None:
                ledger.add(deal)
            deals.append(deal)
            decided.add(deal)
            on_progress(deal)
    finally:
        if ledger is not None:
            ledger.close()
    return sorted(deals, key=lambda deal: (deal.pair, deal.number))


class Decided:
    """Which pairs the sequential test has decided."""

    def __init__(self, plan: Plan, deals: list[Deal]) -> None:
        self._plan = plan
        self._scores: dict[int, list[float]] = {}
        self._decided: set[int] = set()
        for deal in deals:
            self.add(deal)

    def add(self, deal: Deal) -> None:
        scores = self._scores.setdefault(deal.pair, [])
        scores.append(deal.score)
        if self._plan.sprt is not None:
            sides = sides_of(self._plan.options)
            if sequential_test(scores, *self._plan.sprt, sides).accepted:
                self._decided.add(deal.pair)

    def has(self, pair: int) -> bool:
        return pair in self._decided


def _played(plan: Plan, left: Iterator[tuple[int, int]], cores: int, ray: str | None) -> Iterator[Deal]:
    if ray is not None:
        from quincunx.arena.cluster import played_on_ray

        yield from played_on_ray(plan, left, ray)
    elif cores == 1:
        for pair, number in left:
            yield work(plan, pair, number)
    else:
        yield from _played_by_processes(plan, left, cores)


def _played_by_processes(plan: Plan, left: Iterator[tuple[int, int]], cores: int) -> Iterator[Deal]:
    """Deals as they are finished. When a process dies, its deal is played again by another."""
    crashes = 0
    again: list[tuple[int, int]] = []
    while True:
        running: dict[Future[Deal], tuple[int, int]] = {}
        pool = ProcessPoolExecutor(cores, mp_context=get_context("spawn"))
        try:
            while True:
                while len(running) < 2 * cores:
                    task = again.pop() if again else next(left, None)
                    if task is None:
                        break
                    running[pool.submit(work, plan, *task)] = task
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    deal = future.result()
                    del running[future]
                    yield deal
        except BrokenProcessPool:
            crashes += 1
            if crashes > MOST_CRASHES:
                raise
            again += running.values()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def as_json(value: Any) -> str:
    """Anything of this room as readable JSON."""
    return json.dumps(msgspec.to_builtins(value), indent=2, ensure_ascii=False)
