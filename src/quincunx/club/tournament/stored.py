"""An evening's settings as they are kept: JSON that also nodes of other versions read and write. Pure.

While nodes are updated one by one, an older one meets what a newer one has made. What it does not know it
leaves as it is: a field that it has never heard of is passed over when it reads and kept when it writes, and
an evening of a kind that it has never heard of is for others to see to. So whatever changes how an evening is
played must come as a new kind (a format, a pace, a status), never as a field alone.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
from msgspec.structs import asdict, replace

from quincunx.club.tournament.wire import EveningSettings, Status
from quincunx.core.game import decode_options
from quincunx.core.reason import Unparseable
from quincunx.games import GAMES

STATUSES: Final = frozenset[str](get_args(Status))


class _Tolerant(EveningSettings, frozen=True, forbid_unknown_fields=False):
    """What strangers send has no field too many; what another version has kept may."""


_DECODER: Final = msgspec.json.Decoder(_Tolerant)
_FIELDS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


def read(data: str, name: str) -> EveningSettings | None:
    """The settings that were kept beside this name; ``None`` if they are of a kind that is not known here."""
    try:
        settings = _DECODER.decode(data)
        decode_options(GAMES, settings.options)
    except (msgspec.MsgspecError, Unparseable):
        return None
    return replace(EveningSettings(**asdict(settings)), name=name)


def written(settings: EveningSettings, before: str | None = None) -> str:
    """What is kept of them beside the name; ``before`` is what was kept until now, of which fields that are
    not known here stay."""
    own: dict[str, Any] = asdict(replace(settings, name=""))
    return msgspec.json.encode({**({} if before is None else _FIELDS.decode(before)), **own}).decode()
