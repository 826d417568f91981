"""The table of settings in the documentation has all that there are, with what they are by default."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from quincunx.server.http.middleware import LARGEST_BODY
from quincunx.server.settings import PREFIX, BadSetting, Settings, from_environment
from quincunx.server.transport.connections import Bounds

ROOT = Path(__file__).parents[2]
# Where nothing is set, and what follows from that is another setting's, or the machine's.
FOLLOWS = {
    "data": "the user's data folder",
    "keys": "the data folder",
    "database": "`journal.sqlite` in the data folder",
    "store": "beside the journal: `people.sqlite` in its folder, or the same database",
    "bot_workers": "cores, at most 4",
    "reviews": "`idle`; `off` without processes for bots",
    "pages": "`https://` (or `http://`) and the first name in `QUINCUNX_HOSTS`",
    "push_contact": "`https://` and the first name in `QUINCUNX_HOSTS`",
}


def documented() -> dict[str, str]:
    """The default that the page names, by the setting's field."""
    page = (ROOT / "docs/hosting/settings.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| `{PREFIX}([A-Z_]+)` \|.*\| ([^|]+) \|$", page, re.M)
    assert len({name for name, _ in rows}) == len(rows), "each stands there once"
    return {name.lower(): default for name, default in rows}


def written(name: str, default: Any) -> str:
    """A default as the page writes it."""
    if name in FOLLOWS:
        return FOLLOWS[name]
    match default:
        case bool():
            return "on" if default else "off"
        case str():
            return f"`{default}`"
        case None | ():
            return "none"
        case int():
            return f"{default:,}"
    # Seconds are written with a place after the point, a whole rate without.
    return f"{default:g}" if default >= 10 else str(default)


def test_the_table_is_that_of_the_code() -> None:
    usual = Settings(data=Path())
    wanted = {name: written(name, getattr(usual, name)) for name in Settings.__struct_fields__}
    assert documented() == wanted


def test_derived_settings_cannot_be_set() -> None:
    usual = Settings(data=Path())
    assert [name for name in FOLLOWS if name != "data" and getattr(usual, name) is not None] == []


def test_the_limits_of_a_connection_are_those_of_the_page() -> None:
    """The figures of the whole table, in its order; the body's are the application's."""
    page = (ROOT / "docs/hosting/reference.md").read_text(encoding="utf-8")
    section = page.partition("## Limits per connection")[2].partition("\n## ")[0]
    table = "\n".join(line for line in section.splitlines() if line.startswith("|"))
    bounds = Bounds()
    kib = 1024
    wanted = (
        bounds.head_bytes // kib, bounds.headers, bounds.head_seconds, LARGEST_BODY // kib,
        bounds.body_seconds, bounds.pipelined, bounds.chunks, bounds.body_bytes // kib,
        bounds.frames_per_second, bounds.unread_bytes // kib, bounds.unread_seconds,
    )  # fmt: skip
    figures = re.findall(r"\b[0-9][0-9,]*\b", table)
    assert [float(each.replace(",", "")) for each in figures] == list(wanted)


BASE = {"QUINCUNX_MAIL": "smtps://games:p%40ss@mail.example", "QUINCUNX_MAIL_FROM": "games@club.example"}


def read(monkeypatch: pytest.MonkeyPatch, **given: str) -> Settings:
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return from_environment(Path())


def test_mail_needs_a_server_a_sender_and_the_address_of_links(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = read(monkeypatch, **BASE, QUINCUNX_PAGES="https://play.club.example/")
    assert settings.mail is not None
    assert (settings.mail.host, settings.mail.password) == ("mail.example", "p@ss")
    assert settings.address_of_pages == "https://play.club.example"
    named = read(monkeypatch, **BASE, QUINCUNX_HOSTS="*,play.club.example", QUINCUNX_SECURE="1")
    assert named.address_of_pages == "https://play.club.example"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"QUINCUNX_MAIL_FROM": ""}, "QUINCUNX_MAIL needs QUINCUNX_MAIL_FROM"),
        ({"QUINCUNX_MAIL_FROM": "Club <games@club.example>"}, "QUINCUNX_MAIL_FROM is an e-mail address"),
        ({"QUINCUNX_HOSTS": "*", "QUINCUNX_PAGES": ""}, "QUINCUNX_MAIL needs QUINCUNX_PAGES"),
        ({"QUINCUNX_PAGES": "play.club.example"}, "QUINCUNX_PAGES is the address"),
        ({"QUINCUNX_PAGES": "https://club.example/path"}, "QUINCUNX_PAGES is the address"),
        ({"QUINCUNX_PAGES": "https://user@club.example"}, "QUINCUNX_PAGES is the address"),
        ({"QUINCUNX_MAIL": "smtps://games:geheim@mail.example:port"}, "QUINCUNX_MAIL is the address"),
    ],
)
def test_wrong_settings_of_mail_are_refused(
    wrong: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {**BASE, "QUINCUNX_PAGES": "https://play.club.example", **wrong}
    with pytest.raises(BadSetting) as caught:
        read(monkeypatch, **given)
    assert said in str(caught.value)
    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("ACCESS", "everyone"), ("SITE_NAME", "x" * 41), ("IMPRINT", "club.example"), ("PRIVACY", "mailto:a@b")],
)
def test_wrong_settings_of_the_site_are_refused(
    name: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadSetting, match=f"QUINCUNX_{name}"):
        read(monkeypatch, **{f"QUINCUNX_{name}": wrong})
