"""How a server is set up: every setting is a ``QUINCUNX_…`` variable of the environment. The folder of data
is a flag of ``quincunx serve`` as well; where it listens is a flag alone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, cast, get_args, get_type_hints

import msgspec
import platformdirs

from quincunx.server.transport.connections import Bounds
from quincunx.server.transport.proxies import Proxies

Reviewing = Literal["idle", "busy", "off"]
"""When finished games are reviewed."""


PREFIX: Final = "QUINCUNX_"
MOST_WORKERS: Final = 256
MOST_CONNECTIONS: Final = 1 << 20
LEAST_TOKEN: Final = 16
MOST_TOKEN: Final = 512
YES: Final = {"1", "true", "yes", "on"}
NO: Final = {"0", "false", "no", "off"}
"""The words for a setting that is on or off."""
_ALIKE: Final = 0.85


class BadSetting(ValueError):
    """A setting that cannot be used; the text is for people."""


# ---- readers: each makes a value of a variable's name and its text, which is not empty -------------------


def text(name: str, given: str) -> str:
    """The text as it is."""
    return given


def path(name: str, given: str) -> Path:
    """A path of a file or a folder."""
    return Path(given)


def words(name: str, given: str) -> tuple[str, ...]:
    """Words, separated by commas."""
    return tuple(filter(None, given.replace(" ", "").split(",")))


def flag(name: str, given: str) -> bool:
    """On or off."""
    word = given.lower()
    if word not in YES | NO:
        raise BadSetting(f"{name} is 1 or 0.")
    return word in YES


def number(name: str, given: str) -> float:
    """A number, 0 or more."""
    try:
        value = float(given)
    except ValueError:
        raise BadSetting(f"{name} must be a number.") from None
    if not 0 <= value < 1e9:
        raise BadSetting(f"{name} must not be negative or endless.")
    return value


def whole(name: str, given: str, most: int) -> int:
    """A whole number from 0 to ``most``."""
    value = number(name, given)
    if value != int(value) or value > most:
        raise BadSetting(f"{name} is a whole number up to {most}.")
    return int(value)


def workers(name: str, given: str) -> int:
    """A number of processes."""
    return whole(name, given, MOST_WORKERS)


def bound(name: str, given: str) -> int:
    """A bound of connections: at least 1, or nobody could ever come in."""
    return whole(name, given, MOST_CONNECTIONS) or 1


def log_format(name: str, given: str) -> Literal["json", "human"]:
    """The format of the log."""
    if given not in ("json", "human"):
        raise BadSetting("QUINCUNX_LOG is json or human.")
    return "human" if given == "human" else "json"


def review_mode(name: str, given: str) -> Reviewing:
    """When finished games are reviewed."""
    if given not in get_args(Reviewing):
        raise BadSetting("QUINCUNX_REVIEWS is idle, busy or off.")
    return cast("Reviewing", given)


def proxy_list(name: str, given: str) -> tuple[str, ...]:
    """Addresses and networks of proxies; ``0`` is none."""
    found = tuple(word for word in words(name, given) if word != "0")
    try:
        Proxies(found)
    except ValueError:
        raise BadSetting("QUINCUNX_TRUST_PROXY has addresses or networks, separated by commas.") from None
    return found


def place(name: str, given: str) -> str:
    """A port, or an address and a port."""
    if not given.rpartition(":")[2].isdecimal():
        raise BadSetting("QUINCUNX_METRICS is a port, or an address and a port (127.0.0.1:9420).")
    return given


def contact_address(name: str, given: str) -> str:
    """An address for the operators of push services."""
    if not (given.startswith(("mailto:", "https://")) and given.isascii()):
        raise BadSetting("QUINCUNX_PUSH_CONTACT begins with mailto: or https://.")
    return given


def token(name: str, given: str) -> str:
    """A secret that is hard to guess."""
    if not (LEAST_TOKEN <= len(given) <= MOST_TOKEN and given.isascii()):
        raise BadSetting(f"QUINCUNX_METRICS_TOKEN has at least {LEAST_TOKEN} characters of ASCII.")
    return given


def default_data() -> Path:
    """The user's own folder for data. Raises :class:`BadSetting` for a user who has no home."""
    folder = Path(platformdirs.user_data_dir("quincunx", appauthor=False))
    if not folder.is_absolute():
        raise BadSetting("This user has no home folder: set QUINCUNX_DATA to the server's data folder.")
    return folder


class Settings(msgspec.Struct, frozen=True):
    """The settings of one server; each is read from the variable of its name by the reader beside it."""

    data: Annotated[Path, path]
    """``QUINCUNX_DATA``: the folder of the journal and the keys."""
    keys: Annotated[Path | None, path] = None
    """``QUINCUNX_KEYS``: the folder of the keys, where it is another one; nodes may share it."""
    database: Annotated[str | None, text] = None
    """``QUINCUNX_DATABASE``: where the journal is, ``sqlite:PATH`` or
    ``postgresql://…``; by default a file in the data folder."""
    store: Annotated[str | None, text] = None
    """``QUINCUNX_STORE``: where it is kept who people are, ``sqlite:PATH`` or ``postgresql://…``; by default
    beside the journal."""
    bus: Annotated[str, text] = "memory:"
    """``QUINCUNX_BUS``: how nodes tell each other what happened: ``redis://…``; ``memory:`` is for one
    node."""
    origins: Annotated[tuple[str, ...], words] = ()
    """``QUINCUNX_ORIGINS``, separated by commas: pages elsewhere that may talk to this server. Pages that
    it serves itself always may."""
    hosts: Annotated[tuple[str, ...], words] = ()
    """``QUINCUNX_HOSTS``, separated by commas: names by which people reach this server, besides its address,
    ``localhost`` and the machine's own name; ``*``: any."""
    secure: Annotated[bool, flag] = False
    """``QUINCUNX_SECURE=1``: it is reached by https (cookies and headers say so)."""
    hsts_subdomains: Annotated[bool, flag] = False
    """``QUINCUNX_HSTS_SUBDOMAINS=1``: so are all names below the server's own (browsers insist on it)."""
    bot_pause: Annotated[float, number] = 0.6
    """``QUINCUNX_BOT_PAUSE``: seconds that a bot's move takes at least."""
    bot_workers: Annotated[int | None, workers] = None
    """``QUINCUNX_BOT_WORKERS``: processes that think for bots; by default as many as there are cores, four at
    most. With 0 only the lightest bots play, whatever the level."""
    bot_seconds: Annotated[float, number] = 1.0
    """``QUINCUNX_BOT_SECONDS``: how long a hint is thought about, and a bot's move at most, when nobody
    else waits."""
    reviews: Annotated[Reviewing | None, review_mode] = None
    """``QUINCUNX_REVIEWS``: when finished games are reviewed, by one more process: ``idle``, whenever the
    machine has nothing else to do; ``busy``, also when it has, as bots think; ``off``, never. By default
    ``idle`` where there are processes for bots, and ``off`` where there are none."""
    trust_proxy: Annotated[tuple[str, ...], proxy_list] = ()
    """``QUINCUNX_TRUST_PROXY``, separated by commas: addresses and networks of proxies that say who calls
    (X-Forwarded-For, -Proto) and what a request is called (X-Request-ID); ``1``: this machine and private
    networks; ``*``: anybody."""
    requests_per_second: Annotated[float, number] = 20.0
    """``QUINCUNX_REQUESTS_PER_SECOND``: for one account, one token, or all guests from one address, on
    average; short bursts may be faster."""
    sockets_per_address: Annotated[int, bound] = 200
    """``QUINCUNX_SOCKETS_PER_ADDRESS``: WebSockets of all guests from one address. An account has its own."""
    new_guests_per_minute: Annotated[float, number] = 60.0
    """``QUINCUNX_NEW_GUESTS_PER_MINUTE``: people who come for the first time, from one address."""
    connections: Annotated[int, bound] = 16_384
    """``QUINCUNX_CONNECTIONS``: how many may be open at once; fewer where the operating system allows fewer
    files."""
    connections_per_address: Annotated[int, bound] = 512
    """``QUINCUNX_CONNECTIONS_PER_ADDRESS``: of them from one address; a whole school may share one. Not
    counted behind a trusted proxy, from which all come."""
    push: Annotated[bool, flag] = True
    """``QUINCUNX_PUSH=0``: nobody is told by push services that it is their turn; the server calls nobody."""
    push_contact: Annotated[str | None, contact_address] = None
    """``QUINCUNX_PUSH_CONTACT``: ``mailto:…`` or ``https://…`` for whoever runs a push service; by default
    the first of the names by which people reach this server."""
    metrics: Annotated[str | None, place] = None
    """``QUINCUNX_METRICS``: an address of its own for the metrics, ``PORT`` (on this machine alone) or
    ``HOST:PORT``."""
    metrics_token: Annotated[str | None, token] = None
    """``QUINCUNX_METRICS_TOKEN``: whoever sends it (``Authorization: Bearer …``) gets ``/metrics``."""
    log: Annotated[Literal["json", "human"], log_format] = "json"
    """``QUINCUNX_LOG``: how the log is written."""

    @property
    def keys_folder(self) -> Path:
        """Where the keys are."""
        return self.keys or self.data

    @property
    def reviewing(self) -> Reviewing:
        """When finished games are reviewed here."""
        return self.reviews or ("off" if self.bot_workers == 0 else "idle")

    @property
    def contact(self) -> str | None:
        """How whoever runs a push service reaches whoever runs this server."""
        name = next((host for host in self.hosts if "." in host and "*" not in host), None)
        return self.push_contact or (f"https://{name}" if name else None)

    @property
    def bounds(self) -> Bounds:
        """What one connection may cost."""
        return Bounds(connections=self.connections, per_address=self.connections_per_address)

    @property
    def proxies(self) -> Proxies:
        """Who is believed to be a proxy."""
        return Proxies(self.trust_proxy)


def mistyped(given: Iterable[str]) -> Mapping[str, str]:
    """Names of variables that are no setting's but look like one's, with that setting's.

    Others may be another program's, or a newer version's.
    """
    known = [PREFIX + name.upper() for name in Settings.__struct_fields__]
    unknown = sorted(name for name in given if name.startswith(PREFIX) and name not in known)
    close = {name: get_close_matches(name, known, n=1, cutoff=_ALIKE) for name in unknown}
    return {name: meant[0] for name, meant in close.items() if meant}


def from_environment(data: Path | None = None) -> Settings:
    """The settings that the environment names; an empty variable is as good as none. Raises
    :class:`BadSetting`."""
    values: dict[str, Any] = {}
    for field, kind in get_type_hints(Settings, include_extras=True).items():
        name = PREFIX + field.upper()
        if given := os.environ.get(name, "").strip():
            _, read = get_args(kind)
            values[field] = read(name, given)
    values["data"] = data or values.get("data") or default_data()
    return Settings(**values)
