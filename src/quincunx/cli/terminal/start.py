"""The start of ``quincunx play`` from its flags, and its exit code."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any, Final

from quincunx.cli.files import fail
from quincunx.cli.language import command_catalogue, refusal_in_words
from quincunx.cli.terminal.engines import Engines
from quincunx.cli.terminal.flags import PlayFlags
from quincunx.cli.terminal.json_screen import JsonScreen
from quincunx.cli.terminal.match import Match, Quit
from quincunx.cli.terminal.record_file import save, unwritable
from quincunx.cli.terminal.seats import WrongCall, name_seats, seat_bots, seat_people
from quincunx.cli.terminal.text_screen import TextScreen
from quincunx.core.game import AnyGame, Flags
from quincunx.core.randomness import SEED_BYTES
from quincunx.core.reason import Refusal
from quincunx.texts.catalogue import Catalogue

_HEX: Final = re.compile(rf"[0-9a-fA-F]{{1,{2 * SEED_BYTES}}}")


def start(game: AnyGame, setup: Flags[Any], flags: PlayFlags) -> int:
    """Play one game; return the exit code."""
    catalogue = command_catalogue()
    try:
        match, screen = _set_up(game, setup.options(), flags, catalogue)
    except Refusal as refusal:
        return fail(refusal_in_words(refusal.reason, game, catalogue), 2)
    except WrongCall as wrong:
        return fail(catalogue.translate(wrong.phrase), 2)
    if flags.record is not None and (trouble := unwritable(flags.record)):
        return fail(catalogue.translate(trouble), 1)
    return run(match, screen, flags.record, catalogue)


def _set_up(
    game: AnyGame, options: Any, flags: PlayFlags, catalogue: Catalogue
) -> tuple[Match, JsonScreen | TextScreen]:
    """Return the match and its screen. Raises ``Refusal`` and ``WrongCall``."""
    seats = game.players(options)
    people = seat_people(seats, 0 if flags.watch else flags.people)
    # With a seed the game must be reproducible, so wait until the bots are compiled; otherwise start at once.
    patient = bool(flags.seed or flags.watch or flags.json or not sys.stdin.isatty())
    bots = seat_bots(Engines(game, catalogue, patient), seats, people, flags.level or [])
    names = name_seats(catalogue, seats, people, flags.name or [])
    match = Match(game, options, names, bots, _seed(flags.seed))
    if flags.json:
        return match, JsonScreen(game)
    return match, TextScreen(game, catalogue, names, people, max(flags.pause, 0.0))


def _seed(text: str | None) -> bytes:
    if text is None:
        return os.urandom(SEED_BYTES)
    if not _HEX.fullmatch(text):
        raise WrongCall("seed", digits=2 * SEED_BYTES)
    return bytes.fromhex(text.zfill(2 * SEED_BYTES))


def run(match: Match, screen: JsonScreen | TextScreen, file: Path | None, catalogue: Catalogue) -> int:
    """Play until the end, or until the people leave; return the exit code. ``file`` is where the record
    goes."""
    code = 0
    try:
        screen.open(match.record())
        match.run(screen)
    except (Quit, EOFError):
        screen.leave()
    except KeyboardInterrupt:
        screen.leave()
        code = 130
    finally:
        # Write the record even if the reader of our output has left: the game was played.
        trouble = save(match.record(), file) if file else None
    viewer = match.audience[0] if len(match.audience) == 1 else None
    screen.close(match.view(viewer), match.record())
    if trouble:
        return fail(catalogue.translate(trouble), 1)
    return code
