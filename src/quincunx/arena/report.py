"""What came out of a tournament: as text, as JSON, and as one page with plots."""

from __future__ import annotations

import html
import io
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from quincunx.arena.deal import Deal, Game, sides_of
from quincunx.arena.ratings import Rating, Score, Verdict, rate, score, sequential_test
from quincunx.arena.tournament import Plan, as_json
from quincunx.games import GAMES, game_of

INK: Final = "#2f6f4f"
SECOND_INK: Final = "#b5642d"


class Pairing(msgspec.Struct, frozen=True):
    """One against another; ``score`` is the first one's."""

    first: str
    second: str
    score: Score
    won: int
    drawn: int
    lost: int
    truncated: int
    verdict: Verdict | None


class Report(msgspec.Struct, frozen=True):
    """Everything that the arena says of a tournament."""

    game: str
    options: dict[str, Any]
    sides: int
    games: int
    ratings: tuple[Rating, ...]
    """Best first."""
    pairings: tuple[Pairing, ...]
    seconds: dict[str, float]
    """Mean thinking time of a move."""
    starter: Score
    """The share of the side that starts, by games, in games between any two."""
    turns: tuple[int, ...]
    """The length of every game."""
    faults: dict[str, int]
    """What bots did wrong, and how often."""


def report(plan: Plan, deals: list[Deal]) -> Report:
    """Sum up a tournament; ``deals`` may be unfinished."""
    pairs, sides = plan.pairs(), sides_of(plan.options)
    by_pair: list[list[Deal]] = [[deal for deal in deals if deal.pair == i] for i in range(len(pairs))]
    scores = [[deal.score for deal in some] for some in by_pair]
    ratings = rate(list(plan.bots), pairs, scores, sides)
    games = [game for deal in deals for game in deal.games]
    faults: dict[str, int] = {}
    for game in games:
        if game.fault is not None:
            faults[game.fault] = faults.get(game.fault, 0) + 1
    starters = [1 / sides if g.winner is None else float(g.winner == g.first) for g in games]
    return Report(
        game_of(plan.options).name,
        msgspec.to_builtins(plan.options),
        sides,
        len(games),
        tuple(sorted(ratings, key=lambda rating: -rating.points)),
        tuple(
            _pairing(plan, pairs[i], [game for deal in by_pair[i] for game in deal.games], scores[i])
            for i in range(len(pairs))
        ),
        _seconds(plan, deals),
        score(starters),
        tuple(game.turns for game in games),
        faults,
    )


def _pairing(plan: Plan, pair: tuple[int, int], games: list[Game], scores: list[float]) -> Pairing:
    won = sum(game.winner == game.side for game in games)
    drawn = sum(game.winner is None for game in games)
    verdict = None
    if plan.sprt is not None:
        verdict = sequential_test(scores, *plan.sprt, sides_of(plan.options))
    return Pairing(
        plan.bots[pair[0]],
        plan.bots[pair[1]],
        score(scores),
        won,
        drawn,
        len(games) - won - drawn,
        sum(game.termination == "truncated" for game in games),
        verdict,
    )


def _seconds(plan: Plan, deals: list[Deal]) -> dict[str, float]:
    spent, decided = dict.fromkeys(plan.bots, 0.0), dict.fromkeys(plan.bots, 0)
    for deal in deals:
        names = [plan.bots[i] for i in plan.pairs()[deal.pair]]
        for game in deal.games:
            for name, seconds, decisions in zip(names, game.seconds, game.decisions, strict=True):
                spent[name] += seconds
                decided[name] += decisions
    return {name: spent[name] / decided[name] if decided[name] else 0.0 for name in plan.bots}


def write(plan: Plan, found: Report, folder: Path) -> None:
    """Write ``report.json`` and ``report.html`` into the folder."""
    (folder / "report.json").write_text(as_json(found) + "\n", encoding="utf-8")
    (folder / "report.html").write_text(page(plan, found), encoding="utf-8")


def percent(found: Score) -> str:
    """A share with its interval."""
    return f"{100 * found.mean:.1f} ± {100 * found.margin:.1f} %"


# ---- the page ------------------------------------------------------------------------------------------

_STYLE: Final = """
:root { color-scheme: light dark;
  --ink: light-dark(#22302a, #e6e9e4); --paper: light-dark(#faf8f3, #171b19);
  --line: light-dark(#d9d5c9, #363d39); --soft: light-dark(#6a7069, #9aa39c); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 56rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
h1 { font: 600 1.7rem/1.2 Georgia, serif; margin: 0 0 .25rem; }
h2 { font: 600 1.15rem Georgia, serif; margin: 2.5rem 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); font-size: .9rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th { font-weight: 600; font-size: .85rem; color: var(--soft); }
td.number, th.number { text-align: right; }
figure { margin: 1rem 0; } svg { width: 100%; height: auto; color: var(--ink); }
"""


def page(plan: Plan, found: Report) -> str:
    """One self-contained page, for light and dark, for phones and desktops."""
    title = GAMES[found.game].title
    options = _in_words(plan.options)
    body = [
        f"<h1>{title}: {len(plan.bots)} bots, {found.games:,} games</h1>",
        f'<p class="soft">{html.escape(options)} · each deal is played from every side',
        f" · seed {plan.seed}</p>",
        "<h2>Ratings</h2>",
        _figure(_ladder(found)),
        _table(
            ["bot", "rating", "95 %", "ms a move"],
            [
                [
                    html.escape(each.name),
                    f"{each.points:+.0f}",
                    f"{each.low:+.0f} … {each.high:+.0f}",
                    f"{1000 * found.seconds[each.name]:.1f}",
                ]
                for each in found.ratings
            ],
        ),
        "<h2>Who won how much against whom</h2>",
        _figure(_matrix(plan, found)) if len(plan.bots) > 2 else "",
        _table(
            ["first", "second", "first’s share", "won", "drawn", "lost", "truncated"],
            [
                [
                    html.escape(each.first),
                    html.escape(each.second),
                    percent(each.score),
                    str(each.won),
                    str(each.drawn - each.truncated),
                    str(each.lost),
                    str(each.truncated),
                ]
                for each in found.pairings
            ],
        ),
        "<h2>Games</h2>",
        f"<p>Who starts wins {percent(found.starter)} (a fair share would be {100 / found.sides:.1f} %).</p>",
        _figure(_lengths(found)),
    ]
    if found.faults:
        body += [
            "<h2>Faults</h2>",
            _table(["what", "times"], [[html.escape(k), str(v)] for k, v in found.faults.items()]),
        ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}: arena</title><style>{_STYLE}</style></head>"
        f"<body><main>{''.join(body)}</main></body></html>\n"
    )


def _in_words(options: Any) -> str:
    """The options, field by field; who starts goes round with the deals."""
    fields: dict[str, Any] = msgspec.to_builtins(options)
    shown = {name: value for name, value in fields.items() if name not in ("game", "first")}
    yes_no = {True: "yes", False: "no"}
    return ", ".join(
        f"{name.replace('_', ' ')} {yes_no[value] if isinstance(value, bool) else value}"
        for name, value in shown.items()
    )


def _table(heads: list[str], rows: list[list[str]]) -> str:
    def cells(row: list[str], tag: str) -> str:
        return "".join(
            f"<{tag}{'' if i == 0 or (i == 1 and heads[1] == 'second') else ' class=number'}>{cell}</{tag}>"
            for i, cell in enumerate(row)
        )

    lines = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{cells(heads, "th")}</tr>{lines}</table></div>'


def _figure(drawing: Any) -> str:
    """A matplotlib figure as inline SVG that takes its ink from the page."""
    import matplotlib as mpl

    # Text stays text and the same numbers give the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "quincunx"}):
        out = io.StringIO()
        drawing.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    drawn = out.getvalue()
    return f"<figure>{drawn[drawn.index('<svg') :].replace('#123456', 'currentColor')}</figure>"


def _axes(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, height), layout="constrained")
    axes = figure.subplots()
    ink = "#123456"  # replaced by the page's own
    axes.tick_params(colors=ink, labelsize=10)
    axes.xaxis.label.set_color(ink)
    axes.yaxis.label.set_color(ink)
    for name, spine in axes.spines.items():
        spine.set_visible(name == "bottom")
        spine.set_color(ink)
    return figure, axes


def _ladder(found: Report) -> Any:
    figure, axes = _axes(0.8 + 0.36 * len(found.ratings))
    for place, each in enumerate(reversed(found.ratings)):
        axes.plot([each.low, each.high], [place, place], color=INK, linewidth=2)
        axes.plot([each.points], [place], "o", color=INK, markersize=7)
    axes.set_yticks(range(len(found.ratings)), [each.name for each in reversed(found.ratings)])
    axes.set_xlabel("rating points")
    axes.grid(axis="x", alpha=0.25)
    return figure


def _matrix(plan: Plan, found: Report) -> Any:
    names = [each.name for each in found.ratings]
    shares = np.full((len(names), len(names)), np.nan)
    for each in found.pairings:
        a, b = names.index(each.first), names.index(each.second)
        shares[a, b] = each.score.mean
        if found.sides == 2:
            shares[b, a] = 1 - each.score.mean
    figure, axes = _axes(1.2 + 0.5 * len(names))
    axes.imshow(shares, cmap="BrBG", vmin=0, vmax=1, aspect="auto")
    for a in range(len(names)):
        for b in range(len(names)):
            if not np.isnan(shares[a, b]):
                dark = abs(shares[a, b] - 0.5) > 0.3
                axes.text(
                    b,
                    a,
                    f"{100 * shares[a, b]:.0f}",
                    ha="center",
                    va="center",
                    color="white" if dark else "#222",
                )
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("… % of the games against")
    return figure


def _lengths(found: Report) -> Any:
    figure, axes = _axes(2.4)
    if found.turns:
        top = int(np.percentile(found.turns, 99)) + 1
        axes.hist(np.minimum(found.turns, top), bins=min(40, max(5, top // 3)), color=SECOND_INK)
    axes.set_xlabel("turns in a game")
    axes.set_yticks([])
    return figure
