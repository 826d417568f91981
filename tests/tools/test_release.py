"""The program that builds a release."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tools import release

CHANGELOG = """# Changelog

## Unreleased

## 1.1.0 - 2027-01-05

### Added

- A third game.

## 1.0.0

First release.
"""


def test_notes_are_a_versions_own_part_of_the_changelog() -> None:
    assert release.section(CHANGELOG, "1.1.0") == "### Added\n\n- A third game."
    assert release.section(CHANGELOG, "1.0.0") == "First release."


@pytest.mark.parametrize("version", ["Unreleased", "1.1", "2.0.0", ""])
def test_a_version_without_an_entry_has_no_notes(version: str) -> None:
    assert release.section(CHANGELOG.replace("1.1.0", "1.1.0rc1"), version) is None


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    """The samples of two releases."""
    for version in ("1.0.0", "1.1.0"):
        (tmp_path / version).mkdir()
    return tmp_path


def test_a_final_version_with_notes_and_samples_in_a_clean_checkout_may_be_released(samples: Path) -> None:
    assert release.faults("1.1.0", CHANGELOG, "", samples) == []


@pytest.mark.parametrize(
    ("version", "changed", "said"),
    [
        ("1.0.0.dev0", "", "three numbers"),
        ("1.2.0", "", "no section “## 1.2.0”"),
        ("1.0.0", " M README.md\n", "not committed"),
    ],
)
def test_missing_steps_of_a_release_are_reported(
    version: str, changed: str, said: str, samples: Path
) -> None:
    (fault,) = release.faults(version, CHANGELOG, changed, samples)
    assert said in fault


def test_a_release_without_samples_is_told_how_to_write_them(tmp_path: Path) -> None:
    (fault,) = release.faults("1.1.0", CHANGELOG, "", tmp_path)
    assert "-m tests.releases.write 1.1.0" in fault


def test_checksums_are_those_that_sha256sum_checks(tmp_path: Path) -> None:
    for name in ("b.whl", "a.tar.gz", release.CHECKSUMS):
        (tmp_path / name).write_text(name)
    lines = [line.split("  ") for line in release.checksums(tmp_path).splitlines()]
    assert [name for _, name in lines] == ["a.tar.gz", "b.whl"]
    assert all(digest == hashlib.sha256(name.encode()).hexdigest() for digest, name in lines)
