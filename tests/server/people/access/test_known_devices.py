"""Cookies of devices that have signed in, and their keys."""

from __future__ import annotations

import base64
import hmac
from datetime import date, timedelta
from pathlib import Path

import pytest

from quincunx.adapters.secret_file import DamagedSecret, forget, rotate
from quincunx.server.people.access.known_devices import KnownDevices, load_keys


def test_all_keys_are_accepted_and_the_first_one_signs() -> None:
    former, newest = "1f" * 32, "2e" * 32
    cookie = KnownDevices(lambda: (former,)).with_account(None, "ada")
    both = KnownDevices(lambda: (newest, former))
    assert both.device_of(cookie, "ada")
    assert both.device_of(cookie, "eve") is None
    assert KnownDevices(lambda: (newest,)).device_of(cookie, "ada") is None
    assert KnownDevices(lambda: (newest,)).device_of(both.with_account(None, "ada"), "ada")


def test_a_mac_for_another_purpose_is_none() -> None:
    key = "1f" * 32
    mac = hmac.digest(key.encode(), b"some other purpose\nname\nada", "sha256")[:16]
    forged = f"name~{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"
    assert KnownDevices(lambda: (key,)).device_of(forged, "ada") is None


def test_a_key_that_is_rotated_meanwhile_holds_at_once_on_every_node_with_this_file(tmp_path: Path) -> None:
    one, two = (KnownDevices(load_keys(tmp_path).newest) for _ in range(2))
    before = one.with_account(None, "ada")
    rotate(tmp_path / "cookie.key", 32, date(2026, 11, 22), timedelta(days=400))
    after = one.with_account(None, "ada")
    assert two.device_of(before, "ada")
    assert two.device_of(after, "ada")
    forget(tmp_path / "cookie.key", 32)
    assert two.device_of(before, "ada") is None
    assert two.device_of(after, "ada")


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    keys = load_keys(tmp_path / "new" / "folder").newest()
    assert load_keys(tmp_path / "new" / "folder").newest() == keys
    (file,) = (tmp_path / "new" / "folder").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "\n", "00" * 31, "zz" * 32])
def test_a_damaged_key_is_refused_and_kept(content: str, tmp_path: Path) -> None:
    (tmp_path / "cookie.key").write_text(content)
    with pytest.raises(DamagedSecret, match=r"is damaged\. Restore it"):
        load_keys(tmp_path)
    assert (tmp_path / "cookie.key").read_text() == content
