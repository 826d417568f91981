"""``quincunx train cinco``: train the evaluation by self-play, a best response to it, or the chances of open
hands."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from quincunx.core.speech import in_words, os_error_message, t

if TYPE_CHECKING:
    from quincunx.games.cinco.bots.kernels.network import Network
    from quincunx.games.cinco.bots.training.train import Plan, Point, Training


_RESPONSE = "Train a best response to the shipped bot instead, to see how far it can be exploited."
_OPEN = "Train the chances of two known hands instead, by which the arena measures luck."


def train(
    *,
    players: Annotated[int, Parameter(help="Number of players: 2, 3, 4 or 6.")] = 2,
    teams: Annotated[int | None, Parameter(help="Number of teams, with 6 players: 2 or 3.")] = None,
    games: Annotated[int, Parameter(help="Number of self-play games.")] = 400_000,
    seed: Annotated[int, Parameter(help="Seed of the training. The same seed trains the same bot.")] = 1,
    out: Annotated[Path, Parameter(help="Folder for the checkpoint, weights and curve.")] = Path("training"),
    response: Annotated[bool, Parameter(help=_RESPONSE, negative=())] = False,
    open_hands: Annotated[bool, Parameter(help=_OPEN, negative=())] = False,
) -> int:
    """Train Cinco's evaluation for one seating, from nothing, by playing against itself; or a best response
    to the shipped one; or the chances of open hands, from games of its levels.

    Stop it with Ctrl-C at any time: the same command goes on from the last checkpoint. At the end the
    folder holds the weights (like 2in2.npz) and a picture of the curve.
    """
    from quincunx.games.cinco.rules import SEATINGS

    sides = teams if teams is not None else SEATINGS.get(players, (2,))[0]
    if games < 1 or not 0 <= seed < 2**31:
        return _fail(t("At least one game is needed, and a seed from 0 to 2147483647."))
    if players not in SEATINGS:
        return _fail(t("Cinco is for 2, 3, 4 or 6 players, not {{players}}.", players=players))
    if sides not in SEATINGS[players]:
        sentence = (
            "That number of teams ({{teams}}) isn’t possible with this number of players ({{players}})."
        )
        return _fail(t(sentence, players=players, teams=sides))
    if open_hands and (players != 2 or response):
        return _fail(t("--open-hands is for 2 players, and without --response."))
    from quincunx.games.cinco.bots.training.train import (
        OPEN_TRACE,
        RESPONSE_EXPLORE,
        BadCheckpoint,
        Plan,
        Training,
    )

    plan = Plan(
        players=players,
        teams=sides,
        games=games,
        seed=seed,
        batch=max(1, min(20_000, games // 10)),
        is_response=response,
        is_open=open_hands,
    )
    if response:
        plan = msgspec.structs.replace(plan, explore=RESPONSE_EXPLORE)
    if open_hands:
        plan = msgspec.structs.replace(plan, trace=OPEN_TRACE)
    try:
        training = Training(plan, out)
    except BadCheckpoint as error:
        return _fail(in_words(error))
    except OSError as error:
        return _fail(f"{os_error_message(error)}: {error.filename or out}.")
    try:
        network = _run(training)
    except KeyboardInterrupt:
        print(t("Stopped. Run the same command to continue from the last checkpoint."), file=sys.stderr)
        return 130
    _write(training, network, out)
    return 0


def _run(training: Training) -> Network:
    """Train to the end, and print a line for every point of the curve."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    plan = training.plan
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(_seating(plan), total=plan.games, completed=training.done)

        def on_progress(point: Point) -> None:
            progress.update(task, completed=point.games)
            progress.console.print(_line(plan, point))

        return training.run(on_progress)


def _seating(plan: Plan) -> str:
    return t("{{players}} in {{teams}}", players=plan.players, teams=plan.teams)


def _line(plan: Plan, point: Point) -> str:
    score = "{{share}} against the shipped bot" if plan.is_response else "{{share}} against greedy"
    if plan.is_open:
        score = "{{share}} explained"
    parts = (
        t("{{games}} games", "{{games}} game", count=point.games, games=f"{point.games:>9,}"),
        t(score, share=f"{point.score:6.1%}"),
        t("error {{error}}", error=f"{point.error:.4f}"),
        t("{{turns}} turns", turns=f"{point.turns:.1f}"),
        t("{{share}} drawn", share=f"{point.draws:.1%}"),
    )
    return "   ".join(parts)


def _write(training: Training, network: Network, out: Path) -> None:
    """Write the weights and the picture of the curve, and print where they are."""
    from quincunx.games.cinco.bots.weights import OPEN_HANDS, file_name, save

    plan, curve = training.plan, training.curve
    command = (
        f"quincunx train cinco --players {plan.players} --teams {plan.teams}"
        f" --games {plan.games} --seed {plan.seed}{' --response' if plan.is_response else ''}"
        f"{' --open-hands' if plan.is_open else ''}"
    )
    weights = out / (OPEN_HANDS if plan.is_open else file_name(plan.players, plan.teams))
    save(weights, network, _training_report(command, plan, curve))
    _draw(plan, curve, weights.with_suffix(".svg"))
    told = (
        "{{file}}: {{share}} against the shipped bot on one ply."
        if plan.is_response
        else "{{file}}: {{share}} against greedy on one ply."
    )
    if plan.is_open:
        told = "{{file}}: {{share}} of the result’s variance explained."
    print(t(told, file=weights, share=f"{curve[-1].score:.1%}"))


def _training_report(command: str, plan: Plan, curve: list[Point]) -> dict[str, Any]:
    return {
        "command": command,
        "plan": msgspec.to_builtins(plan),
        "commit": _commit(),
        "curve": msgspec.to_builtins(curve),
    }


def _commit() -> str | None:
    """Return the commit of the program's folder, if it is a checkout and git is installed."""
    git = shutil.which("git")
    if git is None:
        return None
    here = str(Path(__file__).parent)
    described = subprocess.run(  # noqa: S603
        [git, "-C", here, "rev-parse", "HEAD"], capture_output=True, text=True, check=False
    )
    return described.stdout.strip() or None


def _draw(plan: Plan, curve: list[Point], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot([point.games for point in curve], [100 * point.score for point in curve], color="#2f6f4f")
    if plan.is_response:
        axes.set_xlabel(t("games against it"))
        axes.set_ylabel(t("% won against the shipped bot, one ply"))
    elif plan.is_open:
        axes.set_xlabel(t("games of the levels"))
        axes.set_ylabel(t("% of the result’s variance explained"))
    else:
        axes.set_xlabel(t("games against itself"))
        axes.set_ylabel(t("% won against greedy, one ply"))
    axes.set_title(t("Learning Cinco: {{seating}}", seating=_seating(plan)))
    axes.grid(alpha=0.3)
    figure.savefig(path)


def _fail(sentence: str) -> int:
    print(f"quincunx: {sentence}", file=sys.stderr)
    return 1
