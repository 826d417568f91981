"""Rules of a tournament's chat. Pure.

Players and hosts talk; every visitor with the link reads. The rules are those of the chat at a table: a
person who is playing a game of the tournament has only preset phrases, and words of their own afterwards. The
phrases tell nothing about a game, so advice cannot be hidden in them.

A host may silence a person in the tournament, and remove a line. Both are on record. The removed text stays
stored for reports to the operator until newer lines displace it.
"""

from __future__ import annotations

from typing import Final

from quincunx.club.tournament.state import Tournament
from quincunx.club.tournament.talk.state import Act, Line, Talk
from quincunx.club.tournament.talk.wire import (
    LetSpeak,
    RemoveLine,
    SayPhrase,
    SilencePerson,
    TalkCommand,
    WriteText,
)
from quincunx.club.tournament.wire import Voice
from quincunx.core.reason import refused
from quincunx.table.chat.rules import A_MINUTE, HARMLESS
from quincunx.table.seats.person import checked_text, handle_of

KEPT: Final = 100
"""Lines of a tournament that are stored; each new one displaces the oldest."""
MOST_ACTS: Final = 500
"""Acts of hosts that are stored, all of them for as long as the tournament."""
_MINUTE: Final = 60_000


def voice_of(tournament: Tournament, people: tuple[str, ...]) -> Voice:
    """The rights of the person with these ids in the chat, unless a host has silenced them."""
    player = tournament.player_of(people)
    is_player = player is not None and not player.is_removed
    if not is_player and not tournament.is_hosted_by(people):
        return "nothing"
    is_playing = player is not None and any(
        player.number in game.players and not game.is_over for game in tournament.games
    )
    return "phrases" if is_playing else "words"


def decide(
    tournament: Tournament, talk: Talk, command: TalkCommand, people: tuple[str, ...], now: int
) -> Line | Act | None:
    """The line or act that a person's command adds to the chat; ``None`` if it changes nothing. ``people``
    are the person's ids, their own first. Raises :class:`~quincunx.core.reason.Refusal`."""
    if isinstance(command, SayPhrase | WriteText):
        return _line(tournament, talk, command, people, now)
    if not tournament.is_hosted_by(people):
        raise refused("forbidden", "tournament-not-host", "Only the host of the tournament can do that.")
    act = _act(tournament, talk, command, people, now)
    if act is not None and len(talk.acts) >= MOST_ACTS:
        said = f"At most {MOST_ACTS} acts of a tournament’s hosts are kept on record."
        raise refused("conflict", "tournament-acts", said, most=MOST_ACTS)
    return act


def _line(
    tournament: Tournament,
    talk: Talk,
    command: SayPhrase | WriteText,
    people: tuple[str, ...],
    now: int,
) -> Line:
    voice = voice_of(tournament, people)
    if voice == "nothing":
        said = "Only players and hosts of this tournament can write here."
        raise refused("forbidden", "tournament-no-voice", said)
    if any(each in people for each in talk.silenced):
        said = "A host has silenced you in this tournament."
        raise refused("forbidden", "tournament-silenced", said)
    phrase, text = None, None
    if isinstance(command, SayPhrase):
        if command.phrase not in HARMLESS:
            raise refused("malformed", "no-such-phrase", "That phrase doesn’t exist.")
        phrase = command.phrase
    else:
        if voice == "phrases":
            said = "You can write freely after the game. Until then, use the phrases."
            raise refused("conflict", "words-afterwards", said)
        text = checked_text(command.text)
    _check_rate(talk, people, now)
    player = tournament.player_of(people)
    author = people[0] if player is None else player.person
    return Line(talk.version + 1, now, author, phrase, text)


def _check_rate(talk: Talk, people: tuple[str, ...], now: int) -> None:
    lately = [line.at for line in talk.lines if line.person in people and line.at > now - _MINUTE]
    if len(lately) >= A_MINUTE:
        seconds = max(1, (min(lately) + _MINUTE - now) // 1_000)
        said = "That is a lot at once; please wait a moment."
        raise refused("too-fast", "talks-too-fast", said, seconds=seconds)


def _act(
    tournament: Tournament,
    talk: Talk,
    command: SilencePerson | LetSpeak | RemoveLine,
    people: tuple[str, ...],
    now: int,
) -> Act | None:
    number = talk.version + 1
    match command:
        case SilencePerson(handle=handle):
            person = person_of(tournament, talk, handle)
            if tournament.is_hosted_by((person,)):
                said = "A host of the tournament cannot be silenced."
                raise refused("conflict", "tournament-silence-host", said)
            return None if person in talk.silenced else Act(number, now, people[0], "silence", person)
        case LetSpeak(handle=handle):
            person = person_of(tournament, talk, handle)
            return Act(number, now, people[0], "let_speak", person) if person in talk.silenced else None
        case RemoveLine(number=removed):
            line = next((each for each in talk.lines if each.number == removed), None)
            if line is None:
                raise refused("unknown", "tournament-no-line", "That message is no longer there.")
            if removed in talk.removed:
                return None
            return Act(number, now, people[0], "remove", line.person, removed)


def person_of(tournament: Tournament, talk: Talk, handle: str) -> str:
    """The person of the tournament or its chat who has this handle. Raises
    :class:`~quincunx.core.reason.Refusal`."""
    known = (
        *(each.person for each in tournament.players),
        *talk.people,
        tournament.host,
        *tournament.cohosts,
    )
    person = next((each for each in known if handle_of(each) == handle), None)
    if person is None:
        raise refused("unknown", "tournament-nobody", "That person is not in this tournament.")
    return person


def after(talk: Talk, added: Line | Act) -> Talk:
    """The chat after a new line or act."""
    if isinstance(added, Act):
        return Talk(added.number, talk.lines, (*talk.acts, added), talk.people)
    return Talk(added.number, (*talk.lines, added)[-KEPT:], talk.acts, talk.people)
