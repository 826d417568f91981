"""For tests of the sources: parsed files are kept while these tests run, and no longer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.structure import trees


@pytest.fixture(scope="package", autouse=True)
def sources_are_forgotten() -> Iterator[None]:
    """All the package's trees take more than 100 MB, in each process of the tests."""
    yield
    trees.forget()
