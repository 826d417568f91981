"""Running a tournament; deals played before are not played again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from quincunx.arena.deal import Deal, least_noisy, sides_of
from quincunx.arena.ledger import Ledger
from quincunx.arena.plan import Plan, schedule
from quincunx.arena.ratings import sequential_test
from quincunx.arena.workers import played
from quincunx.engines.players import entrant
from quincunx.games import game_of

OnProgress = Callable[[Deal], None]


def run(
    plan: Plan, folder: Path | None, cores: int, on_progress: OnProgress, ray: str | None = None
) -> list[Deal]:
    """Play the rest of a tournament. Return every deal, old or new, once; ``on_progress`` is called for new
    ones.

    Without a folder nothing is stored. ``cores`` of 1 plays in this process. ``ray`` is the address of a
    cluster (``local`` starts one on this machine). Raises :class:`BadResults`, ``BadEntry`` and ``OSError``.
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
        for deal in played(plan, left, cores, ray):
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
    """The pairs that the sequential test has decided."""

    def __init__(self, plan: Plan, deals: list[Deal]) -> None:
        self._plan = plan
        self._scores: dict[int, list[float]] = {}
        self._decided: set[int] = set()
        for deal in deals:
            self.add(deal)

    def add(self, deal: Deal) -> None:
        scores = self._scores.setdefault(deal.pair, [])
        scores.append(least_noisy(deal))
        if self._plan.sprt is not None:
            sides = sides_of(self._plan.options)
            is_adjusted = deal.adjusted is not None
            if sequential_test(scores, *self._plan.sprt, sides, is_adjusted=is_adjusted).accepted:
                self._decided.add(deal.pair)

    def has(self, pair: int) -> bool:
        return pair in self._decided
