"""``quincunx solve cinqo``: Cinq-O's exact numbers."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from quincunx.core.speech import in_words, t

Part = Literal["turn", "solitaire", "race", "rounds", "spread", "race3"]
PARTS: tuple[Part, ...] = ("turn", "solitaire", "race", "rounds")


def solve(
    *,
    part: Annotated[
        Part | None, Parameter(name="--game", help="Solve only this game. Default: all of them.")
    ] = None,
    cores: Annotated[
        int | None, Parameter(help="For race3: number of cores. Default: all of this machine.")
    ] = None,
    ray: Annotated[str | None, Parameter(help="For race3: a Ray cluster’s address, or “local”.")] = None,
    out: Annotated[Path, Parameter(help="For race3: folder for its checkpoint and result.")] = Path("race3"),
    json_: Annotated[bool, Parameter(name="--json", negative="", help="Print JSON.")] = False,
) -> int:
    """Solve Cinq-O exactly and print what comes out.

    turn: the points of a turn. solitaire: the rounds to 100. race: two players to 100. rounds: two players,
    1 to 10 rounds, a tie counted as half. Two are asked for by name alone. spread: how likely solitaire takes
    each number of rounds, played for the fewest on average, a few seconds' work. race3: three players to 100,
    a minute's work; stopped by Ctrl-C it goes on from its checkpoint.
    """
    from rich.console import Console

    if part == "race3":
        return _solve_race3(out, cores, ray, json_)

    with Console(stderr=True).status(t("Solving…")):
        numbers = {each: _SOLVERS[each]() for each in ((part,) if part else PARTS)}
    if json_:
        print(json.dumps(numbers, indent=2))
        return 0
    for each, found in numbers.items():
        _print(each, found)
    return 0


def _solve_race3(out: Path, cores: int | None, ray: str | None, json_: bool) -> int:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from quincunx.engines.cluster import NoRay
    from quincunx.games.cinqo.bots.solver.race3 import Solvers, Threads, save, solve

    if cores is not None and cores < 1:
        print(f"quincunx: {t('Cores are counted from 1.')}", file=sys.stderr)
        return 1
    columns = (TextColumn(t("score triples")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True)) as progress:
            task = progress.add_task("triples", total=100**3)
            if ray is None:
                solvers: Solvers = Threads(cores or os.cpu_count() or 1)
            else:
                from quincunx.games.cinqo.bots.solver.race3_cluster import Cluster

                solvers = Cluster(ray)
            wins = solve(out, solvers, lambda done: progress.update(task, completed=done))
        save(out / "race3.npz", wins, "quincunx solve cinqo --game race3")
    except KeyboardInterrupt:
        print(t("Stopped. Run the same command to continue from the last checkpoint."), file=sys.stderr)
        return 130
    except (OSError, ValueError, NoRay) as error:
        print(f"quincunx: {in_words(error)}", file=sys.stderr)
        return 1
    first, second = float(wins[0, 0, 0, 0]), float(wins[0, 0, 0, 1])
    chances = {"first": first, "second": second, "third": 1 - first - second}
    if json_:
        print(json.dumps({"race3": {"chances": chances, "table": str(out / "race3.npz")}}, indent=2))
    else:
        print(t("Three players to 100, each looking after itself; chances to win by order of play"))
        names = t("first"), t("second"), t("third")
        _print_columns(t("player"), t("chance"), dict(zip(names, chances.values(), strict=True)))
        print(t("All score triples are in {{file}}", file=out / "race3.npz"))
    return 0


def _turn() -> dict[str, Any]:
    from quincunx.core.chance import Rolled
    from quincunx.games.cinqo.bots.advisor import advise
    from quincunx.games.cinqo.bots.solver.solitaire import expected_points
    from quincunx.games.cinqo.rules import apply, initial
    from quincunx.games.cinqo.types import CinqoOptions
    from quincunx.games.cinqo.view import view as view_of

    keeps: list[dict[str, Any]] = []
    for dice, face in FIRST_ROLLS:
        view = view_of(apply(initial(CinqoOptions(1)), Rolled((*dice, face))), 0)
        best = max(advise(view), key=lambda each: round(each.points, 12))
        put = best.put
        keeps.append(
            {
                "roll": dice,
                "hilo": view.hilo,
                "keep": sorted(put.rack + put.bank),
                "box": put.box,
                "points": best.points,
            }
        )
    return {"expected_points": expected_points(), "first_keeps": keeps}


FIRST_ROLLS = (
    ((1, 2, 3, 4, 6), 3),
    ((1, 2, 3, 4, 6), 4),
    ((1, 1, 3, 5, 6), 6),
    ((2, 3, 4, 4, 5), 3),
    ((4, 5, 5, 6, 6), 1),
    ((4, 5, 5, 6, 6), 6),
    ((1, 1, 1, 2, 6), 5),
    ((3, 3, 4, 4, 4), 2),
)
"""Instructive first rolls: five dice and the face of the Hi/Lo die (1 to 6: 1↑ 2↑ 3↑ 1↓ 2↓ 3↓)."""


def _solitaire() -> dict[str, Any]:
    from quincunx.games.cinqo.bots.solver.solitaire import best_probabilities, expected_rounds

    within = best_probabilities()[:, 0]
    return {
        "expected_rounds": float(expected_rounds()[0]),
        "best_chance_within": {str(rounds): float(within[rounds]) for rounds in range(1, 16)},
    }


def _spread() -> dict[str, Any]:
    from quincunx.games.cinqo.bots.solver.solitaire import rounds_probabilities

    # From the first possible number of rounds on; chances that round to 0 are left out.
    return {
        str(rounds): round(float(chance), 5) for rounds, chance in enumerate(rounds_probabilities()) if rounds
    }


def _race() -> dict[str, Any]:
    from quincunx.games.cinqo.bots.solver.prospects import race_wins

    wins = race_wins()
    return {
        "first_player_wins": float(wins[0, 0]),
        "level_scores": {str(score): float(wins[score, score]) for score in range(10, 100, 10)},
    }


def _rounds() -> dict[str, Any]:
    from quincunx.games.cinqo.bots.solver.rounds import MOST_LEAD, probabilities

    return {
        "first_player_wins": {str(each): float(probabilities(2 * each)[MOST_LEAD]) for each in range(1, 11)},
    }


_SOLVERS = {"turn": _turn, "solitaire": _solitaire, "race": _race, "rounds": _rounds, "spread": _spread}


def _print(part: str, found: dict[str, Any]) -> None:
    match part:
        case "turn":
            _print_turn(found)
        case "solitaire":
            print(t("Rounds to 100, fewest on average: {{rounds}}", rounds=_exact(found["expected_rounds"])))
            _print_columns(t("rounds"), t("best chance to be there"), found["best_chance_within"])
        case "spread":
            print(t("Rounds that solitaire takes, played for the fewest on average"))
            shown = {rounds: chance for rounds, chance in found.items() if chance}
            _print_columns(t("rounds"), t("chance"), shown)
        case "race":
            print(
                t("Two players to 100, who starts wins: {{share}}", share=_exact(found["first_player_wins"]))
            )
            _print_columns(t("both at"), t("who is to move wins"), found["level_scores"])
        case _:
            print(t("Two players over fixed rounds, a tie counted as half"))
            _print_columns(t("rounds"), t("who starts wins"), found["first_player_wins"])


def _print_turn(found: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    print(t("Points of a turn, played for points: {{points}}", points=_exact(found["expected_points"])))
    table = Table(t("first roll"), "Hi/Lo", t("keep"), t("box it"), t("points"))
    for row in found["first_keeps"]:
        table.add_row(
            " ".join(map(str, row["roll"])),
            f"{abs(row['hilo'])}{'↑' if row['hilo'] > 0 else '↓'}",
            " ".join(map(str, row["keep"])),
            t("yes") if row["box"] else t("no"),
            f"{row['points']:.6f}",
        )
    Console(highlight=False).print(table)


def _exact(value: float) -> str:
    return f"{value:.12f}"


def _print_columns(left: str, right: str, values: dict[str, float]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(left, right)
    for key, value in values.items():
        table.add_row(key, _exact(value))
    Console(highlight=False).print(table)
