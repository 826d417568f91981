"""What a person (or a bot) may ask of a table."""

from __future__ import annotations

import msgspec

from quincunx.core.values import MoveData, Seat
from quincunx.table.events import BotPace


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sit_down"):
    """Take an open seat (or one kept for me). ``commitment`` is SHA-256, in 64 hex digits, of 32 bytes of my
    own device's randomness. The bytes themselves go into the game's chance; they are kept to oneself until
    all seats are taken and :class:`Reveal` is asked for."""

    seat: Seat
    commitment: str


class Commit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="commit"):
    """Commit anew for a seat of mine: when a round of mixing was void, or on a device that does not know what
    was committed to."""

    seat: Seat
    commitment: str


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="reveal"):
    """Show the 64 hex digits that I have committed to for this seat. To be sent only after all commitments
    were seen."""

    seat: Seat
    entropy: str


class StandUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="stand_up"):
    """Leave a seat of mine, or decline one that is kept for me. Before the game it becomes open; during it a
    bot plays on at once."""

    seat: Seat


class TakeBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="take_back"):
    """Take back the seat that a bot is holding for me."""

    seat: Seat


class CallBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="call_bot"):
    """Ask a bot to play on for a person who has been away for a while, or has not moved for long."""

    seat: Seat


class SeatBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="seat_bot"):
    """The host puts a bot of a level on an open seat, before the game."""

    seat: Seat
    level: str


class OpenSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="open_seat"):
    """The host opens a seat to anyone who has the link, before the game: a bot's, a kept one, or one on which
    somebody sits, who is free to sit down again."""

    seat: Seat


class SetBotPace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_bot_pace"):
    """The host wants bots to move faster or more slowly, now and in a rematch."""

    pace: BotPace


class MakeMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="make_move", gc=False):
    """Move for a seat of mine."""

    seat: Seat
    move: MoveData


class OfferDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="offer_draw"):
    """Offer a draw, or agree to one; the game is drawn when every person at the table has (C7)."""

    seat: Seat


class TakeBackOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="take_back_offer"):
    """Withdraw my offer of a draw. A move of mine does so too."""

    seat: Seat


class DeclineDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="decline_draw"):
    """Say no to the draw that others offer; all offers are gone."""

    seat: Seat


class Resign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="resign"):
    """Give up. A side has lost when all people on it have resigned; a move of mine takes it back."""

    seat: Seat


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="say"):
    """Say a preset phrase from a seat of mine, once the game has started. A view has the codes of those that
    may be said (:mod:`quincunx.table.chat.rules`)."""

    seat: Seat
    phrase: str


class Write(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="write"):
    """After the end: say something in words of my own, 1 to 500 characters."""

    seat: Seat
    text: str


class Rematch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rematch"):
    """After the end: make another table like this one, its seats kept for the same people."""


Command = (
    SitDown
    | Commit
    | Reveal
    | StandUp
    | TakeBack
    | CallBot
    | SeatBot
    | OpenSeat
    | SetBotPace
    | MakeMove
    | OfferDraw
    | TakeBackOffer
    | DeclineDraw
    | Resign
    | Say
    | Write
    | Rematch
)
