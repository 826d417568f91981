"""The command line: an overview of all commands on one page. Each is imported only when it is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cyclopts import App, CycloptsError, Parameter

from quincunx import __version__
from quincunx.cli.bots import arena, precompile
from quincunx.cli.games import add_own_commands
from quincunx.cli.helping import Help, wrong_call
from quincunx.cli.lessons import puzzles
from quincunx.cli.records import export
from quincunx.cli.serving import admin
from quincunx.cli.terminal import play
from quincunx.core.game import AnyGame
from quincunx.core.speech import join_list, t


def build(games: Mapping[str, AnyGame]) -> App:
    """Return the command line for these games."""
    titles = (game.title for game in games.values())
    app = App(
        name="quincunx",
        version=__version__,
        help=t("Play and host tabletop games: {{games}}.", games=join_list(titles)),
        help_format="plaintext",
        help_formatter=Help(),
        error_formatter=wrong_call,
        default_parameter=Parameter(negative=()),
        suppress_keyboard_interrupt=False,
    )
    _add_commands(app, games)
    groups: dict[str, App] = {}
    for game in games.values():
        add_own_commands(app, game, groups)
    return app


def _add_commands(app: App, games: Mapping[str, AnyGame]) -> None:
    """Add the commands that work for any game, in the order of the help."""
    _add(app, "serving.serve:serve", "Start the game server.")
    _add(app, "serving.site:site", "Write a website for any static host.")
    _add(app, "serving.docs:docs", "Print where the documents are.")
    _add(app, "serving.deploy_files:deploy_files", "Write example files for a public server.")
    _add(app, "serving.check:check", "Check that a server’s journal is undamaged.")
    app.command(play.group(games))
    _add(app, "lessons.learn:learn", "Learn a game by playing it.")
    _add(app, "records.replay:replay", "Print a recorded game, move by move.")
    _add(app, "records.show:show", "Draw one position of a recorded game.")
    _add(app, "records.review:review", "Review a recorded game: separate luck from skill.")
    _add(app, "records.verify:verify", "Verify a record’s shuffles and rolls against its seed.")
    _add(app, "records.day:day", "Check a daily challenge against its commitment.")
    _add(app, "serving.move:move", "Move all games to another database.")
    _add(app, "serving.keys:rotate_key", "Replace the key that signs cookies or records.")
    _add(app, "serving.rebuild:rebuild", "Recalculate results and ratings from all finished games.")
    _add(app, "serving.backup:backup", "Back up all games and keys while the server runs.")
    _add(app, "serving.backup:restore", "Restore a backup.")
    app.command(puzzles.group(games))
    app.command(admin.group())
    app.command(arena.group(games))
    app.command(export.group(games))
    _add(app, "bots.bot:bot", "Run a bot that speaks the line protocol.")
    _add(app, "serving.mcp:mcp", "Serve games to a language model.")
    app.command(precompile.command(games), name="precompile")


def _add(app: App, where: str, help_line: str) -> None:
    """Add a command that is imported when it is called; its name is that of its function."""
    name = where.partition(":")[2].replace("_", "-")
    app.command(f"quincunx.cli.{where}", name=name, help=help_line)


def run(words: Sequence[str], games: Mapping[str, AnyGame]) -> int:
    """Run one command. The exit code is 0 for success, 1 for a failure, 2 for a wrong command line."""
    try:
        result = build(games)(words, result_action="return_value", exit_on_error=False, print_error=True)
    except CycloptsError:
        return 2
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0
