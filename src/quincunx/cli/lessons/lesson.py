"""A game's lesson in the terminal, with the browser's studies and the same judging function."""

from __future__ import annotations

import sys
from typing import Any

from quincunx.cli.files import fail, print_line
from quincunx.cli.language import command_catalogue
from quincunx.cli.lessons import progress
from quincunx.cli.lessons.guided import play_guided
from quincunx.cli.lessons.study import Asked
from quincunx.cli.terminal.match import Quit
from quincunx.cli.terminal.text_screen import Aids
from quincunx.core.game import AnyGame
from quincunx.core.speech import os_error_message
from quincunx.core.study import Study
from quincunx.core.values import Phrase
from quincunx.games import GAMES
from quincunx.lessons.judge import Judgement, fitting
from quincunx.lessons.judge import solve as solve_study
from quincunx.lessons.library import lessons
from quincunx.lessons.position import reach
from quincunx.review.words import reason
from quincunx.texts.catalogue import Catalogue


class _Skip(Exception):
    """The user wants the next step."""


def start(name: str | None, again: bool) -> int:
    """Run a game's lesson and return the exit code."""
    catalogue = command_catalogue()
    teaching = {game.name: game for game in GAMES.values() if lessons(game)}
    name = name or next(iter(teaching))
    if name not in teaching:
        params = {"game": ascii(name[:30])[1:-1], "games": tuple(teaching)}
        return fail(catalogue.translate(Phrase("terminal.wrong.lesson", params)), 2)
    return _Lesson(teaching[name], catalogue).run(again)


class _Lesson:
    """A user at a terminal, and their progress in the lesson."""

    def __init__(self, game: AnyGame, catalogue: Catalogue) -> None:
        self._game, self._catalogue = game, catalogue
        self._steps = lessons(game)

    def run(self, again: bool) -> int:
        try:
            if again:
                self._save_progress(None)
            self._print_text("study.title", game=self._game.title)
            self._print_text("terminal.learn.howTo")
            done = progress.completed_steps(self._game.name)
            for number, study in enumerate(self._steps, 1):
                if study.id not in done:
                    self._step(number, study)
            return self._whole_game()
        except (Quit, EOFError):
            code = 0
        except KeyboardInterrupt:
            code = 130
        print_line("")
        self._print_text("terminal.learn.goOn", command=f"quincunx learn {self._game.name}")
        return code

    def _step(self, number: int, study: Study) -> None:
        step = _Step(study, self._game, self._catalogue)
        print_line("")
        self._print_text("study.stepOf", step=number, steps=len(self._steps) + 1)
        try:
            step.run()
        except _Skip:
            return
        self._save_progress(study.id)

    def _whole_game(self) -> int:
        print_line("")
        self._print_text("study.stepOf", step=len(self._steps) + 1, steps=len(self._steps) + 1)
        self._print_text("study.game")
        self._print_text("study.gameLine")
        answer = input(f"{self._catalogue.translate(Phrase('terminal.learn.play'))} ")
        if answer.strip().lower() in ("q", "quit", "exit"):
            raise Quit
        self._save_progress(progress.WHOLE_GAME)
        return play_guided(self._game, self._catalogue)

    def _save_progress(self, step: str | None) -> None:
        try:
            if step is None:
                progress.reset_steps(self._game.name)
            else:
                progress.complete_step(self._game.name, step)
        except OSError as error:
            trouble = Phrase("terminal.learn.notKept", {"error": os_error_message(error)})
            print_line(self._catalogue.translate(trouble), sys.stderr)

    def _print_text(self, key: str, **params: Any) -> None:
        print_line(self._catalogue.translate(Phrase(key, params)))


class _Step:
    """One study of the lesson, repeated until the answer is right."""

    def __init__(self, study: Study, game: AnyGame, catalogue: Catalogue) -> None:
        self._study, self._game, self._catalogue = study, game, catalogue
        self._choices = choices(study, game)
        self._wrong = [move for move in self._choices if not _is_right(study, move)]
        """The wrong answers not yet mentioned by a hint."""
        short = {str(number): move for number, move in enumerate(self._choices, 1)}
        said = {"?": self._hint, "skip": self._skip, "show": self._solution_text}
        forms = tuple((form, f"terminal.learn.{key}") for form, key in _FORMS)
        aids = Aids(below=self._ask, said=said, forms=forms, short=short)
        self._asked = Asked(study, game, catalogue, aids)

    def run(self) -> None:
        """Run the step. Raises :class:`_Skip`, ``Quit`` and ``EOFError``."""
        while not self._show_judgement(self._asked.read_judgement()):
            pass

    def _ask(self, _: Any) -> None:
        print_line("")
        print_line(self._words("ask", self._study.ask))
        for number, move in enumerate(self._choices, 1):
            print_line(f"  {number}  {move}")

    def _show_judgement(self, judgement: Judgement) -> bool:
        self._asked.show_continuation(judgement)
        verdict = self._catalogue.translate(Phrase("study.right" if judgement.right else "study.wrong"))
        said = [] if judgement.say is None else [self._words("say", judgement.say)]
        said += [reason(why, self._game.name, self._catalogue) for why in judgement.why]
        params = {"verdict": verdict, "sentence": " ".join(said)}
        print_line(self._catalogue.translate(Phrase("terminal.learn.said", params)))
        return judgement.right

    def _words(self, kind: str, code: str) -> str:
        """Return the question or comment, in the wording for a keyboard if the one for touch does not fit."""
        key = f"{self._game.name}.study.terminal.{kind}.{code}"
        usual = f"{self._game.name}.study.{kind}.{code}"
        return self._catalogue.translate(Phrase(key if self._catalogue.has(key) else usual))

    def _hint(self, view: Any) -> str:
        """Return a wrong answer of the list and what is wrong with it; when none is left, the right
        answer."""
        if not self._wrong:
            return self._solution_text(view)
        move = self._wrong.pop(0)
        answer = fitting(self._study, move)
        sentence = self._words("say", answer.say) if answer is not None and answer.say is not None else ""
        return self._catalogue.translate(
            Phrase("terminal.learn.notThat", {"move": move, "sentence": sentence})
        )

    def _solution_text(self, _: Any) -> str:
        solution = solve_study(self._study, GAMES).solution
        move = self._game.text.write_move(solution)
        return self._catalogue.translate(Phrase("terminal.learn.solution", {"move": move}))

    def _skip(self, _: Any) -> str:
        raise _Skip


_FORMS = (("1, 2, …", "formNumber"), ("?", "formHint"), ("show", "formShow"), ("skip", "formSkip"))


def choices(study: Study, game: AnyGame) -> tuple[str, ...]:
    """Return one move for each comment that an answer may get, in an order that gives nothing away."""
    state = reach(study.position, GAMES).state
    texts = sorted(map(game.text.write_move, game.legal_moves(state)))
    found = set[str]()
    for answer in study.answers:
        fit = [text for text in texts if fitting(study, text) is answer]
        if fit:
            found.add(fit[len(fit) // 2])
    return tuple(sorted(found))


def _is_right(study: Study, move: str) -> bool:
    answer = fitting(study, move)
    return answer is not None and answer.right
