"""``quincunx arena``: bots against bots."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from quincunx.arena.deal import Deal
    from quincunx.arena.report import Report
    from quincunx.arena.tournament import Plan
    from quincunx.games import Options


def arena(
    game: Literal["cinco", "cinqo"],
    *,
    bots: Annotated[str, Parameter(help="Separated by commas or spaces: greedy,expert,master:seconds=0.2")],
    games: Annotated[int, Parameter(help="How many games each pair plays, about.")] = 200,
    players: int = 2,
    teams: Annotated[int | None, Parameter(help="Cinco: for 6 players 2 or 3.")] = None,
    joker: Annotated[bool, Parameter(negative="", help="Cinco with the joker.")] = False,
    rounds: Annotated[int | None, Parameter(help="Cinq-O over so many rounds, instead of to 100.")] = None,
    gauntlet: Annotated[
        bool, Parameter(negative="", help="Only the first bot plays, against all others.")
    ] = False,
    seconds: Annotated[float | None, Parameter(help="Thinking time of a move.")] = None,
    simulations: Annotated[int | None, Parameter(help="Simulations of a move, for bots that search.")] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        Parameter(help="Stop a pair when it is decided between these two differences."),
    ] = None,
    seed: int = 1,
    cores: Annotated[int | None, Parameter(help="Default: all of this machine.")] = None,
    ray: Annotated[str | None, Parameter(help="The address of a Ray cluster, or “local”.")] = None,
    out: Annotated[Path, Parameter(help="The folder of results and report.")] = Path("arena"),
) -> int:
    """Let bots play against each other, and rate them.

    Every deal is played from every side, so that nobody wins by luck of the cards alone. Stop it with
    Ctrl-C at any time: the same command goes on where it stopped. The folder gets results.jsonl,
    report.json and report.html. A bot is a name, py:MODULE:ATTRIBUTE, or cmd:PROGRAM (see
    docs/bot-protocol.md).
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from quincunx.arena.deal import sides_of
    from quincunx.arena.players import BadEntry
    from quincunx.arena.report import report, write
    from quincunx.arena.tournament import RESULTS, BadResults, Plan, run
    from quincunx.core.game import BadOptions
    from quincunx.engines.cluster import NoRay

    names = _names(bots)
    if len(names) < 2 or len(set(names)) < len(names):
        return _fail("It takes two different bots at least.")
    if games < 1 or (cores is not None and cores < 1):
        return _fail("Games and cores are counted from 1.")
    if not all(each is None or 0 < each < 1e9 for each in (seconds, simulations)):
        return _fail("Seconds and simulations must be greater than 0.")
    if sprt is not None and sprt[0] >= sprt[1]:
        return _fail("The first difference of --sprt must be smaller than the second.")
    try:
        options = _options(game, players, teams, joker, rounds)
    except BadOptions as error:
        return _fail(str(error))
    if players < 2:
        return _fail("It takes two players at least.")
    deals = -(-games // sides_of(options))
    plan = Plan(options, names, deals, gauntlet, seed, seconds, simulations, sprt)
    console = Console(stderr=True)
    columns = (TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    stopped = False
    try:
        done = len(_wanted(plan, out / RESULTS))
        with Progress(*columns, console=console) as progress:
            task = progress.add_task("deals", total=deals * len(plan.pairs()), completed=done)

            def told(deal: Deal) -> None:
                progress.advance(task)

            try:
                played = run(plan, out, cores or os.cpu_count() or 1, told, ray)
            except KeyboardInterrupt:
                stopped = True
                played = _wanted(plan, out / RESULTS)
    except (BadEntry, BadResults, NoRay, OSError) as error:
        return _fail(str(error))
    found = report(plan, played)
    write(plan, found, out)
    _print(found)
    if stopped:
        print("Stopped; the same command goes on from here.", file=sys.stderr)
        return 130
    print(f"The report is {out / 'report.html'}")
    return 0


def _wanted(plan: Plan, file: Path) -> list[Deal]:
    """What was played already; there may be more than this time is asked for."""
    from quincunx.arena.tournament import read_results

    return [deal for deal in read_results(file, plan) if deal.number < plan.deals]


def _names(bots: str) -> tuple[str, ...]:
    """The bots of ``--bots``; what refines a bot has commas of its own, so a part with “=” belongs to the one
    before it. A program's words are kept together by writing one bot to an entry with semicolons."""
    if ";" in bots:
        return tuple(part.strip() for part in bots.split(";") if part.strip())
    if bots.startswith("cmd:"):
        return (bots,)
    names: list[str] = []
    for part in bots.replace(" ", ",").split(","):
        if "=" in part and ":" not in part and names:
            names[-1] += f",{part}"
        elif part:
            names.append(part)
    return tuple(names)


def _options(game: str, players: int, teams: int | None, joker: bool, rounds: int | None) -> Options:
    from quincunx.games import GAMES
    from quincunx.games.cinco.rules import SEATINGS
    from quincunx.games.cinco.types import CincoOptions
    from quincunx.games.cinqo.types import CinqoOptions

    options: Options
    if game == "cinco":
        sides = teams if teams is not None else SEATINGS.get(players, (2,))[0]
        options = CincoOptions(players, sides, joker)
    elif rounds is not None:
        options = CinqoOptions(players, "rounds", rounds)
    else:
        options = CinqoOptions(players)
    GAMES[game].check(options)
    return options


def _print(found: Report) -> None:
    from rich.console import Console
    from rich.table import Table

    from quincunx.arena.report import percent

    console = Console(highlight=False)
    ladder = Table("bot", "rating", "95 %", "ms a move")
    for each in found.ratings:
        ladder.add_row(
            each.name,
            f"{each.points:+.0f}",
            f"{each.low:+.0f} … {each.high:+.0f}",
            f"{1000 * found.seconds[each.name]:.1f}",
        )
    console.print(ladder)
    pairs = Table("first", "second", "first's share", "won", "drawn", "lost", "truncated")
    for pairing in found.pairings:
        drawn = pairing.drawn - pairing.truncated
        pairs.add_row(
            pairing.first,
            pairing.second,
            percent(pairing.score),
            *map(str, (pairing.won, drawn, pairing.lost, pairing.truncated)),
        )
        if pairing.verdict is not None:
            console.print(
                f"{pairing.first} against {pairing.second}: {pairing.verdict.accepted or 'not decided yet'}"
            )
    console.print(pairs)
    console.print(f"{found.games:,} games; who starts wins {percent(found.starter)}.")
    for what, times in found.faults.items():
        console.print(f"[red]{times} × {what}[/red]")


def _fail(sentence: str) -> int:
    print(f"quincunx: {sentence}", file=sys.stderr)
    return 1
