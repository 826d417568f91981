"""``quincunx play``: a game in the terminal, against bots, among people, or bots among themselves."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from quincunx.cli.files import say
from quincunx.cli.terminal.as_json import JsonScreen
from quincunx.cli.terminal.as_text import TextScreen
from quincunx.cli.terminal.bots import Engines
from quincunx.cli.terminal.loop import Match, Quit
from quincunx.core.game import Forbidden
from quincunx.core.randomness import SEED_BYTES, commitment
from quincunx.core.record import write
from quincunx.games import GAMES, Options
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.games.levels import DEFAULT_LEVEL, LEVELS, AnyBot, names
from quincunx.table.person import Refusal, checked_name

_BOT_NAMES = ("Ada", "Bruno", "Chiara", "Dario", "Elsa", "Fabio")
_HEX = re.compile(rf"[0-9a-fA-F]{{1,{2 * SEED_BYTES}}}")


class WrongCall(Exception):
    """The options make no game; the text says why."""


def play(
    game: Literal["cinco", "cinqo"] = "cinco",
    *,
    players: int = 2,
    teams: int | None = None,
    joker: Annotated[bool, Parameter(negative="")] = False,
    rounds: int | None = None,
    first: int | None = None,
    people: int = 1,
    watch: Annotated[bool, Parameter(negative="")] = False,
    level: Annotated[list[str] | None, Parameter(negative="")] = None,
    name: Annotated[list[str] | None, Parameter(negative="")] = None,
    seed: str | None = None,
    record: Path | None = None,
    pause: float = 0.3,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play in the terminal.

    The exit code is 0, also for a game that you quit; 1 if the record cannot be written; 130 after Ctrl-C.

    Parameters
    ----------
    players
        How many seats: 2, 3, 4 or 6 at Cinco, 1 to 6 at Cinq-O.
    teams
        Cinco: 2 or 3 teams. Six players may choose; for others it is settled.
    joker
        Cinco: a card that reaches no free space counts as a 1.
    rounds
        Cinq-O: a fixed number of rounds. Without it the first to have 100 wins.
    first
        The seat that starts, from 1. Without it Cinco draws a lot, and at Cinq-O it is seat 1.
    people
        How many people play; they take the first seats and pass the keyboard round.
    watch
        Nobody but bots plays.
    level
        The bots' level, from weakest to best: novice, casual, keen, skilled, expert, master. Given several
        times, one for each bot in turn.
    name
        The players' names, in seat order; may be given several times.
    seed
        Up to 64 hexadecimal digits: the same seed and moves give the same game.
    record
        Write the game to this file when it ends or is left.
    pause
        Seconds between the moves of bots, in a terminal.
    json
        One JSON object a line, for programs.
    """
    people = 0 if watch else people
    try:
        options = _options(game, players, teams, joker, rounds, first)
        if not 0 <= people <= players:
            raise WrongCall(f"{people} people cannot sit on {players} seats.")
        # Whoever wants the same game again waits until the bots are compiled; others would rather play.
        engines = Engines(game, patient=bool(seed or watch or json or not sys.stdin.isatty()))
        bots = _bots(engines, players, people, level or [DEFAULT_LEVEL])
        names = _names(players, people, name or [])
        chosen = _seed(seed)
    except Forbidden as error:
        return _fail(f"{error.sentence} (rule {error.rule})", 2)
    except (WrongCall, Refusal) as error:
        return _fail(str(error) if isinstance(error, WrongCall) else error.sentence, 2)
    if record is not None and (trouble := _unwritable(record)):
        return _fail(trouble, 1)
    _steady_streams()
    screen: JsonScreen | TextScreen
    screen = JsonScreen(game) if json else TextScreen(game, names, tuple(range(people)), max(pause, 0.0))
    match = Match(options, names, bots, chosen)
    return _run(match, screen, record, options=options, names=names, commitment=commitment(chosen))


def _run(match: Match, screen: JsonScreen | TextScreen, record: Path | None, **facts: object) -> int:
    code = 0
    try:
        screen.open(**facts)
        match.run(screen)
    except (Quit, EOFError):
        sys.stdout.write("" if isinstance(screen, JsonScreen) else "\n")
    except KeyboardInterrupt:
        sys.stdout.write("" if isinstance(screen, JsonScreen) else "\n")
        code = 130
    finally:
        # Also when whoever reads our output has gone away: the game was played all the same.
        saved = _save(match, record)
    viewer = match.audience[0] if len(match.audience) == 1 else None
    screen.close(match.view(viewer), outcome=match.outcome, seed=match.record().seed)
    return code or saved


def _options(
    game: str, players: int, teams: int | None, joker: bool, rounds: int | None, first: int | None
) -> Options:
    options: Options
    if game == "cinco":
        if rounds is not None:
            raise WrongCall("Cinco has no rounds; --rounds is for Cinq-O.")
        # Rule 2 leaves a choice only to six players.
        settled = 3 if players == 3 else 2
        start = None if first is None else first - 1
        options = CincoOptions(players, settled if teams is None else teams, joker, start)
    else:
        if teams is not None or joker:
            raise WrongCall("--teams and --joker are for Cinco.")
        goal: Literal["hundred", "rounds"] = "hundred" if rounds is None else "rounds"
        options = CinqoOptions(players, goal, rounds or 5, (first or 1) - 1)
        if rounds == 0 or first == 0:
            raise WrongCall("Rounds and seats are counted from 1.")
    GAMES[game].check(options)
    return options


def _bots(engines: Engines, players: int, people: int, levels: list[str]) -> tuple[AnyBot | None, ...]:
    for level in levels:
        if level not in names(engines.game):
            raise WrongCall(f"There is no level “{level[:30]}”; there are {', '.join(LEVELS[engines.game])}.")
    return tuple(
        None if seat < people else engines.bot(levels[(seat - people) % len(levels)])
        for seat in range(players)
    )


def _names(players: int, people: int, given: list[str]) -> tuple[str, ...]:
    if len(given) > players:
        raise WrongCall(f"{players} players need at most {players} names, not {len(given)}.")
    # Two seats of the same name could not be told apart in what is told.
    own = ["Player"] if people == 1 else [f"Player {seat + 1}" for seat in range(people)]
    spare = [*own, *_BOT_NAMES[: players - people]]
    names = tuple(map(checked_name, [*given, *spare[len(given) :]]))
    if len(set(names)) < players:
        raise WrongCall("Every player needs a name of their own.")
    return names


def _seed(text: str | None) -> bytes:
    if text is None:
        return os.urandom(SEED_BYTES)
    if not _HEX.fullmatch(text):
        raise WrongCall(f"A seed is 1 to {2 * SEED_BYTES} hexadecimal digits.")
    return bytes.fromhex(text.zfill(2 * SEED_BYTES))


def _unwritable(file: Path) -> str | None:
    """Why no record can be written there: better said before the game than after it."""
    try:
        if file.exists():
            return f"{file} exists already; a record is written to a new file."
        file.touch()
        file.unlink()
    except (OSError, ValueError) as error:
        return f"The record cannot be written: {getattr(error, 'strerror', None) or error}."
    return None


def _save(match: Match, file: Path | None) -> int:
    if file is None:
        return 0
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(write(match.record()))
    except OSError as error:
        return _fail(f"The record cannot be written: {error.strerror or error}.", 1)
    return 0


def _steady_streams() -> None:
    """No byte that is typed and no character that is printed makes the program stumble."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _fail(sentence: str, code: int) -> int:
    say(f"quincunx: {sentence}", sys.stderr)
    return code
