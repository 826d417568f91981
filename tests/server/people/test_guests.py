"""The cookie: only what this server has signed, of the right shape and size, names somebody."""

from __future__ import annotations

import base64
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from itsdangerous import URLSafeSerializer

from quincunx.adapters.secret_file import DamagedSecret, forget, rotate
from quincunx.server.people.guests import COOKIE, SECURE_COOKIE, Guests, cookie_of, friendly_name, load_keys
from quincunx.table.seats.person import SYSTEM, Person, checked_name
from tests.server import old_cookies

KEY = "1f" * 32
NOISE = Random(1).randbytes(1000).hex()
"""Incompressible text."""
SOMEBODY = Person("Z" * 22, "Ada")


def signed(content: object) -> str:
    """A cookie of any content, signed with the server's own key."""
    return str(URLSafeSerializer(KEY, salt="quincunx guest").dumps(content))


def guests_of(*keys: str) -> Guests:
    return Guests(lambda: keys)


OF_VERSION_0_1 = ".eJyrVspMUbJSisIKlHSU8hJzU4HyjimJSrUAO-gN2Q.SuohOIXDAcbq3XJc66gavSnV5293eYjjo1q5gw9xIlw"
"""Signed by the last version that signed cookies, with :data:`KEY`, for :data:`SOMEBODY`."""


def by(key: str) -> str:
    """Somebody's cookie, signed with this key."""
    return old_cookies.signed(SOMEBODY, key)


def test_a_cookie_of_the_time_before_is_read() -> None:
    assert guests_of(KEY).read(OF_VERSION_0_1) == SOMEBODY
    assert by(KEY) == OF_VERSION_0_1


def test_newcomers_have_names_that_people_may_have() -> None:
    names = {friendly_name() for _ in range(100)}
    assert len(names) > 50
    assert all(checked_name(name) == name for name in names)


@pytest.mark.parametrize("identity", ["", "Z" * 21, "Z" * 23, SYSTEM.id])
def test_an_identity_has_22_characters(identity: str) -> None:
    assert guests_of(KEY).read(signed({"id": identity, "name": "Ada"})) is None


def test_a_long_cookie_is_not_even_looked_at() -> None:
    by_length = {
        len(cookie): cookie
        for more in range(600, 1500)
        if (cookie := signed({"id": "Z" * 22, "name": "Ada", "more": NOISE[:more]}))
    }
    assert guests_of(KEY).read(by_length[1024]) == SOMEBODY
    assert guests_of(KEY).read(by_length[1025]) is None


@pytest.mark.parametrize("content", [None, [], "Ada", {"id": "Z" * 22}, {"id": "Z" * 22, "name": "\u202e"}])
def test_what_is_signed_and_yet_nobody(content: object) -> None:
    assert guests_of(KEY).read(signed(content)) is None


def test_another_key_signs_for_nobody() -> None:
    assert guests_of("2e" * 32).read(by(KEY)) is None


def test_all_keys_are_accepted() -> None:
    former, newest = "1f" * 32, "2e" * 32
    guests = guests_of(newest, former)
    assert guests.read(by(former)) == guests.read(by(newest)) == SOMEBODY
    assert guests_of(former).read(by(newest)) is None


def test_a_key_that_is_rotated_meanwhile_holds_at_once_on_every_node_with_this_file(tmp_path: Path) -> None:
    one, two = (Guests(load_keys(tmp_path).newest) for _ in range(2))
    before = by(load_keys(tmp_path).newest()[0])
    assert one.read(before) == two.read(before) == SOMEBODY
    rotate(tmp_path / "cookie.key", 32, date(2026, 11, 22), timedelta(days=400))
    after = by(load_keys(tmp_path).newest()[0])
    assert after != before
    assert one.read(after) == two.read(after) == two.read(before) == SOMEBODY
    forget(tmp_path / "cookie.key", 32)
    assert one.read(after) == SOMEBODY
    assert one.read(before) is None


def test_our_cookie_is_found_among_others() -> None:
    headers = [(b"host", b"x"), (b"cookie", f"a=b; {COOKIE}=mine; c=d".encode())]
    assert cookie_of(headers, False) == "mine"
    assert cookie_of([(b"cookie", f"{COOKIE}=mine=".encode())], False) == "mine="
    assert cookie_of([(b"cookie", f"x{COOKIE}=other".encode())], False) is None


def test_under_https_the_plain_cookie_counts_only_without_the_other() -> None:
    """Anybody on a neighbouring host, or in between where it is not encrypted, can plant a plain one."""
    planted = (b"cookie", f"{COOKIE}=planted; {COOKIE}=another".encode())
    own = (b"cookie", f"{SECURE_COOKIE}=mine".encode())
    assert cookie_of([planted, own], True) == cookie_of([own, planted], True) == "mine"
    assert cookie_of([planted], True) == "planted"
    assert cookie_of([own, planted], False) == "planted"
    assert cookie_of([own], False) is None


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    keys = load_keys(tmp_path / "new" / "folder").newest()
    assert load_keys(tmp_path / "new" / "folder").newest() == keys
    (file,) = (tmp_path / "new" / "folder").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "\n", "00" * 31, "zz" * 32])
def test_a_damaged_key_is_refused_and_kept(content: str, tmp_path: Path) -> None:
    (tmp_path / "cookie.key").write_text(content)
    with pytest.raises(DamagedSecret, match="is damaged: restore it"):
        load_keys(tmp_path)
    assert (tmp_path / "cookie.key").read_text() == content


def test_cookies_are_signed_with_sha_256_and_those_of_the_first_version_are_read() -> None:
    guests, person = Guests(lambda: [KEY]), Person("a" * 22, "Alice")
    later = old_cookies.signed(person, KEY)
    assert len(base64.urlsafe_b64decode(later.rpartition(".")[2] + "=")) == 32
    assert guests.read(later) == person
    first = URLSafeSerializer(KEY, salt="quincunx guest").dumps({"id": person.id, "name": person.name})
    assert len(base64.urlsafe_b64decode(first.rpartition(".")[2] + "=")) == 20
    assert guests.read(first) == person
    assert guests.read(first[:-2] + ("AA" if first[-2:] != "AA" else "BB")) is None
