"""Conversion of the levels' strengths in the arena to points of people's ratings.

``python -m benchmarks.bot_points FOLDER…``

The arena's points are odds of sides: four hundred for ten to one. People's points follow the rating model.
There each seat of a side adds its own, and with three sides those that have not won are even. A level gets
the points of an imaginary player in equilibrium: one who wins as often as the level does against average
sides. Each folder is one that ``quincunx arena --out`` has filled; ``docs/ratings.md`` has the commands. The
output belongs into ``games/<game>/bots/points.py``.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import msgspec
from msgspec.structs import replace

from quincunx.arena.deal import Deal, sides_of
from quincunx.arena.ledger import RESULTS, read_results
from quincunx.arena.plan import Plan
from quincunx.arena.ratings import expected_share
from quincunx.arena.ratings import rate as fit
from quincunx.club.results.ratings import LEAST_MU, MIDDLE, POINTS, POINTS_IN_THE_MIDDLE, Rating, of_bot, rate
from quincunx.club.results.results import Result, SeatResult
from quincunx.core.game import decode_options
from quincunx.games import GAMES, game_of

FARTHEST = 200.0
"""The maximum distance from the average, in units of the model."""


def points_of(arena: float, sides: int, seats: int) -> int:
    """The rating of a level with these points in the arena, in a game of sides with this many seats each."""
    share = expected_share(arena, sides)
    low, high = LEAST_MU, MIDDLE + FARTHEST
    while (high - low) * POINTS > 0.1:
        mu = (low + high) / 2
        drift = share * _gain(mu, sides, seats, winner=0) + (1 - share) * _gain(mu, sides, seats, winner=1)
        low, high = (mu, high) if drift > 0 else (low, mu)
    return Rating(low).points


def _gain(mu: float, sides: int, seats: int, winner: int) -> float:
    """The gain of a player on side 0 when side ``winner`` wins and all others are average."""
    middle = of_bot(POINTS_IN_THE_MIDDLE)
    endings = tuple(
        SeatResult(seat, seat % sides, "somebody", "", None, "won" if seat % sides == winner else "lost")
        for seat in range(sides * seats)
    )
    before = {seat.seat: middle if seat.side else Rating(mu, middle.sigma) for seat in endings}
    nowhere = Result("", "", "", msgspec.Raw(), True, 0, 0, "", endings)
    return rate(nowhere, before)[0].mu - mu


def main() -> None:
    """Print the points of all players, and their 95 % intervals, from all folders of the same kind of
    seating."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    kinds: dict[tuple[str, str | None], list[Path]] = defaultdict(list)
    for folder in parser.parse_args().folders:
        options = _read(folder)[0].options
        kinds[game_of(options).name, game_of(options).rating_kind(options)].append(folder)
    for (name, kind), folders in kinds.items():
        _report(f"{name}, {kind}", [_read(folder) for folder in folders])


def _read(folder: Path) -> tuple[Plan, list[Deal]]:
    """The plan and the played deals, with options of the game's own type."""
    with (folder / RESULTS).open("rb") as file:
        plan = msgspec.json.decode(file.readline(), type=Plan)
    deals = read_results(folder / RESULTS, plan)
    return replace(plan, options=decode_options(GAMES, msgspec.json.encode(plan.options))), deals


def _report(title: str, found: list[tuple[Plan, list[Deal]]]) -> None:
    """Print the points. A player of several folders has one rating; one name is one strength."""
    options = found[0][0].options
    sides = sides_of(options)
    seats = game_of(options).players(options) // sides
    names = list(dict.fromkeys(name for plan, _ in found for name in plan.bots))
    scores: dict[tuple[int, int], list[float]] = defaultdict(list)
    for plan, deals in found:
        pairs = [(names.index(plan.bots[a]), names.index(plan.bots[b])) for a, b in plan.pairs()]
        for deal in deals:
            scores[pairs[deal.pair]].append(deal.score)
    print(f"{title}: {sum(len(deals) for _, deals in found) * sides:,} games")
    fitted = {rated.name: rated for rated in fit(names, list(scores), list(scores.values()), sides)}
    # Of a level with several budgets the one named last counts; the mean of all levels is the average.
    level = {name.partition(":")[0]: rated for name, rated in fitted.items()}
    middle = sum(rated.points for rated in level.values()) / len(level)
    for name, rated in level.items():
        points, least, most = (
            points_of(value - middle, sides, seats) for value in (rated.points, rated.low, rated.high)
        )
        print(f"  {name:8} {points:5}  ({least} … {most})  {rated.name}")


if __name__ == "__main__":
    main()
