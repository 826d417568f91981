"""``quincunx play``: a table in the terminal, alone against bots, or passing the keyboard round."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from quincunx.bots.levels import LEVELS, bot_for
from quincunx.games.chance import SEED_BYTES, Chance, commitment
from quincunx.games.cinco.types import CincoOptions
from quincunx.games.cinqo.types import CinqoOptions
from quincunx.games.core import (
    NATURE,
    Forbidden,
    GameError,
    Outcome,
    Picked,
    Rolled,
    Seat,
    Shuffled,
    Unparseable,
)
from quincunx.games.record import Record, Step, write
from quincunx.games.registry import Options, game_of

_HELP = {
    "cinco": "Moves: 57>63 plays card 57 on space 63; 88>- spends a card; draw; exchange. Also: help, quit.",
    "cinqo": "Moves: rack 66 bank 5 from 3 box — values of dice to the Rack, to the Bank, from the Bank to "
    "the Rack, and the Hi/Lo die into its box; leave out what you do not want. Also: help, quit.",
}


class Quit(Exception):
    """Whoever is at the keyboard has had enough."""


def play(
    game: Literal["cinco", "cinqo"] = "cinco",
    *,
    players: int = 2,
    teams: Annotated[int | None, Parameter(help="Cinco: 2 or 3; needed only for six players.")] = None,
    joker: Annotated[bool, Parameter(help="Cinco: the Joker variant.", negative="")] = False,
    rounds: Annotated[
        int | None, Parameter(help="Cinq-O: this many rounds instead of the race to 100.")
    ] = None,
    humans: Annotated[int, Parameter(help="How many people play; 0 lets bots play among themselves.")] = 1,
    level: Annotated[str, Parameter(help="The bots' level.")] = "greedy",
    seed: Annotated[str | None, Parameter(help="64 hex digits: the same game again.")] = None,
    record: Annotated[Path | None, Parameter(help="Write the game's record to this file.")] = None,
) -> int:
    """Play in the terminal.

    People take the first seats; with several people the screen is cleared between hands.
    """
    options: Options
    if game == "cinco":
        options = CincoOptions(players, teams or (3 if players == 3 else 2), joker)
    else:
        options = CinqoOptions(
            players, "hundred" if rounds is None else "rounds", 5 if rounds is None else rounds
        )
    try:
        game_of(options).check(options)
        table = Terminal(options, humans, level, _seed(seed))
    except (ValueError, Forbidden) as error:
        print(f"quincunx: {error}", file=sys.stderr)
        return 1
    code = 0
    try:
        table.run()
    except (Quit, EOFError):
        print("\nGoodbye.")
    except KeyboardInterrupt:
        print("\nGoodbye.")
        code = 130
    if record is not None:
        try:
            record.write_text(table.record(), encoding="utf-8")
        except OSError as error:
            print(f"quincunx: {record} cannot be written: {error.strerror}.", file=sys.stderr)
            return 1
    return code


def _seed(text: str | None) -> bytes:
    if text is None:
        return os.urandom(SEED_BYTES)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise ValueError("--seed has 64 hexadecimal digits.")
    return seed


class Terminal:
    """One game at one terminal."""

    def __init__(self, options: Options, humans: int, level: str, seed: bytes) -> None:
        self._game = game_of(options)
        if not 0 <= humans <= options.players:
            raise ValueError(f"--humans is from 0 to {options.players}.")
        if level not in LEVELS[self._game.name]:
            raise ValueError(f"--level is one of: {', '.join(LEVELS[self._game.name])}.")
        self._options = options
        self._humans = humans
        self._level = level
        self._seed = seed
        self._chance = Chance(seed, (b"",) * options.players)
        self._names = tuple(self._name(seat) for seat in range(options.players))
        self._state: Any = self._game.initial(options)
        self._steps: list[Step] = []
        self._questions = 0
        self._shown: Seat | None = None

    def _name(self, seat: Seat) -> str:
        if seat < self._humans:
            return "Player" if self._humans == 1 else f"Player {seat + 1}"
        return f"Bot {seat + 1}" if self._options.players - self._humans > 1 else "Bot"

    @property
    def _eyes(self) -> Seat | None:
        """Through whose eyes things are told: the only person's, or a spectator's."""
        return 0 if self._humans == 1 else None

    def run(self) -> None:
        """Play to the end. Raises :class:`Quit`, ``EOFError`` and ``KeyboardInterrupt``."""
        game = self._game
        print(f"The promise (SHA-256 of the seed): {commitment(self._seed)}")
        print(_HELP[game.name])
        while (seat := game.to_move(self._state)) is not None:
            if seat == NATURE:
                self._step(seat, self._chance.answer(self._questions, game.asks(self._state)))
                self._questions += 1
            elif seat < self._humans:
                self._step(seat, self._ask(seat))
            else:
                # A bot's taste is no secret, but the seed is: its dice come from the ply alone.
                random = Random(len(self._steps))  # noqa: S311
                self._step(
                    seat, bot_for(game.name, self._level).choose(game.view(self._state, seat), random).action
                )
        print()
        print(game.draw(game.reveal(self._state), self._names))
        print(self._result(game.outcome(self._state)))
        print(f"The seed was {self._seed.hex()}.")

    def _step(self, seat: Seat, move: Any) -> None:
        after = self._game.apply(self._state, move)
        for item in self._game.story(self._state, move, after, self._eyes):
            print(self._game.tell(item, self._names))
        self._state = after
        self._steps.append(Step(seat, move))

    def _ask(self, seat: Seat) -> Any:
        if self._humans > 1 and self._shown != seat and self._game.name == "cinco":
            if sys.stdout.isatty():
                print("\x1b[2J\x1b[H", end="")
            input(f"{self._names[seat]}, press Enter when nobody else looks. ")
            self._shown = seat
        print()
        print(self._game.draw(self._game.view(self._state, seat), self._names))
        while True:
            text = " ".join(input(f"{self._names[seat]}> ").split())
            if text in ("quit", "exit", "q"):
                raise Quit
            if text in ("help", "?", ""):
                print(_HELP[self._game.name])
                continue
            try:
                move = self._game.parse_move(text)
                if isinstance(move, Shuffled | Rolled | Picked):
                    raise Unparseable("Chance is not yours to move.", text)
                self._game.apply(self._state, move)
                return move
            except Forbidden as error:
                print(f"{error.sentence} (rule {error.rule})")
            except GameError as error:
                print(error)

    def _result(self, outcome: Outcome | None) -> str:
        if outcome is None or not outcome.winners:
            return "A draw."
        names = " and ".join(self._names[seat] for seat in outcome.winners)
        return f"{names} {'win' if len(outcome.winners) > 1 else 'wins'}."

    def record(self) -> str:
        """The game as text, as far as it was played."""
        return write(
            Record(
                options=self._options,
                names=self._names,
                steps=tuple(self._steps),
                outcome=self._game.outcome(self._state),
                commitment=commitment(self._seed),
                seed=self._seed.hex(),
                entropies=("",) * self._options.players,
            )
        )
