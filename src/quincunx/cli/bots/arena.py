"""``quincunx arena GAME``: bots against bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import App, Parameter

from quincunx.arena.luck import is_measured
from quincunx.cli.files import fail
from quincunx.cli.games import command
from quincunx.core.game import AnyGame, Flags
from quincunx.core.reason import Refusal
from quincunx.core.record.text import visible
from quincunx.core.speech import in_words, join_list, t

if TYPE_CHECKING:
    from quincunx.arena.deal import Deal
    from quincunx.arena.plan import Plan

HELP: Final = """Play bots against each other and rate them.

Every deal is played from every side, so that nobody wins by the luck of the cards. Stop at any time with
Ctrl-C and run the same command to continue. The folder gets results.jsonl, report.json and report.html.
A bot is a name, py:MODULE:ATTRIBUTE or cmd:PROGRAM (see docs/bot-protocol.md)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaFlags:
    """The flags shared by all games."""

    bots: str
    """Separated by commas or spaces: greedy,expert,master:seconds=0.2"""
    games: int = 200
    """Approximate number of games per pair."""
    gauntlet: bool = False
    """Play the first bot against all the others."""
    seconds: float | None = None
    """Seconds of thinking time per move."""
    simulations: int | None = None
    """Simulations per move, for bots that search."""
    sprt: tuple[float, float] | None = None
    """Stop a pair early, by a sequential test between these two rating differences."""
    luck: Annotated[bool | None, Parameter(negative="--no-luck")] = None
    """Also report shares without luck, where the game can measure it. Default: where that is quick."""
    seed: int = 1
    """The same seed gives the same deals."""
    cores: int | None = None
    """Number of cores. Default: all of this machine."""
    ray: str | None = None
    """The address of a Ray cluster, or “local”."""
    out: Path = Path("arena")
    """Folder for the results and the report."""


class WrongCall(Exception):
    """Flags from which no tournament can be made; the text is the reason."""


def group(games: Mapping[str, AnyGame]) -> App:
    """Return the command ``arena``, with a subcommand for each game."""
    app = App(name="arena", help=HELP)
    for game in games.values():
        names = join_list((*game.bots.baselines, *game.bots.levels))
        help_ = t(
            "Play bots against each other at {{game}}. Available: {{names}}.", game=game.title, names=names
        )
        app.command(command(arena, game, ArenaFlags), name=game.name, help=help_)
    return app


def arena(game: AnyGame, setup: Flags[Any], flags: ArenaFlags) -> int:
    """Play a tournament, or the rest of it, and write its report. Return the exit code."""
    from quincunx.arena.ledger import BadResults
    from quincunx.arena.page import write
    from quincunx.arena.report import never_finished, report
    from quincunx.cli.bots.arena_tables import show
    from quincunx.engines.cluster import NoRay
    from quincunx.engines.players import BadEntry

    try:
        plan = _plan(game, setup, flags)
        played, stopped = _play(plan, flags)
    except (WrongCall, Refusal, BadEntry, BadResults, NoRay, OSError) as error:
        from quincunx.cli.language import error_in_words

        return fail(error_in_words(error, game))
    found = report(plan, played)
    write(plan, found, flags.out)
    show(found)
    if stopped:
        print(t("Stopped. Run the same command to continue."), file=sys.stderr)
        return 130
    print(t("The report is {{file}}", file=flags.out / "report.html"))
    failed = never_finished(plan, played)
    for bot in failed:
        fail(t("“{{bot}}” hasn’t finished a single game.", bot=visible(bot)))
    return 1 if failed else 0


def _plan(game: AnyGame, setup: Flags[Any], flags: ArenaFlags) -> Plan:
    """Return the tournament that the flags describe. Raises :class:`WrongCall` and ``Refusal``."""
    from quincunx.arena.deal import sides_of
    from quincunx.arena.plan import Plan

    names = bot_names(flags.bots)
    if len(names) < 2 or len(set(names)) < len(names):
        raise WrongCall(t("At least two different bots are needed."))
    if flags.games < 1 or (flags.cores is not None and flags.cores < 1):
        raise WrongCall(t("Games and cores are counted from 1."))
    if not all(each is None or 0 < each < 1e9 for each in (flags.seconds, flags.simulations)):
        raise WrongCall(t("Seconds and simulations must be greater than 0."))
    if flags.sprt is not None and flags.sprt[0] >= flags.sprt[1]:
        raise WrongCall(t("The first difference of --sprt must be smaller than the second."))
    options = setup.options()
    sides = sides_of(options)
    if sides < 2:
        raise WrongCall(t("At least two players are needed."))
    return Plan(
        options=options,
        bots=names,
        deals=-(-flags.games // sides),
        gauntlet=flags.gauntlet,
        seed=flags.seed,
        seconds=flags.seconds,
        simulations=flags.simulations,
        sprt=flags.sprt,
        measures_luck=is_measured(options, flags.luck),
    )


def _play(plan: Plan, flags: ArenaFlags) -> tuple[list[Deal], bool]:
    """Play the deals. Return them, and whether the user interrupted the tournament."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from quincunx.arena.ledger import RESULTS
    from quincunx.arena.tournament import run

    columns = (TextColumn(t("deals")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    done = len(_deals_played(plan, flags.out / RESULTS))
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("deals", total=plan.deals * len(plan.pairs()), completed=done)
        try:
            cores = flags.cores or os.cpu_count() or 1
            faults = _Faults()

            def on_deal(deal: Deal) -> None:
                faults.report(deal)
                progress.advance(task)

            return run(plan, flags.out, cores, on_deal, flags.ray), False
        except KeyboardInterrupt:
            return _deals_played(plan, flags.out / RESULTS), True


class _Faults:
    """Reports each bot's first error when it happens; the rest is in the report."""

    def __init__(self) -> None:
        self._reported: set[str] = set()

    def report(self, deal: Deal) -> None:
        """Print the errors of this deal, if they are the first ones of a bot."""
        for game in deal.games:
            if game.fault is not None and (bot := game.fault.partition(": ")[0]) not in self._reported:
                self._reported.add(bot)
                fail(in_words(visible(game.fault)))


def _deals_played(plan: Plan, file: Path) -> list[Deal]:
    """Return the deals already played that belong to the plan; the file may have more."""
    from quincunx.arena.ledger import read_results

    return [deal for deal in read_results(file, plan) if deal.number < plan.deals]


def bot_names(bots: str) -> tuple[str, ...]:
    """Return the bots of ``--bots``. A bot's settings may contain commas, so a part with “=” belongs to the
    part before it. If there are semicolons, they separate the bots instead, so that the command of a program
    stays whole."""
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
