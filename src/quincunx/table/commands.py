"""Commands that a person (or a bot) can send to a table."""

from __future__ import annotations

import msgspec

from quincunx.core.values import MoveData, Seat
from quincunx.table.events import BotPace


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sit_down"):
    """Take an open seat, or one kept for the sender. ``commitment`` is SHA-256, in 64 hex digits, of 32
    random bytes from the sender's own device. The bytes go into the game's chance. The device keeps them
    secret until all seats are taken and :class:`Reveal` is asked for."""

    seat: Seat
    commitment: str


class Commit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="commit"):
    """Commit again for a seat of the sender: after a void round of commit–reveal, or on a device that does
    not know the committed bytes."""

    seat: Seat
    commitment: str


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="reveal"):
    """Reveal the 64 hex digits that the sender committed to for this seat. Send it only after all commitments
    were seen."""

    seat: Seat
    entropy: str


class StandUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="stand_up"):
    """Leave a seat of the sender, or decline one kept for them. Before the game the seat opens; during the
    game a bot plays on at once."""

    seat: Seat


class TakeBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="take_back"):
    """Take back the seat that a bot holds for the sender."""

    seat: Seat


class CallBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="call_bot"):
    """Ask a bot to play on for a person who has been away, or has not moved, for long."""

    seat: Seat


class SeatBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="seat_bot"):
    """Put a bot of a level on an open seat, before the game. Only the host may."""

    seat: Seat
    level: str


class OpenSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="open_seat"):
    """Open a seat to anyone with the link, before the game. Only the host may. The seat may be a bot's, a
    kept one, or a person's, who is free to sit down again."""

    seat: Seat


class CancelTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="cancel_table"):
    """Close the table before its game has started. Only the host may."""


class SetBotPace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="set_bot_pace"):
    """Make bots move faster or more slowly, now and in a rematch. Only the host may."""

    pace: BotPace


class MakeMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="make_move", gc=False):
    """Move for a seat of the sender."""

    seat: Seat
    move: MoveData


class OfferDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="offer_draw"):
    """Offer a draw, or agree to one. The game is drawn once every person at the table has offered (C7)."""

    seat: Seat


class TakeBackOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="take_back_offer"):
    """Withdraw the sender's offer of a draw. A move by the sender also withdraws it."""

    seat: Seat


class DeclineDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="decline_draw"):
    """Decline the draw that others offer. All offers end."""

    seat: Seat


class Resign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="resign"):
    """Resign. A side has lost once all people on it have resigned; a move by the sender withdraws the
    resignation."""

    seat: Seat


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="say"):
    """Say a preset phrase from a seat of the sender, once the game has started. A view has the codes of the
    phrases allowed (:mod:`quincunx.table.chat.rules`)."""

    seat: Seat
    phrase: str


class Write(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="write"):
    """Say something in free text, 1 to 500 characters, after the end."""

    seat: Seat
    text: str


class Rematch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rematch"):
    """Create another table like this one after the end, its seats kept for the same people."""


Command = (
    SitDown
    | Commit
    | Reveal
    | StandUp
    | TakeBack
    | CallBot
    | SeatBot
    | OpenSeat
    | CancelTable
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
