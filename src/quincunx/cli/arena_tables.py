"""A tournament's report as tables in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from quincunx.arena.report import Report, percent


def show(found: Report) -> None:
    """Print ratings, pairings and faults."""
    console = Console(highlight=False)
    console.print(_ratings(found))
    for each in found.pairings:
        if each.verdict is not None:
            verdict = each.verdict.accepted or "not decided yet"
            console.print(f"{escape(each.first)} against {escape(each.second)}: {verdict}")
    console.print(_pairings(found))
    console.print(f"{found.games:,} games; who starts wins {percent(found.starter)}.")
    for what, times in found.faults.items():
        console.print(f"[red]{times} × {escape(what)}[/red]")


def _ratings(found: Report) -> Table:
    table = Table("bot", "rating", "95 %", "ms a move")
    for each in found.ratings:
        table.add_row(
            escape(each.name),
            f"{each.points:+.0f}",
            f"{each.low:+.0f} … {each.high:+.0f}",
            f"{1000 * found.seconds[each.name]:.1f}",
        )
    return table


def _pairings(found: Report) -> Table:
    table = Table("first", "second", "first's share", "won", "drawn", "lost", "truncated")
    for each in found.pairings:
        table.add_row(
            escape(each.first),
            escape(each.second),
            percent(each.score),
            *map(str, (each.won, each.drawn - each.truncated, each.lost, each.truncated)),
        )
    return table
