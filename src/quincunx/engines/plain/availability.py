"""Whether compiled kernels can be used on this machine. Where numba is missing, bots play in plain Python."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

KERNELS: Final = ("numpy", "llvmlite", "numba", "platformdirs")
"""The packages that kernels need."""
PICTURES: Final = ("numpy", "matplotlib")
"""The packages that pictures as PNG need."""


def is_installed(packages: tuple[str, ...] = KERNELS) -> bool:
    """True if these packages are installed. Nothing is imported, so the answer is quick."""
    try:
        return all(find_spec(package) is not None for package in packages)
    except ImportError:
        return False


@cache
def has_kernels() -> bool:
    """True if the packages of the kernels can be imported. The first call imports them: a second."""
    if not is_installed():
        return False
    try:
        import_module("quincunx.engines.kernel_cache")
    except (ImportError, OSError):  # its libraries do not load on this machine
        return False
    return True
