"""Networks as files: the output of training, and the package's own in ``weights/``.

A file is a compressed ``.npz`` with the arrays of a
:class:`~quincunx.games.cinco.bots.kernels.network.Network` in half precision, and ``made``: JSON with the
command, seed and commit that produced it.
"""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np

from quincunx.games.cinco.bots.kernels.network import Network

SEATINGS: Final = ((2, 2), (3, 3), (4, 2), (6, 2), (6, 3))
"""Players and teams: each has a network of its own, for both variants."""


class BadWeights(ValueError):
    """A file that is not a network. The text is a sentence for people."""


def file_name(players: int, teams: int) -> str:
    """Return the file's name: ``4in2.npz`` for four players in two teams."""
    return f"{players}in{teams}.npz"


def save(path: Path, network: Network, made: dict[str, Any]) -> None:
    """Write a network atomically."""
    arrays = {name: array.astype(np.float16) for name, array in network._asdict().items()}
    half_done = path.with_suffix(".part")
    with half_done.open("wb") as file:
        np.savez_compressed(file, made=np.array(json.dumps(made)), **arrays)  # pyright: ignore[reportArgumentType]
    half_done.replace(path)


def read(data: bytes, name: str) -> tuple[Network, dict[str, Any]]:
    """Return a network and its ``made`` data. Raises :class:`BadWeights`."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {field: file[field].astype(np.float32) for field in Network._fields}
            made: dict[str, Any] = json.loads(str(file["made"]))
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise BadWeights(f"{name} holds no network of Cinco.") from error
    return Network(**arrays), made


OPEN_HANDS: Final = "open2in2.npz"
"""The network for the chances of two open hands
(:mod:`quincunx.games.cinco.bots.kernels.open_hands`)."""


@cache
def shipped(players: int, teams: int) -> Network:
    """Return the package's network for this seating."""
    return _packaged(file_name(players, teams))


@cache
def shipped_open() -> Network:
    """Return the package's network for two open hands."""
    return _packaged(OPEN_HANDS)


def _packaged(name: str) -> Network:
    data = resources.files("quincunx.games.cinco.bots").joinpath("weights", name).read_bytes()
    return read(data, name)[0]
