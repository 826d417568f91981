"""The cookie: only what this server has signed, of the right shape and size, names somebody."""

from __future__ import annotations

import base64
from pathlib import Path
from random import Random

import pytest
from itsdangerous import URLSafeSerializer

from quincunx.adapters.secret_file import DamagedSecret
from quincunx.server.guests import COOKIE, Guests, cookie_of, load_key
from quincunx.table.person import SYSTEM, Person

KEY = "1f" * 32
NOISE = Random(1).randbytes(1000).hex()
"""What does not get shorter when it is packed."""
SOMEBODY = Person("Z" * 22, "Ada")


def signed(content: object) -> str:
    """A cookie of any content, signed with the server's own key."""
    return str(URLSafeSerializer(KEY, salt="quincunx guest").dumps(content))


def test_a_cookie_is_read_back() -> None:
    guests = Guests(KEY)
    assert guests.read(guests.write(SOMEBODY)) == SOMEBODY
    newcomer = guests.new()
    assert guests.read(guests.write(newcomer)) == newcomer


@pytest.mark.parametrize("identity", ["", "Z" * 21, "Z" * 23, SYSTEM.id])
def test_an_identity_has_22_characters(identity: str) -> None:
    assert Guests(KEY).read(signed({"id": identity, "name": "Ada"})) is None


def test_a_long_cookie_is_not_even_looked_at() -> None:
    by_length = {
        len(cookie): cookie
        for more in range(600, 1500)
        if (cookie := signed({"id": "Z" * 22, "name": "Ada", "more": NOISE[:more]}))
    }
    assert Guests(KEY).read(by_length[1024]) == SOMEBODY
    assert Guests(KEY).read(by_length[1025]) is None


@pytest.mark.parametrize("content", [None, [], "Ada", {"id": "Z" * 22}, {"id": "Z" * 22, "name": "\u202e"}])
def test_what_is_signed_and_yet_nobody(content: object) -> None:
    assert Guests(KEY).read(signed(content)) is None


def test_another_key_signs_for_nobody() -> None:
    assert Guests("2e" * 32).read(Guests(KEY).write(SOMEBODY)) is None


def test_our_cookie_is_found_among_others() -> None:
    headers = [(b"host", b"x"), (b"cookie", f"a=b; {COOKIE}=mine; c=d".encode())]
    assert cookie_of(headers) == "mine"
    assert cookie_of([(b"cookie", f"{COOKIE}=mine=".encode())]) == "mine="
    assert cookie_of([(b"cookie", f"x{COOKIE}=other".encode())]) is None


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    key = load_key(tmp_path / "new" / "folder")
    assert load_key(tmp_path / "new" / "folder") == key
    (file,) = (tmp_path / "new" / "folder").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "00" * 31, "zz" * 32, "00" * 32 + "\n"])
def test_a_damaged_key_is_refused_and_kept(content: str, tmp_path: Path) -> None:
    (tmp_path / "cookie.key").write_text(content)
    with pytest.raises(DamagedSecret, match="is damaged: restore it"):
        load_key(tmp_path)
    assert (tmp_path / "cookie.key").read_text() == content


def test_cookies_are_signed_with_sha_256_and_those_of_the_first_version_are_read() -> None:
    guests, person = Guests(KEY), Person("a" * 22, "Alice")
    assert len(base64.urlsafe_b64decode(guests.write(person).rpartition(".")[2] + "=")) == 32
    first = URLSafeSerializer(KEY, salt="quincunx guest").dumps({"id": person.id, "name": person.name})
    assert len(base64.urlsafe_b64decode(first.rpartition(".")[2] + "=")) == 20
    assert guests.read(first) == person
    assert guests.read(first[:-2] + ("AA" if first[-2:] != "AA" else "BB")) is None
