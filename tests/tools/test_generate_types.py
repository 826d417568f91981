"""The client's types are those of the wire and of the games."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest

from quincunx.core.reason import Reason
from quincunx.core.values import Outcome, Seating
from quincunx.table.wire import table

TOOL = Path(__file__).parents[2] / "tools" / "generate_types.py"


# Two games with the same words for different things, as a third game may have them.
class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    card: int
    space: int | None = None


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    pass


class FirstOptions(msgspec.Struct, frozen=True, tag_field="game", tag="first"):
    goal: str = "win"


class View(msgspec.Struct, frozen=True, tag_field="game", tag="first"):
    options: FirstOptions
    last: Play | Pass | None
    corner: tuple[int, int]
    why: Reason | None
    outcome: Outcome | None


class Happened(msgspec.Struct, frozen=True, tag="happened"):
    seats: tuple[int | None, ...]


FIRST: Any = SimpleNamespace(
    options_type=FirstOptions,
    move_type=Play | Pass,
    view_type=View,
    event_type=Happened,
    seatings=(Seating(2, 2), Seating(4, 2)),
    bots=SimpleNamespace(levels=("meek", "bold")),
)


class SecondOptions(msgspec.Struct, frozen=True, tag_field="game", tag="the-second"):
    pass


class SecondView(msgspec.Struct, frozen=True, tag_field="game", tag="the-second"):
    options: SecondOptions


class Second:
    """Its names are its own."""

    class Play(msgspec.Struct, frozen=True, tag="play"):
        dice: tuple[int, ...]


SECOND: Any = SimpleNamespace(
    options_type=SecondOptions,
    move_type=Second.Play,
    view_type=SecondView,
    event_type=Second.Play,
    seatings=(),
    bots=SimpleNamespace(levels=()),
)


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The program, with a target of its own."""
    spec = importlib.util.spec_from_file_location("generate_types", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "SOURCES", tmp_path)
    return module


@pytest.fixture
def files(tool: ModuleType) -> dict[str, str]:
    """The generated files for the two games here."""
    written: dict[str, str] = tool.generate({"first": FIRST, "the-second": SECOND})
    return written


def test_the_committed_types_are_not_stale(tool: ModuleType) -> None:
    from quincunx.games import GAMES

    committed = TOOL.parents[1] / "web" / "src"
    for path, text in tool.generate(GAMES).items():
        assert (committed / path).read_text("utf-8") == text, "run “make types”"


def test_the_check_tells_missing_stale_and_current_apart(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["generate_types.py", *arguments])
        return int(tool.main())

    assert run("--check") == 1
    assert run() == 0
    assert run("--check") == 0
    for path in tool.SOURCES.rglob("types.ts"):
        text = path.read_text("utf-8")
        path.write_text(text.replace("number", "string"), "utf-8")
        assert run("--check") == 1
        path.write_text(text, "utf-8")
    assert run("--check") == 0


def test_every_frame_and_body_has_a_type(files: dict[str, str]) -> None:
    structs = [
        name
        for name, each in vars(table).items()
        if isinstance(each, type) and each.__module__ == table.__name__
    ]
    assert len(structs) > 20
    assert [name for name in structs if f"export interface {name} {{" not in files["wire/types.ts"]] == []


def test_the_form_of_a_type(files: dict[str, str]) -> None:
    """Tags are literal, tuples read-only, what may be absent is null, what clients may omit is marked."""
    text = files["wire/types.ts"] + files["wire/common.ts"]
    assert text.startswith("// Generated")
    for line in (
        '  readonly type: "make_move";',
        "  readonly seen?: number | null;",
        "  readonly hints: boolean;",
        '  readonly status: "ended" | "playing" | "waiting";',
        "  readonly params: Readonly<Record<string, number | string>>;",
        "  readonly events: readonly (SeatEvent | GameEvent | TableEvent | TalkEvent | AwayEvent)[];",
    ):
        assert line in text, line
    assert " any" not in text
    own = files["games/first/types.ts"]
    for line in (
        '  readonly game: "first";',
        "  readonly last: Play | Pass | null;",
        "  readonly corner: readonly [number, number];",
        "  readonly seats: readonly (number | null)[];",
        "  readonly space: number | null;",
        "  readonly goal: string;",
    ):
        assert line in own, line


def test_types_that_differ_by_game_are_the_union_of_all_games(files: dict[str, str]) -> None:
    text = files["wire/types.ts"]
    assert 'import type * as first from "../games/first/types";' in text
    assert 'import type * as the_second from "../games/the-second/types";' in text
    for kind in ("Options", "Move", "View", "PlayEvent"):
        assert f"export type {kind} =\n  | first.{kind}\n  | the_second.{kind};" in text
    for line in (
        "  readonly options: Options;",
        "  readonly move: Move;",
        "  readonly game: View | null;",
        "  readonly event: PlayEvent;",
        "  readonly events: readonly PlayEvent[];",
    ):
        assert line in text, line


def test_games_may_use_the_same_name_and_share_common_types(files: dict[str, str]) -> None:
    first, second = files["games/first/types.ts"], files["games/the-second/types.ts"]
    assert 'import type { Outcome, Reason } from "../../wire/common";' in first
    assert "interface Outcome" not in first
    # No game imports what imports all games.
    assert "export interface Outcome {" in files["wire/common.ts"]
    assert "import" not in files["wire/common.ts"]
    assert 'export type * from "./common";' in files["wire/types.ts"]
    assert "interface Outcome" not in files["wire/types.ts"]
    assert "import" not in second
    assert "export type Move =\n  | Play\n  | Pass;" in first
    assert "  readonly card: number;" in first
    assert "export type Move =\n  | Play;" in second
    assert "  readonly dice: readonly number[];" in second
    # A struct that is called like its kind is that kind.
    assert "export interface View {" in first
    assert "export type View" not in first


def test_a_game_may_not_use_a_shared_type_that_holds_a_games_own(tool: ModuleType) -> None:
    """The types of all games would be needed by the type that each game needs."""
    event = msgspec.defstruct("Shown", [("table", table.TableView | None)], tag="shown")
    circular = SimpleNamespace(**{**vars(FIRST), "event_type": event})
    with pytest.raises(TypeError, match=r"that hold a game’s own .*View"):
        tool.generate({"first": circular})


def test_names_that_would_mean_two_things_are_refused(tool: ModuleType) -> None:
    ambiguous = SimpleNamespace(**{**vars(FIRST), "event_type": Happened | Second.Play})
    with pytest.raises(TypeError, match="two structs of one file are called Play"):
        tool.generate({"first": ambiguous})
    move = msgspec.defstruct("Move", [("card", int)], tag="move")
    misleading = SimpleNamespace(**{**vars(FIRST), "move_type": move})
    assert "export interface Move {" in tool.generate({"first": misleading})["games/first/types.ts"]
    misleading.move_type = move | Pass
    with pytest.raises(TypeError, match="called Move"):
        tool.generate({"first": misleading})


def test_a_game_offers_its_seatings_and_levels(tool: ModuleType) -> None:
    """The client knows them while the server is away; they are listed in one place, the game's."""
    offered = tool.generate({"first": FIRST})["games/first/offered.ts"]
    assert "SEATINGS = [\n  { players: 2, sides: 2 },\n  { players: 4, sides: 2 },\n] as const;" in offered
    assert offered.endswith('LEVELS = ["meek", "bold"] as const;\n')
