"""The features of threats, and the likelihoods behind them; as the kernels' ``threat_features``."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.games.cinco.board import SPACES
from quincunx.games.cinco.bots.layout import BLOCK_FEATURES, OTHER_WIN_FEATURES, OWN_WIN_FEATURES
from quincunx.games.cinco.bots.plain.position import Position


class Threats:
    """The threats after any move of one position."""

    def __init__(self, position: Position) -> None:
        options = position.options
        self._position = position
        self._team = position.seat % options.teams
        known = position.gone
        for card in position.hand:
            known |= 1 << card - 1
        self._known = known
        self._others = [(position.seat + step) % options.players for step in range(1, options.players)]
        self._steps: dict[tuple[int, int], int] = {}
        self._rows: dict[tuple[int, ...], int] = {}

    def row(self, lowest: int, wins: Sequence[int]) -> int:
        """Return the sum of the features' rows, for a hand that reaches all free spaces from ``lowest`` on,
        and each team's winning spaces."""
        key = (lowest, *wins)
        row = self._rows.get(key)
        if row is None:
            small = self._position.board.network.small
            row = self._rows[key] = sum(small[feature] for feature in self.features(lowest, wins))
        return row

    def features(self, lowest: int, wins: Sequence[int]) -> list[int]:
        """Return the features' numbers."""
        teams = len(wins)
        found = [OWN_WIN_FEATURES + self._own_win(lowest, wins), BLOCK_FEATURES + self._block(lowest, wins)]
        for step, other in enumerate(self._others, 1):
            if spaces := wins[other % teams]:  # no feature says that there is none
                found.append(OTHER_WIN_FEATURES + step * 12 + self._likely(other, spaces.bit_length() - 1))
        return found

    def _own_win(self, lowest: int, wins: Sequence[int]) -> int:
        spaces = wins[self._team]
        reached = spaces >> lowest << lowest
        if reached == 0:
            return 1 if spaces else 0
        if reached.bit_count() > 1:
            return 14
        space, teams = reached.bit_length() - 1, len(wins)
        return 2 + max(self._likely(other, space) for other in self._others if other % teams != self._team)

    def _block(self, lowest: int, wins: Sequence[int]) -> int:
        theirs = 0
        for team, spaces in enumerate(wins):
            if team != self._team:
                theirs |= spaces
        if theirs == 0:
            return 0
        all_reached = theirs >> lowest << lowest == theirs
        return (1 if theirs.bit_count() == 1 else 3) + (0 if all_reached else 1)

    def _likely(self, other: int, space: int) -> int:
        """Return the likelihood, in steps from 1 to 11, that a seat holds a card for a space."""
        key = other, space
        step = self._steps.get(key)
        if step is None:
            step = self._steps[key] = 1 + int((1.0 - self._none(other, space)) * 10.999)
        return step

    def _none(self, other: int, space: int) -> float:
        """Return the likelihood that a seat holds no such card."""
        size, notes = self._position.sizes[other], self._position.notes
        drew, missed = min(size, notes.drew[other]), notes.missed[other]
        everything, low = self._unseen(SPACES), self._unseen(space + 1)
        none = 1.0
        for i in range(drew):
            if everything > i:
                none *= max(0.0, everything - low - i) / (everything - i)
        if space > missed:
            # The rest of the hand has no card as low as the space that was missed.
            rest = everything - self._unseen(missed + 1)
            for i in range(size - drew):
                if rest > i:
                    none *= max(0.0, everything - low - i) / (rest - i)
        return none

    def _unseen(self, highest: int) -> int:
        """Return the number of cards up to this one that the seat does not know."""
        return highest - (self._known & (1 << highest) - 1).bit_count()
