"""Rules of the chat at a table. Pure.

During a game only preset phrases are allowed. Strangers cannot insult each other with them, and every reader
sees them in their own language. After the end, people who played may use words of their own. Spectators
cannot chat.

Partners may not tell each other what they hold or want. So partners have only phrases that say nothing about
the game to come: greetings, thanks, and praise of what all have seen. Four phrases do tell something.
“Careful” warns of a threat, and so says that the speaker cannot stop it. “Oops” and “sorry” after a move tell
that the hand held nothing better. “Hurry?” tells that the speaker knows their move already. These four are
allowed at tables without partners, and after the game. A game's own phrases
(:attr:`~quincunx.core.game.Game.phrases`) are allowed everywhere, so they must tell nothing.

Chat does not change the game: no clock stops, no move becomes stale, and the record of the game does not
contain it.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.reason import refused
from quincunx.core.values import Seat
from quincunx.table.commands import Say, Write
from quincunx.table.events import Event, Said, Wrote
from quincunx.table.seats.permission import exists
from quincunx.table.seats.person import Person, checked_text
from quincunx.table.state import TableState
from quincunx.table.wire.table import SaidLine

HARMLESS: Final = ("hello", "good-luck", "well-played", "thanks", "one-moment", "good-game")
TELLING: Final = ("careful", "oops", "sorry", "hurry")
"""Codes forbidden to partners during the game."""
PHRASES: Final = (*HARMLESS, *TELLING)
"""The codes common to all games. Journals keep them, so a code never changes its meaning."""

A_MINUTE: Final = 6
"""Lines that a person may say in a minute. A full table at this rate says fewer lines than a state stores."""
MOST_LINES: Final = 100
"""Lines that a person may say at one table in all, so that chat cannot fill the disk."""
SHOWN_IN_PLAY: Final = 8
LETTERS_SHOWN: Final = 5_000
"""Characters in all the lines of a view; the replay has the older lines."""
_MINUTE: Final = 60_000


def phrases_of(state: TableState) -> tuple[str, ...]:
    """The codes of the phrases allowed at the table now, for people with a seat."""
    if state.position is None:
        return ()
    sides = state.game.sides(state.options)
    tells_nobody = state.status == "ended" or len(set(sides)) == len(sides)
    return (*HARMLESS, *state.game.phrases, *(TELLING if tells_nobody else ()))


def said_lately(state: TableState) -> tuple[SaidLine, ...]:
    """The lines that a view contains: few during the game, when every move sends a view, and more
    afterwards."""
    lines = state.talk.lines
    if state.status != "ended":
        return lines[-SHOWN_IN_PLAY:]
    room, shown = LETTERS_SHOWN, 0
    for line in reversed(lines):
        room -= len(line.text or "")
        if room < 0:
            break
        shown += 1
    return lines[len(lines) - shown :]


def was_seated(state: TableState, person: str) -> bool:
    """True if this person may chat at the table: they have a seat there, or a bot plays it for them."""
    return any(each.person == person and each.kind in ("person", "stand_in") for each in state.seats)


def say_phrase(state: TableState, command: Say, person: Person, now: int) -> tuple[Event, ...]:
    """Say a preset phrase."""
    _may_speak(state, command.seat, person)
    if command.phrase not in phrases_of(state):
        if command.phrase in PHRASES:
            sentence = "Between partners that might tell something."
            raise refused("conflict", "phrase-tells", sentence)
        raise refused("malformed", "no-such-phrase", "That phrase doesn’t exist.")
    _check_rate(state, person, now)
    return (Said(command.seat, command.phrase),)


def write(state: TableState, command: Write, person: Person, now: int) -> tuple[Event, ...]:
    """Say something in free text."""
    _may_speak(state, command.seat, person)
    if state.status != "ended":
        sentence = "You can write freely after the game. Until then, use the phrases."
        raise refused("conflict", "words-afterwards", sentence)
    text = checked_text(command.text)
    _check_rate(state, person, now)
    return (Wrote(command.seat, person.id, text),)


def _may_speak(state: TableState, seat: Seat, person: Person) -> None:
    exists(state, seat)
    taken = state.seats[seat]
    if taken.person != person.id or taken.kind not in ("person", "stand_in"):
        raise refused("forbidden", "not-your-seat", "That is not your seat.")
    if state.position is None:
        raise refused("conflict", "not-started", "The game has not started yet.")


def _check_rate(state: TableState, person: Person, now: int) -> None:
    theirs = [seat for seat, each in enumerate(state.seats) if each.person == person.id]
    lately = [line for line in state.talk.lines if line.seat in theirs and line.at > now - _MINUTE]
    if len(lately) >= A_MINUTE:
        seconds = max(1, (min(line.at for line in lately) + _MINUTE - now) // 1_000)
        sentence = "That is a lot at once; please wait a moment."
        raise refused("too-fast", "talks-too-fast", sentence, seconds=seconds)
    if state.talk.counts and sum(state.talk.counts[seat] for seat in theirs) >= MOST_LINES:
        sentence = f"At one table one may speak {MOST_LINES} times."
        raise refused("conflict", "said-enough", sentence, most=MOST_LINES)
