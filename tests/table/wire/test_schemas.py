"""The JSON Schemas hold for what is really exchanged, checked by an independent validator."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator, ValidationError

from quincunx.core.chance import CHANCE
from quincunx.core.record import read, replay
from quincunx.games import GAMES
from quincunx.table.view import view_table
from quincunx.table.wire.schemas import schema_of, schema_types
from quincunx.table.wire.table import CommandRequest, Update
from tests.examples import mostly_nightly
from tests.table.support import ALICE, BOB, seated

RECORDS = sorted((Path(__file__).parents[3] / "testdata" / "records").glob("*.txt"))
USUAL = (
    "cinco-3in3-joker",
    "cinco-6in2",
    "cinco-reshuffle-in-exchange",
    "cinqo-1-hundred",
    "cinqo-3-rounds2",
)
FEW = [file for file in RECORDS if file.stem in USUAL]


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads(schema_of(name, schema_types(GAMES)[name]))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("name", schema_types(GAMES))
def test_every_schema_is_a_schema_with_its_name(name: str) -> None:
    schema = validator(name).schema
    assert (schema["$schema"], schema["title"]) == ("https://json-schema.org/draft/2020-12/schema", name)


@pytest.mark.parametrize("file", mostly_nightly(RECORDS, *FEW), ids=lambda file: file.stem)
def test_views_moves_and_options_of_recorded_games(file: Path) -> None:
    record = read(file.read_bytes(), GAMES)
    game = record.game
    views, moves, options = (validator(f"{game.name}-{what}") for what in ("view", "move", "options"))
    options.validate(as_json(record.options))
    for ply in replay(record):
        if ply.number % 9 == 0:
            for seat in range(len(record.names)):
                views.validate(as_json(game.view(ply.after, seat)))
        if ply.step.seat != CHANCE:
            moves.validate(as_json(ply.step.move))


def test_frames_of_a_table() -> None:
    desk = seated().reveal_all()
    update = Update(None, desk.state.version, (), view_table(desk.state, ALICE, None))
    validator("server-frame").validate(as_json(update))
    validator("table-view").validate(as_json(view_table(desk.state, BOB, None)))


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "command", "key": "k", "version": 1, "command": {"type": "sit_up", "seat": 0}},
        {"type": "command", "key": "k", "version": "1", "command": {"type": "rematch"}},
        {"type": "greet"},
    ],
)
def test_a_frame_that_the_server_refuses_is_refused_by_its_schema(frame: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(frame, CommandRequest)
    with pytest.raises(ValidationError):
        validator("client-frame").validate(frame)
