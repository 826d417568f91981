"""Every game's own words, in every language: what happened, and every key that is asked for."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from quincunx.core.values import Phrase
from quincunx.games import GAMES, game_of
from quincunx.games.cinco import types as cinco
from quincunx.games.cinqo import types as cinqo
from quincunx.texts.catalogue import Catalogue, languages
from tests.cli.rehearsal import transitions
from tests.examples import mostly_nightly
from tests.games.support import SETUPS, name_of

NAMES = ("Ada", "Bruno", "Chiara", "Dmitri", "Élodie", "Fatma")
FIVE = cinqo.TurnResult(1, 4, (6, 6, 6, 6, 6), 2, 30, 10, 10, "five")
SUM = cinqo.TurnResult(0, 4, (1, 1, 2, 3, 5), -2, 12, 6, 12, "sum")

SAID: dict[str, list[tuple[Any, str, str]]] = {
    "cinco": [
        (cinco.Chosen(1), "Bruno starts.", "Comincia Bruno."),
        (cinco.Dealt(None), "The cards are dealt.", "Si distribuiscono le carte."),
        (
            cinco.Dealt((3, 46, 61, 77)),
            "The cards are dealt. You hold 3, 46, 61 and 77.",
            "Si distribuiscono le carte. Hai in mano 3, 46, 61 e 77.",
        ),
        (
            cinco.Played(0, 57, 63, 2, 2, 1),
            "Ada plays 57 on 63.",
            "Ada gioca 57 e occupa 63.",
        ),
        (
            cinco.Played(0, 57, 63, 3, 2, 1),
            "Ada plays 57 on 63: three in a row.",
            "Ada gioca 57 e occupa 63: tre in fila.",
        ),
        (
            cinco.Played(0, 57, 63, 4, 0, None),
            "Ada plays 57 on 63: four in a row.",
            "Ada gioca 57 e occupa 63: quattro in fila.",
        ),
        (
            cinco.Played(0, 57, 63, 3, 4, 2),
            "Ada plays 57 on 63 and blocks green’s four in a row.",
            "Ada gioca 57, occupa 63 e blocca la fila di quattro del verde.",
        ),
        (
            cinco.Played(0, 57, 63, 5, 4, 1),
            "Ada plays 57 on 63: five in a row!",
            "Ada gioca 57 e occupa 63: cinque in fila!",
        ),
        (
            cinco.Played(0, 88, None, 0, 0, None),
            "Ada discards 88 without placing a token.",
            "Ada scarta 88 senza piazzare una pedina.",
        ),
        (cinco.Drew(1, None), "Bruno draws a card.", "Bruno pesca una carta."),
        (cinco.Drew(1, 12), "Bruno draws 12.", "Bruno pesca 12."),
        (
            cinco.Exchanged(1, (1, 2, 3, 4), None),
            "Bruno discards 1, 2, 3 and 4 and draws four cards.",
            "Bruno scarta 1, 2, 3 e 4 e pesca quattro carte.",
        ),
        (
            cinco.Exchanged(1, (1, 2, 3, 4), (5, 6, 7, 8)),
            "Bruno discards 1, 2, 3 and 4 and draws 5, 6, 7 and 8.",
            "Bruno scarta 1, 2, 3 e 4 e pesca 5, 6, 7 e 8.",
        ),
        (
            cinco.Reshuffled(82),
            "The 82 discarded cards are shuffled into a new draw pile.",
            "I 82 scarti vengono mescolati e formano un nuovo tallone.",
        ),
    ],
    "cinqo": [
        (cinqo.DiceRolled(0, 1, (3, 6, 1), 2), "Ada rolls 3-6-1 and 2↑.", "Ada fa 3-6-1 e 2↑."),
        (cinqo.DiceRolled(0, 1, (3, 6, 1), -3), "Ada rolls 3-6-1 and 3↓.", "Ada fa 3-6-1 e 3↓."),
        (cinqo.DiceRolled(1, 3, (4,), None), "Bruno rolls 4.", "Bruno fa 4."),
        (cinqo.PutAway(0, (6,), (), (), False), "Ada racks 6.", "Ada mette 6 nel Rack."),
        (
            cinqo.PutAway(0, (), (), (5, 5), True),
            "Ada racks 5-5 from the Bank and puts the Hi/Lo die in its box.",
            "Ada mette 5-5 dal Bank nel Rack e il dado Hi/Lo nella sua casella.",
        ),
        (
            cinqo.PutAway(0, (6, 6), (1,), (5,), True),
            "Ada racks 6-6, racks 5 from the Bank, banks 1 and puts the Hi/Lo die in its box.",
            "Ada mette 6-6 nel Rack, 5 dal Bank nel Rack, 1 nel Bank e il dado Hi/Lo nella sua casella.",
        ),
        (cinqo.TurnEnded(SUM, 30), "Ada scores 12, for a total of 30.", "Ada fa 12 e arriva a 30."),
        (
            cinqo.TurnEnded(FIVE, 99),
            "Five of a kind! Bruno scores 10, for a total of 99, and takes a second turn.",
            "Cinque uguali! Bruno fa 10 punti, arriva a 99 e gioca un secondo turno.",
        ),
        (
            cinqo.TurnEnded(FIVE, 100),
            "Five of a kind! Bruno scores 10, for a total of 100.",
            "Cinque uguali! Bruno fa 10 punti e arriva a 100.",
        ),
    ],
}
EVENTS = [(name, *each) for name, events in SAID.items() for each in events]


@pytest.mark.parametrize(("game", "event", "english", "italian"), EVENTS)
def test_every_event_in_both_languages(game: str, event: Any, english: str, italian: str) -> None:
    phrase = GAMES[game].text.describe(event, NAMES)
    assert Catalogue("en").translate(phrase) == english
    assert Catalogue("it").translate(phrase) == italian


@pytest.mark.parametrize("game", SAID)
def test_no_kind_of_event_is_left_out(game: str) -> None:
    assert {type(event) for event, _, _ in SAID[game]} == set(get_args(GAMES[game].event_type))


class Listener:
    """Says nothing, and notes what it was asked to say."""

    def __init__(self) -> None:
        self.asked: set[tuple[str, Any]] = set()

    def say(self, phrase: Phrase) -> str:
        self.asked.add((phrase.key, phrase.params.get("count")))
        for value in phrase.params.values():
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Phrase):
                    self.say(each)
        return phrase.key


def asked_in(options: Any) -> set[tuple[str, Any]]:
    """Every key, with its count, that a game's text asks for in a whole random game."""
    game, listener = game_of(options), Listener()
    text, say = game.text, listener.say
    for phrase in (*text.describe_options(options), *(Phrase(key) for _, key in text.forms)):
        say(phrase)
    viewers = (None, *range(game.players(options)))
    for before, move, after in transitions(options, 1):
        for viewer in viewers:
            view = game.view(after, viewer)
            text.draw(view, NAMES[: game.players(options)], say)
            for aside in text.asides.values():
                aside(view, say)
            for event in game.public_events(before, move, after, viewer):
                say(text.describe(event, NAMES))
    text.draw(game.reveal(after), NAMES[: game.players(options)], say)
    return listener.asked


@pytest.mark.parametrize("options", mostly_nightly(SETUPS, *SETUPS[::10]), ids=name_of)
def test_every_key_that_a_game_asks_for_exists_in_every_language(options: Any) -> None:
    asked = asked_in(options)
    assert len(asked) > 20
    for language in languages():
        catalogue = Catalogue(language)
        missing = {key for key, count in asked if not catalogue.has(key, count)}
        assert not missing, language


@pytest.mark.parametrize(
    ("options", "english", "italian"),
    [
        (cinco.CincoOptions(2), "2 players, Classic", "2 giocatori, Classica"),
        (
            cinco.CincoOptions(6, 3, True),
            "6 players, 3 teams of 2, Joker",
            "6 giocatori, 3 squadre da 2, Jolly",
        ),
        (cinqo.CinqoOptions(1), "1 player, First to 100", "1 giocatore, Primo a 100"),
        (cinqo.CinqoOptions(3, "rounds", 1), "3 players, 1 round", "3 giocatori, 1 giro"),
    ],
)
def test_options_in_words(options: Any, english: str, italian: str) -> None:
    phrases = game_of(options).text.describe_options(options)
    assert ", ".join(map(Catalogue("en").translate, phrases)) == english
    assert ", ".join(map(Catalogue("it").translate, phrases)) == italian
