"""The decorators of kernels."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest


def test_a_part_is_compiled_once_whatever_literals_its_callers_give_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = pytest.importorskip("numba.core.event")
    import numba

    from quincunx.engines.kernel_cache import kernel, part

    # Nothing is loaded that an earlier run has compiled.
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))

    @part
    def halved(number: int, is_rounded_up: bool) -> int:
        return (number + 1) // 2 if is_rounded_up else number // 2

    @kernel
    def halves(number: int) -> int:
        return halved(number, True) + halved(3, False) + halved(number, number > 4)

    with event.install_listener("numba:compile", event.RecordingListener()) as listener:
        assert halves(5) == 7
    compiled = Counter(
        seen.data["dispatcher"].py_func.__name__ for _, seen in listener.buffer if seen.is_start
    )
    assert compiled == {"halves": 1, "halved": 1}
    assert halved(5, True) == 3  # in Python
