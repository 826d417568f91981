"""``quincunx rotate-key``: new keys, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx.adapters.push.vapid import PushKeys
from quincunx.adapters.signing import RecordSigner
from quincunx.server.people.access.known_devices import KnownDevices, load_keys
from tests.cli.conftest import Quincunx


def test_a_new_key_signs_cookies_and_devices_stay_known(quincunx: Quincunx, tmp_path: Path) -> None:
    devices = KnownDevices(load_keys(tmp_path).newest)
    before = devices.with_account(None, "ada")
    done = quincunx("rotate-key", "--data", str(tmp_path))
    assert (done.code, done.out) == (0, f"A new key signs. {tmp_path / 'cookie.key'} has 2 keys.\n")
    assert devices.device_of(before, "ada")
    assert quincunx("rotate-key", "--data", str(tmp_path), "--forget").out.endswith("has 1 key.\n")
    assert devices.device_of(before, "ada") is None


def test_a_key_is_staged_before_it_signs(quincunx: Quincunx, tmp_path: Path) -> None:
    first = load_keys(tmp_path).newest()[0]
    done = quincunx("rotate-key", "--data", str(tmp_path), "--stage")
    assert done.out.startswith("A new key is accepted, and signs after the next rotation. ")
    assert load_keys(tmp_path).newest()[0] == first
    staged = load_keys(tmp_path).newest()[1]
    quincunx("rotate-key", "--data", str(tmp_path))
    assert load_keys(tmp_path).newest()[0] == staged


def test_a_new_key_signs_records(quincunx: Quincunx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = tmp_path / "keys"
    monkeypatch.setenv("QUINCUNX_KEYS", str(keys))
    former = RecordSigner(keys).public_key
    assert quincunx("rotate-key", "--record").out == f"A new key signs. {keys / 'record.key'} has 2 keys.\n"
    assert RecordSigner(keys).former_keys == (former,)


def test_a_new_key_signs_for_push_services(quincunx: Quincunx, tmp_path: Path) -> None:
    keys = PushKeys(tmp_path, None)
    (former,) = keys.points
    done = quincunx("rotate-key", "--push", "--data", str(tmp_path))
    assert (done.code, done.out) == (0, f"A new key signs. {tmp_path / 'push.key'} has 2 keys.\n")
    assert keys.points[1:] == (former,)
    assert quincunx("rotate-key", "--push", "--record", "--data", str(tmp_path)).code == 1


@pytest.mark.parametrize(
    ("content", "flags", "said"),
    [
        (None, (), "cookie.key not found in "),
        ("", (), "cookie.key is damaged. Restore it from a backup"),
        ("00", ("--stage",), "cookie.key is damaged. Restore it from a backup"),
        ("00" * 32, ("--stage", "--forget"), "A staged key doesn’t replace any other"),
    ],
)
def test_an_impossible_action_is_explained(
    content: str | None, flags: tuple[str, ...], said: str, quincunx: Quincunx, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / "cookie.key").write_text(content)
    done = quincunx("rotate-key", "--data", str(tmp_path), *flags)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("quincunx: ")
    assert said in done.err
    assert content is None or (tmp_path / "cookie.key").read_text() == content
