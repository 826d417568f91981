"""A server's signature over a whole record: what it covers, and what it does not forgive."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from quincunx.adapters.secret_file import DamagedSecret, rotate, stage
from quincunx.adapters.signing import FILE, RecordSigner, is_signed
from quincunx.core.record import Record, RecordError, parse, read, signed_text, write
from quincunx.games import GAMES

RECORDS = Path(__file__).resolve().parents[2] / "testdata" / "records"


@pytest.fixture
def signer(tmp_path: Path) -> RecordSigner:
    return RecordSigner(tmp_path)


@pytest.fixture
def record() -> Record:
    return read((RECORDS / "cinqo-2-rounds5.txt").read_bytes(), GAMES)


def signed(record: Record, signer: RecordSigner) -> Record:
    return replace(record, signature=signer.sign(signed_text(record)))


def holds(record: Record, signer: RecordSigner) -> bool:
    assert record.signature is not None
    return is_signed(signed_text(record), record.signature, signer.public_key)


def test_a_signed_record_is_read_back_and_holds(record: Record, signer: RecordSigner) -> None:
    text = write(signed(record, signer))
    assert f'[Signature "{signer.sign(signed_text(record))}"]' in text.split("\n")
    again = parse(text, GAMES)
    assert write(again) == text
    assert holds(again, signer)


def test_the_signed_text_is_the_one_without_the_signature(record: Record, signer: RecordSigner) -> None:
    assert signed_text(signed(record, signer)) == write(record).encode()


def test_another_name_is_noticed(record: Record, signer: RecordSigner) -> None:
    names = ("Somebody else", *record.names[1:])
    assert not holds(replace(signed(record, signer), names=names), signer)


def test_a_game_cut_short_and_called_unfinished_is_noticed(record: Record, signer: RecordSigner) -> None:
    short = replace(signed(record, signer), steps=record.steps[:-4], outcome=None)
    write(short)  # it is a record that the rules allow
    assert not holds(short, signer)


def test_another_server_has_not_signed_it(record: Record, signer: RecordSigner, tmp_path: Path) -> None:
    other = RecordSigner(tmp_path / "other")
    assert other.public_key != signer.public_key
    assert not holds(signed(record, other), signer)


def test_a_key_stays_the_same(signer: RecordSigner, tmp_path: Path) -> None:
    again = RecordSigner(tmp_path)
    assert again.public_key == signer.public_key
    assert again.sign(b"x") == signer.sign(b"x")
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_after_a_rotation_the_new_key_signs_and_the_former_is_still_known(
    record: Record, signer: RecordSigner, tmp_path: Path
) -> None:
    stage(tmp_path / FILE, 32)
    assert RecordSigner(tmp_path).former_keys == (), "what is next has signed nothing yet"
    old = signed(record, signer)
    rotate(tmp_path / FILE, 32, date(2026, 11, 22), None)
    again = RecordSigner(tmp_path)
    assert again.public_key != signer.public_key
    assert again.former_keys == (signer.public_key,)
    assert not holds(old, again)
    assert old.signature is not None
    assert is_signed(signed_text(old), old.signature, again.former_keys[0])


def test_a_damaged_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no key")
    with pytest.raises(DamagedSecret):
        RecordSigner(tmp_path)


@pytest.mark.parametrize("signature", ["", "ab", "AB" * 64, "zz" * 64, "ab" * 65])
def test_a_signature_has_128_lower_case_digits(signature: str, record: Record) -> None:
    lines = write(record).split("\n")
    lines.insert(lines.index(""), f'[Signature "{signature}"]')
    with pytest.raises(RecordError, match="has 128 lower-case hexadecimal digits"):
        parse("\n".join(lines), GAMES)
