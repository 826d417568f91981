"""How a server is set up: every setting is a ``QUINCUNX_…`` variable of the environment. The folder of data
is a flag of ``quincunx serve`` as well; where it listens is a flag alone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal, cast, get_args

import msgspec
import platformdirs

from quincunx.server.transport.connections import Bounds
from quincunx.server.transport.proxies import Proxies

Reviewing = Literal["idle", "busy", "off"]
"""When finished games are reviewed."""


def default_data() -> Path:
    """The user's own folder for data. Raises :class:`BadSetting` for a user who has no home."""
    folder = Path(platformdirs.user_data_dir("quincunx", appauthor=False))
    if not folder.is_absolute():
        raise BadSetting("This user has no home folder: set QUINCUNX_DATA to the server's data folder.")
    return folder


class Settings(msgspec.Struct, frozen=True):
    """The settings of one server."""

    data: Path
    """``QUINCUNX_DATA``: the folder of the journal and the keys."""
    keys: Path | None = None
    """``QUINCUNX_KEYS``: the folder of the keys, where it is another one; nodes may share it."""
    database: str | None = None
    """``QUINCUNX_DATABASE``: where the journal is, ``sqlite:PATH`` or
    ``postgresql://…``; by default a file in the data folder."""
    store: str | None = None
    """``QUINCUNX_STORE``: where it is kept who people are, ``sqlite:PATH`` or ``postgresql://…``; by default
    beside the journal."""
    bus: str = "memory:"
    """``QUINCUNX_BUS``: how nodes tell each other what happened: ``redis://…``; ``memory:`` is for one
    node."""
    origins: tuple[str, ...] = ()
    """``QUINCUNX_ORIGINS``, separated by commas: pages elsewhere that may talk to this server. Pages that
    it serves itself always may."""
    hosts: tuple[str, ...] = ()
    """``QUINCUNX_HOSTS``, separated by commas: names by which people reach this server, besides its address,
    ``localhost`` and the machine's own name; ``*``: any."""
    secure: bool = False
    """``QUINCUNX_SECURE=1``: it is reached by https (cookies and headers say so)."""
    hsts_subdomains: bool = False
    """``QUINCUNX_HSTS_SUBDOMAINS=1``: so are all names below the server's own (browsers insist on it)."""
    bot_pause: float = 0.6
    """``QUINCUNX_BOT_PAUSE``: seconds that a bot's move takes at least."""
    bot_workers: int | None = None
    """``QUINCUNX_BOT_WORKERS``: processes that think for bots; by default as many as there are cores, four at
    most. With 0 only the lightest bots play, whatever the level."""
    bot_seconds: float = 1.0
    """``QUINCUNX_BOT_SECONDS``: how long a hint is thought about, and a bot's move at most, when nobody
    else waits."""
    reviews: Reviewing | None = None
    """``QUINCUNX_REVIEWS``: when finished games are reviewed, by one more process: ``idle``, whenever the
    machine has nothing else to do; ``busy``, also when it has, as bots think; ``off``, never. By default
    ``idle`` where there are processes for bots, and ``off`` where there are none."""
    trust_proxy: tuple[str, ...] = ()
    """``QUINCUNX_TRUST_PROXY``, separated by commas: addresses and networks of proxies that say who calls
    (X-Forwarded-For, -Proto) and what a request is called (X-Request-ID); ``1``: this machine and private
    networks; ``*``: anybody."""
    requests_per_second: float = 20.0
    """``QUINCUNX_REQUESTS_PER_SECOND``: for one account, one token, or all guests from one address, on
    average; short bursts may be faster."""
    sockets_per_address: int = 200
    """``QUINCUNX_SOCKETS_PER_ADDRESS``: WebSockets of all guests from one address. An account has its own."""
    new_guests_per_minute: float = 60.0
    """``QUINCUNX_NEW_GUESTS_PER_MINUTE``: people who come for the first time, from one address."""
    connections: int = 16_384
    """``QUINCUNX_CONNECTIONS``: how many may be open at once; fewer where the operating system allows fewer
    files."""
    connections_per_address: int = 512
    """``QUINCUNX_CONNECTIONS_PER_ADDRESS``: of them from one address; a whole school may share one. Not
    counted behind a trusted proxy, from which all come."""
    push: bool = True
    """``QUINCUNX_PUSH=0``: nobody is told by push services that it is their turn; the server calls nobody."""
    push_contact: str | None = None
    """``QUINCUNX_PUSH_CONTACT``: ``mailto:…`` or ``https://…`` for whoever runs a push service; by default
    the first of the names by which people reach this server."""
    metrics: str | None = None
    """``QUINCUNX_METRICS``: an address of its own for the metrics, ``PORT`` (on this machine alone) or
    ``HOST:PORT``."""
    metrics_token: str | None = None
    """``QUINCUNX_METRICS_TOKEN``: whoever sends it (``Authorization: Bearer …``) gets ``/metrics``."""
    log: Literal["json", "human"] = "json"
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


MOST_WORKERS = 256
MOST_CONNECTIONS = 1 << 20
LEAST_TOKEN = 16
MOST_TOKEN = 512


YES: Final = {"1", "true", "yes", "on"}
NO: Final = {"0", "false", "no", "off"}
"""What a setting may say that is one or the other."""


class BadSetting(ValueError):
    """A setting that cannot be used; the text is for people."""


PREFIX: Final = "QUINCUNX_"
_ALIKE: Final = 0.85


def mistyped(given: Iterable[str]) -> Mapping[str, str]:
    """Of these names of variables those that are no setting's but look like one's, with that setting's.
    Others may be somebody else's: of tools, or of a newer version."""
    known = [PREFIX + name.upper() for name in Settings.__struct_fields__]
    unknown = sorted(name for name in given if name.startswith(PREFIX) and name not in known)
    close = {name: get_close_matches(name, known, n=1, cutoff=_ALIKE) for name in unknown}
    return {name: meant[0] for name, meant in close.items() if meant}


def from_environment(data: Path | None = None) -> Settings:
    """The settings that the environment names. Raises :class:`BadSetting`."""
    given = _Environment(os.environ)
    usual = Settings(data or given.path("QUINCUNX_DATA") or default_data())
    return Settings(
        data=usual.data,
        keys=given.path("QUINCUNX_KEYS"),
        database=given.text("QUINCUNX_DATABASE"),
        store=given.text("QUINCUNX_STORE"),
        bus=given.text("QUINCUNX_BUS") or usual.bus,
        origins=given.words("QUINCUNX_ORIGINS"),
        hosts=given.words("QUINCUNX_HOSTS"),
        secure=given.whether("QUINCUNX_SECURE", usual.secure),
        hsts_subdomains=given.whether("QUINCUNX_HSTS_SUBDOMAINS", usual.hsts_subdomains),
        bot_pause=given.number("QUINCUNX_BOT_PAUSE", usual.bot_pause),
        bot_workers=given.whole("QUINCUNX_BOT_WORKERS", usual.bot_workers, MOST_WORKERS),
        bot_seconds=given.number("QUINCUNX_BOT_SECONDS", usual.bot_seconds),
        reviews=_reviewing(given.text("QUINCUNX_REVIEWS")),
        trust_proxy=_proxies(given.words("QUINCUNX_TRUST_PROXY")),
        requests_per_second=given.number("QUINCUNX_REQUESTS_PER_SECOND", usual.requests_per_second),
        sockets_per_address=given.bound("QUINCUNX_SOCKETS_PER_ADDRESS", usual.sockets_per_address),
        new_guests_per_minute=given.number("QUINCUNX_NEW_GUESTS_PER_MINUTE", usual.new_guests_per_minute),
        connections=given.bound("QUINCUNX_CONNECTIONS", usual.connections),
        connections_per_address=given.bound(
            "QUINCUNX_CONNECTIONS_PER_ADDRESS", usual.connections_per_address
        ),
        push=given.whether("QUINCUNX_PUSH", usual.push),
        push_contact=_contact(given.text("QUINCUNX_PUSH_CONTACT")),
        metrics=_place(given.text("QUINCUNX_METRICS")),
        metrics_token=_token(given.text("QUINCUNX_METRICS_TOKEN")),
        log=_log(given.get("QUINCUNX_LOG", usual.log)),
    )


class _Environment:
    """The environment's variables, each read as what it means. Raises :class:`BadSetting`."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given
        self.get = given.get

    def text(self, name: str) -> str | None:
        return self._given.get(name) or None

    def path(self, name: str) -> Path | None:
        text = self.text(name)
        return Path(text) if text else None

    def words(self, name: str) -> tuple[str, ...]:
        return tuple(filter(None, self._given.get(name, "").replace(" ", "").split(",")))

    def whether(self, name: str, usual: bool) -> bool:
        word = self._given.get(name, "").strip().lower()
        if word not in YES | NO | {""}:
            raise BadSetting(f"{name} is 1 or 0.")
        return word in YES if word else usual

    def number(self, name: str, usual: float) -> float:
        try:
            value = float(self._given.get(name, usual))
        except ValueError:
            raise BadSetting(f"{name} must be a number.") from None
        if not 0 <= value < 1e9:
            raise BadSetting(f"{name} must not be negative or endless.")
        return value

    def whole(self, name: str, usual: int | None, most: int) -> int | None:
        if name not in self._given:
            return usual
        value = self.number(name, 0)
        if value != int(value) or value > most:
            raise BadSetting(f"{name} is a whole number up to {most}.")
        return int(value)

    def bound(self, name: str, usual: int) -> int:
        """At least 1, or nobody could ever come in."""
        return self.whole(name, usual, MOST_CONNECTIONS) or 1


def _log(text: str) -> Literal["json", "human"]:
    if text not in ("json", "human"):
        raise BadSetting("QUINCUNX_LOG is json or human.")
    return "human" if text == "human" else "json"


def _reviewing(text: str | None) -> Reviewing | None:
    if text is not None and text not in get_args(Reviewing):
        raise BadSetting("QUINCUNX_REVIEWS is idle, busy or off.")
    return cast("Reviewing | None", text)


def _proxies(words: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(word for word in words if word != "0")
    try:
        Proxies(found)
    except ValueError:
        raise BadSetting("QUINCUNX_TRUST_PROXY has addresses or networks, separated by commas.") from None
    return found


def _place(text: str | None) -> str | None:
    if text is not None and not text.rpartition(":")[2].isdecimal():
        raise BadSetting("QUINCUNX_METRICS is a port, or an address and a port (127.0.0.1:9420).")
    return text


def _contact(text: str | None) -> str | None:
    if text is not None and not (text.startswith(("mailto:", "https://")) and text.isascii()):
        raise BadSetting("QUINCUNX_PUSH_CONTACT begins with mailto: or https://.")
    return text


def _token(text: str | None) -> str | None:
    if text is not None and not (LEAST_TOKEN <= len(text) <= MOST_TOKEN and text.isascii()):
        raise BadSetting(f"QUINCUNX_METRICS_TOKEN has at least {LEAST_TOKEN} characters of ASCII.")
    return text
