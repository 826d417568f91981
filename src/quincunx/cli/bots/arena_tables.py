"""A tournament's report as tables in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from quincunx.arena.report import Report, adjusted, percent
from quincunx.core.speech import t


def show(found: Report) -> None:
    """Print ratings, pairings and faults."""
    console = Console(highlight=False)
    console.print(_ratings(found))
    for each in found.pairings:
        if each.verdict is not None:
            verdict = _verdict(each.verdict.accepted)
            pair = t("{{first}} against {{second}}", first=each.first, second=each.second)
            console.print(f"{escape(pair)}: {escape(verdict)}")
    console.print(_pairings(found))
    games = t("{{games}} games", "{{games}} game", count=found.games, games=f"{found.games:,}")
    console.print(t("{{games}}; who starts wins {{share}}.", games=games, share=percent(found.starter)))
    for what, times in found.faults.items():
        console.print(f"[red]{times} × {escape(what)}[/red]")


def _verdict(accepted: str | None) -> str:
    if accepted is None:
        return t("not decided yet")
    return t("better") if accepted == "better" else t("not better")


def _ratings(found: Report) -> Table:
    table = Table(t("bot"), t("rating"), "95 %", t("ms per move"))
    for each in found.ratings:
        table.add_row(
            escape(each.name),
            f"{each.points:+.0f}",
            f"{each.low:+.0f} … {each.high:+.0f}",
            f"{1000 * found.seconds[each.name]:.1f}",
        )
    return table


def _pairings(found: Report) -> Table:
    luck = (t("without luck"), t("variance")) if any(each.adjusted for each in found.pairings) else ()
    heads = (
        t("first"),
        t("second"),
        t("first’s share"),
        *luck,
        t("won"),
        t("drawn"),
        t("lost"),
        t("truncated"),
    )
    table = Table(*heads)
    for each in found.pairings:
        table.add_row(
            escape(each.first),
            escape(each.second),
            percent(each.score),
            *(adjusted(each) if luck else ()),
            *map(str, (each.won, each.drawn - each.truncated, each.lost, each.truncated)),
        )
    return table
