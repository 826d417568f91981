"""Bodies of requests: decoded, or refused in words."""

from __future__ import annotations

import pytest

from quincunx.core.reason import Refusal
from quincunx.table.wire.bodies import decoded


def test_a_body_is_decoded_as_its_type() -> None:
    assert decoded(b"[1,2]", tuple[int, ...]) == (1, 2)


@pytest.mark.parametrize("body", [b"", b"[1", b'["one"]', b'"\xff"', b"[" * 100_000])
def test_a_body_that_is_none_is_malformed(body: bytes) -> None:
    with pytest.raises(Refusal, match=r"^That request cannot be understood: .{1,200}\.$") as caught:
        decoded(body, tuple[int, ...])
    assert (caught.value.reason.kind, caught.value.reason.code) == ("malformed", "malformed")


def test_a_refused_body_is_told_what_is_wrong_with_it() -> None:
    with pytest.raises(Refusal, match=r"understood: Expected `int`, got `str` - at `\$\[0\]`\.$"):
        decoded(b'["one"]', tuple[int, ...])
