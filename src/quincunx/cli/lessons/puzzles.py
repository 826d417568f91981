"""``quincunx puzzles``: solve puzzles in the terminal, or mine new ones."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import App

from quincunx.cli.files import fail
from quincunx.core.game import AnyGame
from quincunx.core.sentence import sentence
from quincunx.core.speech import in_words, join_list, os_error_message, t

if TYPE_CHECKING:
    from quincunx.core.record import Record
    from quincunx.core.study import Study
    from quincunx.lessons.mine import Mining, Progress

_Asked = tuple["Mining", list["Record"], Sequence["Study"]]

HELP = "Solve puzzles; “quincunx puzzles mine GAME” looks for new ones."


def group(games: Mapping[str, AnyGame]) -> App:
    """Return the command ``puzzles``, which solves puzzles, with the subcommand ``mine``, which finds
    them."""
    app = App(name="puzzles", help=HELP)
    app.command(
        "quincunx.cli.lessons.puzzles:mine",
        name="mine",
        help="Find new puzzles in bot games or in records.",
    )
    app.command(
        "quincunx.cli.lessons.puzzles:revise",
        name="revise",
        help="Recalculate the explanations and ratings of a game’s puzzles.",
    )
    app.command(
        "quincunx.cli.lessons.puzzles:table",
        name="table",
        help="Print the number of puzzles per theme.",
    )
    app.default(solve)
    return app


def solve(game: str | None = None, *, theme: str | None = None, seed: int | None = None) -> int:
    """Solve puzzles, one after another; “show” gives one up, “quit” ends it.

    Parameters
    ----------
    game
        The game’s short name. Default: the first with puzzles.
    theme
        Only puzzles of this theme.
    seed
        The same seed gives the same puzzles in the same order.
    """
    from quincunx.cli.lessons.solve import solve as solved

    return solved(game, theme, seed)


def mine(
    game: str,
    *,
    count: int = 300,
    seed: int = 1,
    records: Path | None = None,
    add: bool = False,
    out: Path | None = None,
) -> int:
    """Look for puzzles of a game. Stop it with Ctrl-C at any time: the same command goes on where it stopped.

    Parameters
    ----------
    game
        The game’s short name.
    count
        Number of puzzles, spread over the themes as the game plans it.
    seed
        The same seed gives the same puzzles.
    records
        Search this folder of records instead of bot games.
    add
        Keep the puzzles that come with the game, and look only for those missing to the number.
    out
        File to write. Default: puzzles-GAME.json.
    """
    from quincunx.lessons.mine import NothingToMine

    if (wrong := _wrong(game, count)) is not None:
        return fail(wrong, 2)
    file = out or Path(f"puzzles-{game}.json")
    try:
        return _mined(_read_request(game, count, seed, records, add), file)
    except NothingToMine as error:
        return fail(in_words(error))
    except OSError as error:
        return fail(t("Can’t write {{file}}: {{error}}.", file=file, error=os_error_message(error)))
    except KeyboardInterrupt:
        print("\n" + t("Stopped. Run the same command to continue."), file=sys.stderr)
        return 130


def revise(game: str, *, out: Path | None = None) -> int:
    """Compute the explanations and ratings of a game’s own puzzles anew: positions and right answers stay.

    Parameters
    ----------
    game
        The game’s short name.
    out
        File to write. Default: puzzles-GAME.json.
    """
    if (wrong := _wrong(game, 1)) is not None:
        return fail(wrong, 2)
    from quincunx.games import GAMES
    from quincunx.lessons.grade import revised
    from quincunx.lessons.library import puzzles
    from quincunx.lessons.mine import in_order, text_of

    file = out or Path(f"puzzles-{game}.json")
    studies = in_order(revised(study, GAMES[game]) for study in puzzles(GAMES[game]))
    try:
        file.write_text(text_of(studies), encoding="utf-8")
    except OSError as error:
        return fail(t("Can’t write {{file}}: {{error}}.", file=file, error=os_error_message(error)))
    return _written(game, len(studies), file)


def _written(game: str, count: int, file: Path) -> int:
    from quincunx.games import GAMES

    sentence = "{{count}} puzzles of {{game}} are in {{file}}."
    one = "{{count}} puzzle of {{game}} is in {{file}}."
    print(t(sentence, one, count=count, game=GAMES[game].title, file=file))
    return 0


def _wrong(game: str, count: int) -> str | None:
    """Return what is wrong with a command line, in words."""
    from quincunx.games import GAMES

    if game not in GAMES:
        unknown = "Unknown game “{{game}}”. Choose from {{known}}."
        return t(unknown, game=ascii(game[:30])[1:-1], known=join_list(GAMES))
    return t("The number of puzzles must be at least 1.") if count < 1 else None


def _mined(asked: _Asked, file: Path) -> int:
    """Mine the puzzles, write them to the file, and print a summary."""
    from quincunx.games import GAMES
    from quincunx.lessons.mine import Miner, text_of
    from quincunx.lessons.mine import mine as mined

    mining, records, present = asked
    miner = Miner(GAMES[mining.game], mining, records, present)
    try:
        mined(miner, file.with_name(f"{file.name}.part"), mining, _print_progress)
    except KeyboardInterrupt:
        # Puzzles found so far are usable at once.
        file.write_text(text_of(miner.studies), encoding="utf-8")
        raise
    file.write_text(text_of(miner.studies), encoding="utf-8")
    return _written(mining.game, len(miner.studies), file)


def _read_request(game: str, count: int, seed: int, folder: Path | None, add: bool) -> _Asked:
    """Return the request, the readable records of this game, and the puzzles to be added to."""
    from quincunx.core.record import write
    from quincunx.games import GAMES
    from quincunx.lessons.library import puzzles
    from quincunx.lessons.mine import Mining, digest_of

    records = [] if folder is None else _records_in(folder, game)
    present = puzzles(GAMES[game]) if add else ()
    return (
        Mining(
            game,
            count,
            seed,
            digest_of(write(record).encode() for record in records) if records else "",
            digest_of(study.id.encode() for study in present) if present else "",
        ),
        records,
        present,
    )


def _records_in(folder: Path, game: str) -> list[Record]:
    from quincunx.cli.files import load, print_fault
    from quincunx.core.record import RecordError
    from quincunx.lessons.mine import NothingToMine

    records: list[Record] = []
    for file in sorted(folder.iterdir()):
        try:
            record = load(file)
        except RecordError as error:
            print_fault(file, error)
            continue
        if record.game.name == game:
            records.append(record)
    if not records:
        raise NothingToMine(sentence("{{1}} has no record of this game.", folder))
    return records


def _print_progress(progress: Progress) -> None:
    """Print one line to the error stream, overwriting the last one; only in a terminal."""
    if sys.stderr.isatty():
        themes = join_list(
            f"{theme} {count}/{progress.wanted[theme]}" for theme, count in progress.found.items()
        )
        games = t("{{count}} games", "{{count}} game", count=progress.games)
        sys.stderr.write(f"\r\x1b[K{games}: {themes}")
        sys.stderr.flush()


def table() -> int:
    """Print how many puzzles there are of each theme, and by which margins; as a table in Markdown."""
    from quincunx.games import GAMES
    from quincunx.lessons.library import puzzles
    from quincunx.lessons.tables import by_theme

    heads = t("game"), t("theme"), t("puzzles"), t("least margin"), t("median"), t("most")
    print(f"| {' | '.join((*heads, t('least rating'), *heads[-2:]))} |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for game in GAMES.values():
        for row in by_theme(puzzles(game)):
            print(f"| {game.title} | {' | '.join(row)} |")
    return 0
