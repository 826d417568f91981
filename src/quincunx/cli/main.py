"""``quincunx``: what it can do, on one page; each command is loaded only when it is asked for."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from cyclopts import App, CycloptsError, Parameter

from quincunx import __version__
from quincunx.cli import admin, arena, play, precompile, puzzles
from quincunx.cli.games import add_own_commands
from quincunx.cli.helping import Help, wrong_call
from quincunx.cli.speaking import NoSuchLanguage, start
from quincunx.core.game import AnyGame, Phrase
from quincunx.core.speech import t
from quincunx.games import GAMES

SELDOM: Final = 50_000
"""New objects between two looks for garbage."""


def build(games: Mapping[str, AnyGame]) -> App:
    """The command line for these games."""
    titles = (game.title for game in games.values())
    app = App(
        name="quincunx",
        version=__version__,
        help=t("A home for fine tabletop games: {{games}}.", games=", ".join(titles)),
        help_format="plaintext",
        help_formatter=Help(),
        error_formatter=wrong_call,
        default_parameter=Parameter(negative=()),
        suppress_keyboard_interrupt=False,
    )
    app.command("quincunx.cli.serve:serve", name="serve", help="Serve the games to browsers.")
    app.command("quincunx.cli.check:check", name="check", help="Check that a server's journal is undamaged.")
    app.command(play.group(games))
    app.command("quincunx.cli.learn:learn", name="learn", help="Learn a game by playing it.")
    app.command("quincunx.cli.replay:replay", name="replay", help="Print a recorded game, move by move.")
    app.command("quincunx.cli.review:review", name="review", help="Tell luck from play in a recorded game.")
    app.command(
        "quincunx.cli.verify:verify",
        name="verify",
        help="Check a record's shuffles and rolls against its seed.",
    )
    app.command("quincunx.cli.day:day", name="day", help="Check the deal of a day against its promise.")
    app.command("quincunx.cli.move:move", name="move", help="Carry all games over to another database.")
    app.command(
        "quincunx.cli.keys:rotate_key", name="rotate-key", help="Sign cookies or records with a new key."
    )
    app.command(
        "quincunx.cli.rebuild:rebuild", name="rebuild", help="Count all finished games: results and ratings."
    )
    app.command("quincunx.cli.backup:backup", name="backup", help="Save all games and keys, while it runs.")
    app.command("quincunx.cli.backup:restore", name="restore", help="Put a backup in place.")
    app.command(puzzles.group(games))
    app.command(admin.group())
    app.command(arena.group(games))
    app.command("quincunx.cli.bot:bot", name="bot", help="A bot as a program that speaks the line protocol.")
    app.command(precompile.command(games), name="precompile")
    groups: dict[str, App] = {}
    for game in games.values():
        add_own_commands(app, game, groups)
    return app


def run(words: Sequence[str], games: Mapping[str, AnyGame] = GAMES) -> int:
    """Run one command; the exit code is 0 for success, 1 for a failure, 2 for a wrong call."""
    try:
        words = start(words, games)
    except NoSuchLanguage as error:
        return _no_such_language(str(error))
    try:
        result = build(games)(words, result_action="return_value", exit_on_error=False, print_error=True)
    except CycloptsError:
        return 2
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


def _no_such_language(wanted: str) -> int:
    from quincunx.cli.files import fail
    from quincunx.texts.catalogue import ENGLISH, Catalogue, languages

    params = {"language": ascii(wanted[:30])[1:-1], "languages": languages()}
    return fail(Catalogue(ENGLISH).say(Phrase("terminal.wrong.language", params)), 2)


def main() -> None:
    """Run what the command line says, and exit."""
    # A command makes many objects that stay and little garbage: to look for it often is a sixth of its start.
    gc.set_threshold(SELDOM)
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # “quincunx replay FILE | head” is no error.
        sys.stderr.close()
        code = 0
    sys.exit(code)
