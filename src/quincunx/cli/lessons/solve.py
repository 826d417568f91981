"""Solving puzzles in the terminal: one position, one question, and a comment on every answer."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from quincunx.cli.files import fail, print_line
from quincunx.cli.language import command_catalogue
from quincunx.cli.lessons.study import Asked
from quincunx.cli.terminal.match import Quit
from quincunx.cli.terminal.text_screen import Aids
from quincunx.core.game import AnyGame
from quincunx.core.speech import join_list, t
from quincunx.core.study import Study
from quincunx.core.values import Phrase
from quincunx.games import GAMES
from quincunx.lessons.judge import Judgement
from quincunx.lessons.judge import solve as solve_study
from quincunx.lessons.library import puzzles
from quincunx.review.words import reason
from quincunx.texts.catalogue import Catalogue

TRIES: Final = 2
"""The number of wrong answers after which the right one is shown."""


def solve(game: str | None, theme: str | None, seed: int | None) -> int:
    """Ask one puzzle after another; return the exit code."""
    catalogue = command_catalogue()
    name = game or next(name for name, each in GAMES.items() if puzzles(each))
    if name not in GAMES:
        sentence = "Unknown game “{{game}}”. Choose from {{known}}."
        return fail(t(sentence, game=ascii(name[:30])[1:-1], known=join_list(GAMES)), 2)
    studies = [study for study in puzzles(GAMES[name]) if theme in (None, study.theme)]
    if not studies:
        themes = dict.fromkeys(str(study.theme) for study in puzzles(GAMES[name]))
        return fail(t("No such puzzle. Themes: {{themes}}.", themes=join_list(themes)), 2)
    Random(seed).shuffle(studies)  # noqa: S311  # nothing is secret here
    return _Solving(GAMES[name], catalogue).run(studies)


class _GivenUp(Exception):
    """The user wants to see the answer."""


def _give_up(_: Any) -> str:
    raise _GivenUp


AIDS: Final = Aids(said={"show": _give_up}, forms=(("show", "terminal.puzzle.formShow"),))


class _Solving:
    """A user at a terminal, and their score."""

    def __init__(self, game: AnyGame, catalogue: Catalogue) -> None:
        self._game, self._catalogue = game, catalogue
        self._right_count = self._asked_count = 0

    def run(self, studies: list[Study]) -> int:
        code = 0
        self._print_text("terminal.puzzle.howTo")
        try:
            for study in studies:
                self._right_count += self._puzzle(study)
                self._asked_count += 1
        except (Quit, EOFError):
            print_line("")
        except KeyboardInterrupt:
            code = 130
        self._print_text("terminal.puzzle.score", found=self._right_count, count=self._asked_count)
        return code

    def _puzzle(self, study: Study) -> bool:
        """Ask one puzzle; return whether the first answer was right."""
        asked = Asked(study, self._game, self._catalogue, AIDS)
        self._print_text(f"{self._game.name}.study.ask.{study.ask}")
        try:
            for number in range(TRIES):
                judgement = asked.read_judgement()
                self._print_text("terminal.puzzle.right" if judgement.right else "terminal.puzzle.wrong")
                self._show_judgement(judgement, asked)
                if judgement.right:
                    return number == 0
        except _GivenUp:
            print_line("")
        self._print_text("terminal.puzzle.solution")
        self._show_judgement(solve_study(study, GAMES), asked)
        return False

    def _show_judgement(self, judgement: Judgement, asked: Asked) -> None:
        """Print the reasons, and the continuation."""
        for why in judgement.why:
            print_line(f"  {reason(why, self._game.name, self._catalogue)}")
        asked.show_continuation(judgement)
        print_line("")

    def _print_text(self, key: str, **params: Any) -> None:
        print_line(self._catalogue.translate(Phrase(key, params)))
