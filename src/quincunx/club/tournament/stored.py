"""Stored form of a tournament's settings: JSON that nodes of other versions also read and write. Pure.

While nodes are updated one by one, an older node meets data of a newer one. It leaves unknown data as they
are. It ignores an unknown field when it reads and preserves it when it writes. A tournament of an unknown
kind is left to other nodes. So a change in how a tournament is played must be a new kind (a format, a pace, a
status), never just a field.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
from msgspec.structs import asdict, replace

from quincunx.club.tournament.wire import Status, TournamentSettings
from quincunx.core.game import decode_options
from quincunx.core.reason import Unparseable
from quincunx.games import GAMES

STATUSES: Final = frozenset[str](get_args(Status))


class _Tolerant(TournamentSettings, frozen=True, forbid_unknown_fields=False):
    """Settings that may have unknown fields, written by another version. Requests from clients may not."""


_DECODER: Final = msgspec.json.Decoder(_Tolerant)
_FIELDS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


def read(data: str, name: str) -> TournamentSettings | None:
    """The settings stored beside this name; ``None`` if they are of an unknown kind."""
    try:
        settings = _DECODER.decode(data)
        decode_options(GAMES, settings.options)
    except (msgspec.MsgspecError, Unparseable):
        return None
    return replace(TournamentSettings(**asdict(settings)), name=name)


def format_of(data: str) -> str:
    """The format in these stored settings, known or not."""
    found: str = msgspec.json.decode(_FIELDS.decode(data)["format"])
    return found


def written(settings: TournamentSettings, before: str | None = None) -> str:
    """The stored form of the settings beside the name. ``before`` is the form stored so far, whose unknown
    fields are preserved."""
    own: dict[str, Any] = asdict(replace(settings, name=""))
    return msgspec.json.encode({**({} if before is None else _FIELDS.decode(before)), **own}).decode()
