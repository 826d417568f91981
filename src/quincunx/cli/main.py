"""``quincunx``: what it can do, on one page; each command is loaded only when it is asked for."""

from __future__ import annotations

import sys

from cyclopts import App

from quincunx import __version__

app = App(
    name="quincunx",
    version=__version__,
    help="A home for two fine tabletop games: Cinco and Cinq-O.",
)
app.command("quincunx.cli.serve:serve", name="serve", help="Serve both games to browsers.")
app.command("quincunx.cli.play:play", name="play", help="Play in the terminal.")
app.command("quincunx.cli.replay:replay", name="replay", help="Print a recorded game, ply by ply.")
app.command(
    "quincunx.cli.verify:verify", name="verify", help="Check a record's shuffles and rolls against its seed."
)
app.command(
    "quincunx.cli.precompile:precompile", name="precompile", help="Compile what the bots need, ahead of time."
)
app.command("quincunx.cli.arena:arena", name="arena", help="Let bots play against each other, and rate them.")
app.command("quincunx.cli.bot:bot", name="bot", help="A bot as a program that speaks the line protocol.")
app.command("quincunx.cli.solve:solve", name="solve", help="Solve Cinq-O exactly, and print its numbers.")
app.command("quincunx.cli.train:train", name="train", help="Train Cinco's evaluation by self-play.")


def main() -> None:
    """Run the command line; the exit code is 0 for success, 1 for a failure, 2 for a wrong call."""
    # “quincunx replay FILE | head” is no error.
    try:
        result = app(result_action="return_value", exit_on_error=False, print_error=True)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if type(error).__module__.startswith("cyclopts"):
            sys.exit(2)
        raise
    sys.exit(result if isinstance(result, int) else 0)
