"""The settings of a server: each is a ``QUINCUNX_…`` environment variable. The data folder is also a flag of
``quincunx serve``; the address to listen at is a flag only."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, cast, get_args, get_type_hints
from urllib.parse import urlsplit

import msgspec
import platformdirs

from quincunx.adapters.mail import MailServer, mail_server
from quincunx.club.clubs.rules import LONGEST_TITLE, checked_club_name, checked_line
from quincunx.club.mail import checked_address
from quincunx.club.reach.vacations import MOST_DAYS
from quincunx.core.reason import Refusal
from quincunx.core.sentence import Sentence, SpokenError, sentence
from quincunx.server.site.colours import Colours, read_colours
from quincunx.server.transport.connections import Bounds
from quincunx.server.transport.proxies import Proxies

Reviewing = Literal["idle", "busy", "off"]
"""The modes of reviewing finished games."""
Access = Literal["open", "accounts", "invitation", "closed"]
"""The people whom a server admits: all; only accounts as players; new ones by invitation; or no new ones."""

PREFIX: Final = "QUINCUNX_"
MOST_WORKERS: Final = 256
MOST_CONNECTIONS: Final = 1 << 20
LEAST_TOKEN: Final = 16
MOST_TOKEN: Final = 512
YES: Final = {"1", "true", "yes", "on"}
NO: Final = {"0", "false", "no", "off"}
"""The values that turn a setting off."""
_ALIKE: Final = 0.85


class BadSetting(SpokenError, ValueError):
    """A setting that cannot be used. The text is a sentence for people."""


# ---- readers: each converts a variable's text, which is not empty, to a value ----------------------------


def text(name: str, given: str) -> str:
    """The text unchanged."""
    return given


def path(name: str, given: str) -> Path:
    """A path of a file or a folder."""
    return Path(given)


def words(name: str, given: str) -> tuple[str, ...]:
    """Words separated by commas."""
    return tuple(filter(None, given.replace(" ", "").split(",")))


def flag(name: str, given: str) -> bool:
    """``True`` or ``False``, for on or off."""
    word = given.lower()
    if word not in YES | NO:
        raise BadSetting(sentence("{{1}} must be 1 or 0.", name))
    return word in YES


def number(name: str, given: str) -> float:
    """A number, at least 0."""
    try:
        value = float(given)
    except ValueError:
        raise BadSetting(sentence("{{1}} must be a number.", name)) from None
    if not 0 <= value < 1e9:
        raise BadSetting(sentence("{{1}} must be finite and not negative.", name))
    return value


def whole(name: str, given: str, most: int) -> int:
    """An integer from 0 to ``most``."""
    value = number(name, given)
    if value != int(value) or value > most:
        raise BadSetting(sentence("{{1}} must be a whole number up to {{2}}.", name, most))
    return int(value)


def workers(name: str, given: str) -> int:
    """A number of processes."""
    return whole(name, given, MOST_WORKERS)


def days_a_year(name: str, given: str) -> int:
    """A number of days, at most those of a year."""
    return whole(name, given, MOST_DAYS)


def bound(name: str, given: str) -> int:
    """A bound of connections: at least 1, since with 0 no client could connect."""
    return whole(name, given, MOST_CONNECTIONS) or 1


def log_format(name: str, given: str) -> Literal["json", "human"]:
    """The format of the log."""
    if given not in ("json", "human"):
        raise BadSetting(sentence("QUINCUNX_LOG must be json or human."))
    return "human" if given == "human" else "json"


def review_mode(name: str, given: str) -> Reviewing:
    """A mode of reviewing finished games."""
    if given not in get_args(Reviewing):
        raise BadSetting(sentence("QUINCUNX_REVIEWS must be idle, busy or off."))
    return cast("Reviewing", given)


def access_mode(name: str, given: str) -> Access:
    """The people whom the server admits."""
    if given not in get_args(Access):
        raise BadSetting(sentence("QUINCUNX_ACCESS must be open, accounts, invitation or closed."))
    return cast("Access", given)


def proxy_list(name: str, given: str) -> tuple[str, ...]:
    """Addresses and networks of proxies; ``0`` means none."""
    found = tuple(word for word in words(name, given) if word != "0")
    try:
        Proxies(found)
    except ValueError:
        raise BadSetting(
            sentence("QUINCUNX_TRUST_PROXY must be addresses or networks, separated by commas.")
        ) from None
    return found


def place(name: str, given: str) -> str:
    """A port, or an address and a port."""
    if not given.rpartition(":")[2].isdecimal():
        raise BadSetting(
            sentence("QUINCUNX_METRICS must be a port, or an address and a port (127.0.0.1:9420).")
        )
    return given


def contact_address(name: str, given: str) -> str:
    """A contact address for the operators of push services."""
    if not (given.startswith(("mailto:", "https://")) and given.isascii()):
        raise BadSetting(sentence("QUINCUNX_PUSH_CONTACT must begin with mailto: or https://."))
    return given


def pages_address(name: str, given: str) -> str:
    """The address of the server's pages: scheme and host, without a path."""
    parts = urlsplit(given)
    host = parts.scheme in ("http", "https") and parts.netloc and given.isascii() and given.isprintable()
    if not host or "@" in parts.netloc or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadSetting(sentence("QUINCUNX_PAGES is the address of the pages (https://play.club.example)."))
    return f"{parts.scheme}://{parts.netloc}"


def club_name(name: str, given: str) -> str:
    """The name of a club, as in its address."""
    try:
        return checked_club_name(given)
    except Refusal:
        raise BadSetting(sentence("QUINCUNX_CLUB is the name of a club, as in its address.")) from None


def site_title(name: str, given: str) -> str:
    """The name of a site."""
    try:
        return checked_line(given, LONGEST_TITLE, "site-name")
    except Refusal:
        raise BadSetting(
            sentence("QUINCUNX_SITE_NAME must be visible text (length at most {{1}}).", LONGEST_TITLE)
        ) from None


def web_page(name: str, given: str) -> str:
    """The address of a page on the web."""
    parts = urlsplit(given)
    is_written_well = given.isascii() and given.isprintable()
    if parts.scheme not in ("http", "https") or not parts.netloc or not is_written_well:
        raise BadSetting(
            sentence("{{1}} is the address of a page (https://club.example/page) or a Markdown file.", name)
        )
    return given


def page_or_file(name: str, given: str) -> str | Path:
    """The address of a page on the web, or the path of a Markdown file."""
    return web_page(name, given) if "://" in given or not given.endswith(".md") else Path(given)


def colours(name: str, given: str) -> Colours:
    """The tones of a colour for light and for dark pages."""
    found = read_colours(given)
    if isinstance(found, Sentence):
        raise BadSetting(found)
    return found


def mail_place(name: str, given: str) -> MailServer:
    """The address of a mail server. An error's text contains no password."""
    try:
        return mail_server(given)
    except ValueError:
        raise BadSetting(
            sentence("QUINCUNX_MAIL is the address of a mail server (smtps://USER:PASSWORD@HOST).")
        ) from None


def mail_sender(name: str, given: str) -> str:
    """The address that e-mail comes from."""
    try:
        return checked_address(given)[0]
    except Refusal:
        raise BadSetting(sentence("QUINCUNX_MAIL_FROM is an e-mail address (games@club.example).")) from None


def token(name: str, given: str) -> str:
    """A secret that is hard to guess."""
    if not (LEAST_TOKEN <= len(given) <= MOST_TOKEN and given.isascii()):
        raise BadSetting(
            sentence("QUINCUNX_METRICS_TOKEN must have at least {{1}} ASCII characters.", LEAST_TOKEN)
        )
    return given


def default_data() -> Path:
    """The user's default data folder. Raises :class:`BadSetting` for a user without a home folder."""
    folder = Path(platformdirs.user_data_dir("quincunx", appauthor=False))
    if not folder.is_absolute():
        raise BadSetting(
            sentence("This user has no home folder. Set QUINCUNX_DATA to the server’s data folder.")
        )
    return folder


class Settings(msgspec.Struct, frozen=True):
    """The settings of one server. Each is read from the variable of its name by the reader beside it."""

    data: Annotated[Path, path]
    """``QUINCUNX_DATA``: the folder of the journal and the keys."""
    keys: Annotated[Path | None, path] = None
    """``QUINCUNX_KEYS``: the folder of the keys, if it is a different one. Nodes may share it."""
    database: Annotated[str | None, text] = None
    """``QUINCUNX_DATABASE``: the address of the journal, ``sqlite:PATH`` or ``postgresql://…``; by default a
    file in the data folder."""
    store: Annotated[str | None, text] = None
    """``QUINCUNX_STORE``: the address of the store of people, ``sqlite:PATH`` or ``postgresql://…``; by
    default beside the journal."""
    bus: Annotated[str, text] = "memory:"
    """``QUINCUNX_BUS``: the bus between nodes, ``redis://…``; ``memory:`` is for a single node."""
    origins: Annotated[tuple[str, ...], words] = ()
    """``QUINCUNX_ORIGINS``, separated by commas: origins of pages elsewhere that may use this server. The
    server's own pages always may."""
    hosts: Annotated[tuple[str, ...], words] = ()
    """``QUINCUNX_HOSTS``, separated by commas: names by which people reach this server, besides its address,
    ``localhost`` and the machine's own name; ``*`` means any name."""
    pages: Annotated[str | None, pages_address] = None
    """``QUINCUNX_PAGES``: the address of the server's pages, for links in e-mails and those that an operator
    passes on; by default the first name in ``QUINCUNX_HOSTS``."""
    club: Annotated[str | None, club_name] = None
    """``QUINCUNX_CLUB``: the name of the club that this server is. Its page is the home page, and no other
    clubs can be created."""
    access: Annotated[Access, access_mode] = "open"
    """``QUINCUNX_ACCESS``: the people whom the server admits. ``open``: everyone; ``accounts``: guests may
    only watch; ``invitation``: newcomers need an invitation link; ``closed``: no newcomers. People who were
    here before stay admitted."""
    site_name: Annotated[str | None, site_title] = None
    """``QUINCUNX_SITE_NAME``: the name of the site, in its header and in the titles of its pages."""
    colour: Annotated[Colours | None, colours] = None
    """``QUINCUNX_COLOUR``: the colour of the site, or two for light and dark pages, separated by a comma.
    Each must be readable there."""
    logo: Annotated[Path | None, path] = None
    """``QUINCUNX_LOGO``: a square PNG or SVG file, the site's sign in the header and its icon."""
    imprint: Annotated[str | Path | None, page_or_file] = None
    """``QUINCUNX_IMPRINT``: the address of the page that says who runs the site, or a Markdown file with its
    text. The sheet “You” links it."""
    privacy: Annotated[str | Path | None, page_or_file] = None
    """``QUINCUNX_PRIVACY``: the address of the page about people's data, or a Markdown file with its text.
    The sheet “You” links it."""
    secure: Annotated[bool, flag] = False
    """``QUINCUNX_SECURE=1``: the server is reached by https. Cookies and headers depend on it."""
    hsts_subdomains: Annotated[bool, flag] = False
    """``QUINCUNX_HSTS_SUBDOMAINS=1``: all subdomains are reached by https, too; browsers enforce it."""
    bot_pause: Annotated[float, number] = 0.6
    """``QUINCUNX_BOT_PAUSE``: the least time of a bot's move, in seconds."""
    bot_workers: Annotated[int | None, workers] = None
    """``QUINCUNX_BOT_WORKERS``: the number of processes that compute bots' moves; by default the number of
    cores, at most four. With 0 only the lightest bots play, whatever the level."""
    bot_seconds: Annotated[float, number] = 1.0
    """``QUINCUNX_BOT_SECONDS``: the time for a hint, and the most time for a bot's move, if no other request
    waits."""
    reviews: Annotated[Reviewing | None, review_mode] = None
    """``QUINCUNX_REVIEWS``: when one more process reviews finished games. ``idle``: only while the machine is
    idle; ``busy``: also under load, with the priority of bots; ``off``: never. The default is ``idle`` with
    processes for bots, and ``off`` without."""
    trust_proxy: Annotated[tuple[str, ...], proxy_list] = ()
    """``QUINCUNX_TRUST_PROXY``, separated by commas: addresses and networks of trusted proxies. They state
    the caller (X-Forwarded-For, -Proto) and the request id (X-Request-ID). ``1`` means this machine and
    private networks; ``*`` means any address."""
    requests_per_second: Annotated[float, number] = 20.0
    """``QUINCUNX_REQUESTS_PER_SECOND``: the average rate for one account, one token, or all guests from one
    address. Short bursts may be faster."""
    sockets_per_address: Annotated[int, bound] = 200
    """``QUINCUNX_SOCKETS_PER_ADDRESS``: WebSockets of all guests from one address. Each account has a limit
    of its own."""
    new_guests_per_minute: Annotated[float, number] = 60.0
    """``QUINCUNX_NEW_GUESTS_PER_MINUTE``: new guests from one address in a minute."""
    connections: Annotated[int, bound] = 16_384
    """``QUINCUNX_CONNECTIONS``: the most open connections; fewer if the operating system allows fewer open
    files."""
    connections_per_address: Annotated[int, bound] = 512
    """``QUINCUNX_CONNECTIONS_PER_ADDRESS``: the most open connections from one address, which a whole school
    may share. Not applied behind a trusted proxy, from which all connections come."""
    push: Annotated[bool, flag] = True
    """``QUINCUNX_PUSH=0``: turns notifications off, so the server contacts no push services."""
    push_contact: Annotated[str | None, contact_address] = None
    """``QUINCUNX_PUSH_CONTACT``: a ``mailto:…`` or ``https://…`` contact for operators of push services; by
    default the first name in ``QUINCUNX_HOSTS``."""
    mail: Annotated[MailServer | None, mail_place] = None
    """``QUINCUNX_MAIL``: the mail server, ``smtps://USER:PASSWORD@HOST:PORT`` or ``smtp://…``. Without it,
    no e-mail is sent."""
    mail_from: Annotated[str | None, mail_sender] = None
    """``QUINCUNX_MAIL_FROM``: the address that e-mail comes from."""
    vacation_days: Annotated[int, days_a_year] = 20
    """``QUINCUNX_VACATION_DAYS``: days of vacation from turn-based games that each account has a year; with 0
    there are no vacations."""
    metrics: Annotated[str | None, place] = None
    """``QUINCUNX_METRICS``: a separate address for the metrics, ``PORT`` (on this machine only) or
    ``HOST:PORT``."""
    metrics_token: Annotated[str | None, token] = None
    """``QUINCUNX_METRICS_TOKEN``: the token for ``/metrics`` (``Authorization: Bearer …``)."""
    log: Annotated[Literal["json", "human"], log_format] = "json"
    """``QUINCUNX_LOG``: the format of the log."""

    @property
    def keys_folder(self) -> Path:
        """The folder of the keys."""
        return self.keys or self.data

    @property
    def reviewing(self) -> Reviewing:
        """The mode of reviewing finished games, by default depending on ``bot_workers``."""
        return self.reviews or ("off" if self.bot_workers == 0 else "idle")

    @property
    def contact(self) -> str | None:
        """The address at which operators of push services can contact this server's operator; ``None`` if
        unknown."""
        return self.push_contact or (f"https://{self._name}" if self._name else None)

    @property
    def address_of_pages(self) -> str | None:
        """The address of the server's pages; ``None`` if unknown."""
        scheme = "https" if self.secure else "http"
        return self.pages or (f"{scheme}://{self._name}" if self._name else None)

    @property
    def _name(self) -> str | None:
        return next((host for host in self.hosts if "." in host and "*" not in host), None)

    @property
    def bounds(self) -> Bounds:
        """The bounds of connections."""
        return Bounds(connections=self.connections, per_address=self.connections_per_address)

    @property
    def proxies(self) -> Proxies:
        """The proxies that are trusted."""
        return Proxies(self.trust_proxy)


def mistyped(given: Iterable[str]) -> Mapping[str, str]:
    """Environment variables that are probably misspelled settings, each with the most similar setting.

    Other unknown variables may belong to another program or a newer version.
    """
    known = [PREFIX + name.upper() for name in Settings.__struct_fields__]
    unknown = sorted(name for name in given if name.startswith(PREFIX) and name not in known)
    close = {name: get_close_matches(name, known, n=1, cutoff=_ALIKE) for name in unknown}
    return {name: meant[0] for name, meant in close.items() if meant}


def from_environment(data: Path | None = None) -> Settings:
    """The settings of the environment. An empty variable counts as unset. Raises :class:`BadSetting`."""
    values: dict[str, Any] = {}
    for field, kind in get_type_hints(Settings, include_extras=True).items():
        name = PREFIX + field.upper()
        if given := os.environ.get(name, "").strip():
            _, read = get_args(kind)
            values[field] = read(name, given)
    values["data"] = data or values.get("data") or default_data()
    settings = Settings(**values)
    if settings.mail is not None and settings.mail_from is None:
        raise BadSetting(
            sentence("QUINCUNX_MAIL needs QUINCUNX_MAIL_FROM, the address that e-mail comes from.")
        )
    if settings.mail is not None and settings.address_of_pages is None:
        raise BadSetting(sentence("QUINCUNX_MAIL needs QUINCUNX_PAGES, the address that links begin with."))
    return settings
