"""View of a tournament's chat. Pure."""

from __future__ import annotations

from typing import Final

from quincunx.club.accounts.names import SOMEBODY
from quincunx.club.tournament.state import Known, Tournament
from quincunx.club.tournament.talk.state import Line, Talk
from quincunx.club.tournament.talk.wire import TalkLine, TalkRecord, TournamentTalk
from quincunx.club.tournament.wire import TournamentHost
from quincunx.table.seats.person import handle_of

LETTERS_SHOWN: Final = 8_000
"""Characters in all the lines of a view, which all followers get with each new line."""
_NOBODY: Final = Known(SOMEBODY, is_gone=True)


def talk_view(tournament: Tournament, talk: Talk, people: tuple[str, ...]) -> TournamentTalk:
    """The chat for the person with these ids; without ids, a spectator's view."""
    removed = talk.removed
    lines: list[TalkLine] = []
    room = LETTERS_SHOWN
    for line in reversed(talk.lines):
        shown = _line(tournament, talk, line, line.number in removed, line.person in people)
        room -= len(shown.text or "")
        if room < 0:
            break
        lines.append(shown)
    is_host = tournament.is_hosted_by(people)
    return TournamentTalk(
        tournament=tournament.id,
        version=talk.version,
        lines=tuple(reversed(lines)),
        is_silenced=any(each in people for each in talk.silenced),
        silenced=_silenced(talk) if is_host else (),
        record=_record(talk) if is_host else (),
    )


def _line(tournament: Tournament, talk: Talk, line: Line, is_removed: bool, is_yours: bool) -> TalkLine:
    return TalkLine(
        number=line.number,
        at=line.at,
        by=_person(talk, line.person),
        is_host=tournament.is_hosted_by((line.person,)),
        is_yours=is_yours,
        phrase=None if is_removed else line.phrase,
        text=None if is_removed else line.text,
    )


def _silenced(talk: Talk) -> tuple[TournamentHost, ...]:
    """The silenced people, without those who are gone: nobody can let them write again."""
    return tuple(each for id in talk.silenced if (each := _person(talk, id)).handle is not None)


def _person(talk: Talk, id: str) -> TournamentHost:
    known = talk.people.get(id, _NOBODY)
    return TournamentHost(known.name, None if known.is_gone else handle_of(id))


def _record(talk: Talk) -> tuple[TalkRecord, ...]:
    return tuple(
        TalkRecord(each.number, each.at, _person(talk, each.by), each.act, _person(talk, each.person))
        for each in reversed(talk.acts)
    )
