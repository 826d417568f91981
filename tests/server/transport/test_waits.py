"""The wait that a refused caller is told."""

from __future__ import annotations

import pytest

from quincunx.core.reason import Reason
from quincunx.server.transport.waits import retry_after, with_wait


@pytest.mark.parametrize(("kind", "seconds"), [("too-fast", 10), ("unavailable", 5)])
def test_a_refusal_without_a_wait_of_its_own_gets_that_of_its_kind(kind: object, seconds: int) -> None:
    reason = Reason(kind, "a-code", "A sentence.", params={"most": 3})  # type: ignore[arg-type]  # one of them
    assert with_wait(reason).params == {"most": 3, "seconds": seconds}
    assert retry_after(reason) == {"retry-after": str(seconds)}
    own = Reason(kind, "a-code", "A sentence.", params={"seconds": 77})  # type: ignore[arg-type]  # one of them
    assert with_wait(own) is own
    assert retry_after(own) == {"retry-after": "77"}


def test_other_refusals_have_no_wait() -> None:
    reason = Reason("conflict", "a-code", "A sentence.")
    assert with_wait(reason) is reason
    assert retry_after(reason) == {}
