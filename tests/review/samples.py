"""A review as a maker hands it out, without what it costs to make one."""

from __future__ import annotations

import msgspec

from quincunx.core.review import FORMAT, Moment, Review, SeatReview
from quincunx.core.values import Outcome


def sample(simulations: int = 400, players: int = 2, game: str = "cinco") -> bytes:
    """A game in which nothing much happened."""
    even, won = (1 / players,) * players, (1.0, *(0.0,) * (players - 1))
    seats = tuple(
        SeatReview(
            seat=seat,
            name=str(seat + 1),
            start=even[seat],
            result=won[seat],
            luck=0.0,
            errors=0.0,
            others=won[seat] - even[seat],
            choices=0.0,
            cards=0.0,
            decisions=3,
            found=3,
            mistakes=0,
        )
        for seat in range(players)
    )
    found = Review(
        format=FORMAT,
        game=game,
        engine="sample",
        simulations=simulations,
        scale="chance",
        exact=False,
        plies=9,
        outcome=Outcome("five", (0,)),
        start=even,
        result=won,
        graph=(Moment(0, 0, even), Moment(9, 4, won)),
        turning_points=(),
        seats=seats,
        choices=(),
    )
    return msgspec.json.encode(found)
