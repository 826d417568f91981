"""JSON messages between client and server about a tournament's chat."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from quincunx.club.tournament.wire import TournamentHost

TalkAct = Literal["silence", "let_speak", "remove"]

# ---- to the server ---------------------------------------------------------------------------------------


class SayPhrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="say"):
    """Say a preset phrase. Players and hosts may."""

    phrase: str


class WriteText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="write"):
    """Say something in free text: players and hosts who are not playing a game of the tournament."""

    text: str


class SilencePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="silence"):
    """Silence a person, given by handle, in this tournament. Only a host may. Hosts cannot be silenced."""

    handle: str


class LetSpeak(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="let_speak"):
    """Undo :class:`SilencePerson`. Only a host may."""

    handle: str


class RemoveLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="remove_line"):
    """Remove a line. Only a host may."""

    number: int


TalkCommand = SayPhrase | WriteText | SilencePerson | LetSpeak | RemoveLine


class ReportTalker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report a person to the operator. The server adds their last lines in the tournament's chat."""

    handle: str
    why: Annotated[str, msgspec.Meta(max_length=2_000)] = ""
    """May be empty."""


class BlockTalker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Block a person who has spoken in the tournament's chat."""

    handle: str


# ---- to the client ---------------------------------------------------------------------------------------


class TalkLine(msgspec.Struct, frozen=True):
    """A line of the chat."""

    number: int
    """Higher than those of all lines before."""
    at: int
    """Milliseconds since 1970."""
    by: TournamentHost
    is_host: bool
    """True if the author is a host or a co-host now."""
    is_yours: bool
    phrase: str | None
    """The code of a preset phrase."""
    text: str | None
    """``None`` beside ``phrase``: a host has removed the line."""


class TalkRecord(msgspec.Struct, frozen=True):
    """An act of a host."""

    number: int
    at: int
    by: TournamentHost
    act: TalkAct
    person: TournamentHost
    """The person concerned."""


class TournamentTalk(msgspec.Struct, frozen=True):
    """The chat of a tournament."""

    tournament: str
    version: int
    """Increased by every change."""
    lines: tuple[TalkLine, ...]
    """The last lines, oldest first."""
    is_silenced: bool
    """True if a host has silenced the viewer."""
    silenced: tuple[TournamentHost, ...] = ()
    """The silenced people, as hosts see them; empty for all others."""
    record: tuple[TalkRecord, ...] = ()
    """The acts of hosts, newest first, as hosts see them; empty for all others."""
