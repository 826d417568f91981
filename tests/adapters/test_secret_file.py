"""Secrets in a file: whole or not at all, and rotated so that what former ones have signed stays good."""

from __future__ import annotations

import os
from datetime import date, timedelta
from pathlib import Path

import pytest

from quincunx.adapters import secret_file
from quincunx.adapters.secret_file import (
    DamagedSecret,
    Secret,
    SecretFile,
    forget,
    read_secrets,
    rotate,
    secrets_in,
    stage,
)

TODAY = date(2026, 11, 22)
YEAR = timedelta(days=365)
A, B = "aa" * 4, "bb" * 4


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.key"


def written(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_a_file_is_made_once_for_its_owner_alone_and_nothing_else_is_left(path: Path) -> None:
    (made,) = secrets_in(path, 4)
    assert secrets_in(path, 4) == (made,)
    assert len(bytes.fromhex(made.digits)) == 4
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_file_of_the_time_when_there_was_one_secret_and_no_line_feed_is_read(path: Path) -> None:
    path.write_text(A)
    assert secrets_in(path, 4) == (Secret(A),)


@pytest.mark.parametrize("is_new", [True, False])
def test_file_and_folder_are_on_disk_before_it_is_there(
    is_new: bool, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash at any moment leaves the whole file, or what was there before."""
    done: list[str] = []
    kinds = {True: "folder", False: "file"}
    monkeypatch.setattr(os, "fsync", lambda number: done.append(kinds[_is_folder(number)]))
    for name in ("link", "replace"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda a, b, real=real: (done.append("put"), real(a, b)))
    if not is_new:
        written(path, A)
        rotate(path, 4, TODAY, YEAR)
    secrets_in(path, 4)
    assert done == ["file", "put", "folder"]


def _is_folder(number: int) -> bool:
    return os.path.isdir(f"/proc/self/fd/{number}")


def test_a_rotation_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path, A)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        rotate(path, 4, TODAY, YEAR)
    assert path.read_text() == f"{A}\n"
    assert list(path.parent.iterdir()) == [path]


def test_of_two_that_make_it_at_once_both_get_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = secrets_in(path, 4)
    monkeypatch.setattr(Path, "exists", lambda self: False)
    assert secrets_in(path, 4) == first


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        A[:-1],
        A[:-2],
        f"{A}\n\n{B}\n",
        f"{A}\n{B[:-2]}\n",
        f"{A} next\n",
        f"{A} until 2027-01-01\n",
        f"{A}\n{B} until 2027-13-01\n",
        f"{A}\n{B} soon\n",
        f"{A}\n{B} next\n{B} next\n",
        A.upper(),
        "\xe9" * 8,
    ],
)
def test_an_invalid_list_of_secrets_is_refused_and_left_in_place(text: str, path: Path) -> None:
    path.write_text(text)
    for act in (
        lambda: secrets_in(path, 4),
        lambda: rotate(path, 4, TODAY, YEAR),
        lambda: stage(path, 4),
        lambda: forget(path, 4),
    ):
        with pytest.raises(DamagedSecret, match=r"is damaged\. Restore it from a backup"):
            act()
    assert path.read_text() == text


def test_a_new_one_signs_and_the_former_is_kept_until_what_it_signed_has_run_out(path: Path) -> None:
    written(path, A, f"{B} until 2026-11-22", f"{'cc' * 4} until 2026-11-21", "dd" * 4)
    rotate(path, 4, TODAY, YEAR)
    new, *others = read_secrets(path, 4)
    assert new == Secret(new.digits)
    assert new.digits not in (A, B)
    assert others == [Secret(A, date(2027, 11, 22)), Secret(B, TODAY), Secret("dd" * 4)]
    assert path.read_text().splitlines()[1:3] == [f"{A} until 2027-11-22", f"{B} until 2026-11-22"]


def test_one_that_is_staged_is_accepted_and_signs_only_after_the_next_rotation(path: Path) -> None:
    written(path, A)
    stage(path, 4)
    stage(path, 4)
    first, following = read_secrets(path, 4)
    assert (first, following.is_next) == (Secret(A), True)
    rotate(path, 4, TODAY, None)
    assert read_secrets(path, 4) == (Secret(following.digits), Secret(A))


def test_all_but_the_one_that_signs_are_forgotten(path: Path) -> None:
    written(path, A, B)
    forget(path, 4)
    assert read_secrets(path, 4) == (Secret(A),)


def test_nothing_is_rotated_where_there_is_nothing(path: Path) -> None:
    for act in (lambda: rotate(path, 4, TODAY, YEAR), lambda: stage(path, 4), lambda: forget(path, 4)):
        with pytest.raises(FileNotFoundError):
            act()


def test_a_running_server_notices_and_a_file_that_is_lost_or_damaged_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warned: list[str] = []
    monkeypatch.setattr(secret_file.log, "warning", lambda event, **_: warned.append(event))
    file = SecretFile(written(path, A), 4)
    rotate(path, 4, TODAY, YEAR)
    known = file.newest()
    assert (len(known), known[1]) == (2, A)
    path.write_text("no secret")
    assert file.newest() == file.newest() == known
    path.unlink()
    assert file.newest() == file.newest() == known
    assert warned == ["keys_unreadable"] * 2, "not at every request"
    written(path, B)
    assert file.newest() == (B,)
