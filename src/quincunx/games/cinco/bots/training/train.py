"""Training a network for one seating: from random weights by self-play, or as a best response to a fixed
network; or one for the chances of two open hands.

A response starts from random weights as well, and learns to beat the shipped network on one ply. The share
that it wins shows how far a fixed player can be exploited. From the shipped weights it stays near their play
and finds nothing (``docs/bots.md``).

A network for open hands starts from random weights and plays no moves: the shipped network plays, at the
levels of the roster, and the other learns how the games end.

Games come in batches. After each batch the network plays against greedy, or a response against its rival, or
the estimates of open hands are compared with results; a
point is added to the curve, and a checkpoint is saved to disk. An interrupted training continues from its
checkpoint, and ends with the same weights as an uninterrupted one.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.core.sentence import SpokenError, sentence
from quincunx.engines.kernels.xorshift import seeded
from quincunx.games.cinco.bots.kernels.encode import empty
from quincunx.games.cinco.bots.kernels.network import Network, fresh
from quincunx.games.cinco.bots.kernels.open_hands import OPEN_FEATURES
from quincunx.games.cinco.bots.kernels.playouts import play_many
from quincunx.games.cinco.bots.layout import SMALL_FEATURES
from quincunx.games.cinco.bots.roster import BLUNDER_RATES
from quincunx.games.cinco.bots.training import learn
from quincunx.games.cinco.bots.training.open_hands import learn_open_games, unexplained
from quincunx.games.cinco.bots.weights import shipped
from quincunx.games.cinco.types import CincoOptions

CHECKPOINT: Final = "checkpoint.npz"
MEASURED_GAMES: Final = 1200
"""Games against greedy, or against the rival, after each batch, in all seats together."""
RESPONSE_EXPLORE: Final = 0.06
"""The share of random moves of a response: it has one opponent to learn, which plays no random move."""
RESPONSE_GAMES: Final = 4_000
"""Measured games of a response: the differences are small."""
OPEN_TRACE: Final = 0.9
"""λ for open hands: the player does not change, so results mislead less than estimates."""
LEVELS: Final[NDArray[np.float64]] = np.array([*BLUNDER_RATES.values(), 0.0])
"""The blunder rates of all levels, in their order."""


class BadCheckpoint(SpokenError, ValueError):
    """A file from which training cannot continue. The text is a sentence for people."""


class Plan(msgspec.Struct, frozen=True):
    """The parameters of a training. The same plan gives the same weights on the same machine."""

    players: int = 2
    teams: int = 2
    games: int = 400_000
    batch: int = 20_000
    seed: int = 1
    rate: float = 0.1
    """The initial learning rate, which falls to a twentieth at the end; Adagrad divides it by the sums of
    squares."""
    trace: float = 0.35
    """λ."""
    explore: float = 0.12
    """The share of random moves: with too few the network learns only its own style of play."""
    joker_share: float = 0.3
    forget: float = 0.5
    """The share of Adagrad's sums of squares kept from batch to batch, as games change while play
    improves."""
    is_response: bool = False
    """True for a best response to the shipped network."""
    is_open: bool = False
    """True for a network for open hands."""


class Point(msgspec.Struct, frozen=True):
    """A point of the training curve, measured after a batch."""

    games: int
    score: float
    """The share of games won against greedy on one ply, or by a response against its rival; draws counted as
    a fair share, classic variant. With open hands the share of the result's variance that the estimates
    explain."""
    error: float
    """The mean squared difference between an estimate and its target."""
    turns: float
    """The mean length of the games, in turns."""
    draws: float


class Training:
    """A run of a plan, in a folder. Raises :class:`BadCheckpoint` if the folder belongs to another plan."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self._options = CincoOptions(plan.players, plan.teams)
        self._file = folder / CHECKPOINT
        self.curve: list[Point] = []
        self.done = 0
        is_fixed = plan.is_response or plan.is_open
        self._rival = shipped(plan.players, plan.teams) if is_fixed else fresh(plan.teams, 0, 1)
        """The network that does not learn: a response's opponent, or the player of both open hands."""
        features = OPEN_FEATURES if plan.is_open else SMALL_FEATURES
        self.network = fresh(plan.teams, plan.seed, features=features)
        self._adagrad = _zeros(self.network)
        self._mean = _zeros(self.network)
        self._averaged = 0
        self._xorshift = seeded(plan.seed)
        folder.mkdir(parents=True, exist_ok=True)
        if self._file.exists():
            self._resume()

    def run(self, on_progress: Callable[[Point], None]) -> Network:
        """Train to the end, and return the mean of the last third's weights. ``on_progress`` is called after
        each batch."""
        while self.done < self.plan.games:
            totals = self._learn_batch()
            score = self._score()
            games = totals[learn.GAMES]
            point = Point(
                self.done,
                score,
                float(totals[learn.ERROR] / totals[learn.ESTIMATES]),
                float(totals[learn.TURNS] / games),
                float(totals[learn.DRAWS] / games),
            )
            self.curve.append(point)
            self._save()
            on_progress(point)
        return self.result()

    def _score(self) -> float:
        if self.plan.is_open:
            return explained(self._options, self.result(), self._rival, MEASURED_GAMES, self.done)
        if self.plan.is_response:
            return score_against(self._options, self.result(), self._rival, RESPONSE_GAMES, self.done)
        return score_against_greedy(self._options, self.result(), MEASURED_GAMES, self.done)

    def _learn_batch(self) -> NDArray[np.float64]:
        plan = self.plan
        totals = np.zeros(learn.TOTALS)
        for array in self._adagrad:
            array *= np.float32(plan.forget)
        games = min(plan.batch, plan.games - self.done)
        rate = plan.rate * (1 - 0.95 * self.done / plan.games)
        last = self._xorshift, self._adagrad, totals
        if plan.is_open:
            learn_open_games(
                self.network,
                self._rival,
                LEVELS,
                empty(self._options),
                games,
                rate,
                plan.trace,
                plan.joker_share,
                *last,
            )
        else:
            learn.learn_games(
                self.network,
                self._rival,
                plan.is_response,
                empty(self._options),
                games,
                rate,
                plan.trace,
                plan.explore,
                plan.joker_share,
                *last,
            )
        self.done += games
        if self.done > plan.games * 2 / 3:
            self._averaged += 1
            for mean, array in zip(self._mean, self.network, strict=True):
                mean += (array - mean) / self._averaged
        return totals

    def result(self) -> Network:
        """Return the present weights; once averaging has begun, their average."""
        return self._mean if self._averaged else self.network

    def _save(self) -> None:
        arrays: dict[str, Any] = {}
        for name, network in (("net", self.network), ("adagrad", self._adagrad), ("mean", self._mean)):
            arrays |= {f"{name}_{field}": array for field, array in network._asdict().items()}
        arrays["xorshift"] = self._xorshift
        arrays["rest"] = np.array(
            msgspec.json.encode([self.plan, self.done, self._averaged, self.curve]).decode()
        )
        half_done = self._file.with_suffix(".part")
        with half_done.open("wb") as file:
            np.savez(file, **arrays)  # pyright: ignore[reportArgumentType]
        half_done.replace(self._file)

    def _resume(self) -> None:
        try:
            with np.load(self._file, allow_pickle=False) as file:
                plan, self.done, self._averaged, curve = json.loads(str(file["rest"]))
                networks = [
                    Network(**{field: file[f"{name}_{field}"] for field in Network._fields})
                    for name in ("net", "adagrad", "mean")
                ]
                self._xorshift = file["xorshift"]
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise BadCheckpoint(sentence("{{1}} isn’t a training checkpoint.", self._file)) from error
        if msgspec.convert(plan, Plan) != self.plan:
            raise BadCheckpoint(sentence("{{1}} belongs to a training with other settings.", self._file))
        self.curve = msgspec.convert(curve, list[Point])
        self.network, self._adagrad, self._mean = networks


def score_against_greedy(options: CincoOptions, network: Network, games: int, seed: int) -> float:
    """Return the share won by one team that plays the network's best move on one ply, over every team in
    turn."""
    each = -(-games // options.teams)
    score = 0.0
    for team in range(options.teams):
        policies = tuple("learned" if other == team else "greedy" for other in range(options.teams))
        winners = play_many(options, policies, each, seed, network).winners
        won, drawn = np.count_nonzero(winners == team), np.count_nonzero(winners < 0)
        score += (won + drawn / options.teams) / each
    return float(score / options.teams)


def score_against(options: CincoOptions, network: Network, rival: Network, games: int, seed: int) -> float:
    """Return the share won by one team that plays a network's best move on one ply, over every team in turn;
    the others play the rival's."""
    return float(learn.share_won(network, rival, empty(options), games, seeded(seed)))


def explained(options: CincoOptions, network: Network, player: Network, games: int, seed: int) -> float:
    """Return the share of the result's variance that a network's estimates of open hands explain, over all
    positions of games between levels."""
    return 1.0 - float(unexplained(network, player, LEVELS, empty(options), games, seeded(seed)))


def _zeros(network: Network) -> Network:
    return Network(
        np.zeros_like(network.windows),
        np.zeros_like(network.small),
        np.zeros_like(network.bias),
        np.zeros_like(network.out),
        np.zeros_like(network.out_bias),
    )
