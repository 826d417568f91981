"""Solving puzzles in the terminal: one position, one question, and a word on every answer."""

from __future__ import annotations

import os
import sys
from random import Random
from typing import Any, Final

import msgspec

from quincunx.cli.files import say
from quincunx.cli.language import spoken
from quincunx.cli.terminal.match import Quit
from quincunx.cli.terminal.text_screen import TextScreen
from quincunx.core.game import AnyGame, Phrase
from quincunx.core.reason import Refusal
from quincunx.core.study import Study
from quincunx.games import GAMES
from quincunx.lessons.judge import Judgement, judge, open_study
from quincunx.lessons.judge import solve as solve_study
from quincunx.lessons.library import puzzles
from quincunx.lessons.position import reach
from quincunx.review.words import reason
from quincunx.texts.catalogue import Catalogue

TRIES: Final = 2
"""After so many wrong answers the right one is shown."""


def solve(game: str | None, theme: str | None, seed: int | None, lang: str | None) -> int:
    """One puzzle after another; the exit code."""
    try:
        catalogue = spoken(lang, os.environ)
    except LookupError as error:
        return _fail(str(error))
    name = game or next(name for name, each in GAMES.items() if puzzles(each))
    if name not in GAMES:
        return _fail(f"There is no game “{ascii(name[:30])[1:-1]}”; there are {', '.join(GAMES)}.")
    studies = [study for study in puzzles(GAMES[name]) if theme in (None, study.theme)]
    if not studies:
        themes = dict.fromkeys(str(study.theme) for study in puzzles(GAMES[name]))
        return _fail(f"There is no such puzzle; the themes are {', '.join(themes)}.")
    Random(seed).shuffle(studies)  # noqa: S311  # nothing is secret here
    return _Solving(GAMES[name], catalogue).run(studies)


class _Solving:
    """Somebody at a terminal, and how well they do."""

    def __init__(self, game: AnyGame, catalogue: Catalogue) -> None:
        self._game, self._catalogue = game, catalogue
        self._found = self._asked = 0

    def run(self, studies: list[Study]) -> int:
        code = 0
        try:
            for study in studies:
                self._found += self._puzzle(study)
                self._asked += 1
        except (Quit, EOFError):
            say("")
        except KeyboardInterrupt:
            code = 130
        self._say("terminal.puzzle.score", found=self._found, count=self._asked)
        return code

    def _puzzle(self, study: Study) -> bool:
        """Whether the first answer was right."""
        opened = open_study(study, GAMES)
        players = self._game.players(reach(study.position, GAMES).options)
        names = self._names(players, opened.viewer)
        screen = TextScreen(self._game, self._catalogue, names, (opened.viewer,), 0.0)
        self._say(f"{self._game.name}.study.ask.{study.ask}")
        for number in range(TRIES):
            judgement = self._answered(study, opened.view, screen)
            self._tell(judgement, screen, opened.viewer)
            if judgement.right:
                return number == 0
        self._say("terminal.puzzle.solution")
        self._tell(solve_study(study, GAMES), screen, opened.viewer)
        return False

    def _names(self, players: int, viewer: int) -> tuple[str, ...]:
        you = self._catalogue.say(Phrase("terminal.player"))
        others = (self._catalogue.say(Phrase("terminal.playerOf", {"n": n + 1})) for n in range(players))
        return tuple(you if seat == viewer else other for seat, other in enumerate(others))

    def _answered(self, study: Study, view: Any, screen: TextScreen) -> Judgement:
        while True:
            try:
                return judge(study, msgspec.json.encode(screen.ask(view)), GAMES)
            except Refusal as refusal:
                screen.refuse(refusal)

    def _tell(self, judgement: Judgement, screen: TextScreen, viewer: int) -> None:
        self._say("terminal.puzzle.right" if judgement.right else "terminal.puzzle.wrong")
        for why in judgement.why:
            say(f"  {reason(why, self._game.name, self._catalogue)}")
        for frame in judgement.frames:
            screen.tell(viewer, frame.events)
        say("")

    def _say(self, key: str, **params: Any) -> None:
        say(self._catalogue.say(Phrase(key, params)))


def _fail(sentence: str) -> int:
    say(f"quincunx: {sentence}", sys.stderr)
    return 2
