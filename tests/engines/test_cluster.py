"""A cluster that is not there is said not to be there, however Ray puts it."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from quincunx.engines.cluster import NoRay, connect


@pytest.mark.parametrize("error", [ConnectionError("no"), TimeoutError("late"), ValueError("what?")])
def test_no_cluster_at_this_address(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = ModuleType("ray")

    def init(**how: object) -> None:
        assert how["address"] == "ray.example:6379"
        raise error

    vars(ray).update(init=init, is_initialized=lambda: False)
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(NoRay, match=r"^There’s no Ray cluster at ray\.example:6379\.$"):
        connect("ray.example:6379")


def test_no_ray_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoRay, match="install quincunx"):
        connect("local")
