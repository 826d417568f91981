"""``docs/security.md`` is complete, names tests that exist, and holds where source can show it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import get_args

from quincunx.server.observability.security_log import Event
from tests.structure.trees import calls_in, nodes_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
STANDARD = PAGE.partition("## ASVS 5.0, level 2")[2]
REQUIREMENTS = (ROOT / "testdata" / "asvs-5.0-level-2.txt").read_text().splitlines()[1:]
PACKAGE = ROOT / "src" / "quincunx"
ADAPTERS = ROOT / "src" / "quincunx" / "adapters"
SERVED = [
    path
    for room in ("server", "adapters", "node", "club", "table", "core", "texts")
    for path in (PACKAGE / room).rglob("*.py")
]
CLIENT = [
    path
    for path in (ROOT / "web" / "src").rglob("*")
    if path.suffix in (".svelte", ".ts") and ".test." not in path.name
]


def rows() -> list[list[str]]:
    """The cells of every row of the three tables."""
    found = [line.strip("|").split(" | ") for line in STANDARD.splitlines() if re.match(r"\| \d+\.\d", line)]
    assert len(found) > 80
    return found


def test_every_requirement_is_dealt_with_once() -> None:
    named: Counter[str] = Counter()
    for row in rows():
        head = re.match(r"\s*((?:\d+\.\d+\.\d+(?:, )?)+)", row[0])
        assert head, row
        named.update(head[1].split(", "))
    assert len(REQUIREMENTS) == 253
    assert {name: count for name, count in named.items() if count > 1} == {}
    assert set(named) == set(REQUIREMENTS)


def test_every_test_that_is_named_exists() -> None:
    met = STANDARD.partition("### Met")[2].partition("### Not yet")[0]
    named = re.findall(r"`((?:tests|web)/[^`:]+)(?:::(\w+))?`", met)
    assert len(named) > 100
    missing = []
    for file, function in named:
        path = ROOT / file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if not text or (function and not re.search(rf"^(?:async )?def {function}\(", text, re.M)):
            missing.append(f"{file}::{function}")
    assert missing == []
    for row in rows():
        if len(row) == 3:
            assert "`tests/" in row[2] or "`web/" in row[2], row


def test_a_flaw_in_a_component_is_mended_as_fast_as_one_of_our_own() -> None:
    components = PAGE.partition("## Components")[2].partition("\n## ")[0]
    own = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    days = [re.findall(r"^\|.*\| (\d+) days\b", page, re.M) for page in (components, own)]
    assert days[0] == days[1]
    assert len(days[0]) == 3


def test_every_security_event_is_documented() -> None:
    logged = PAGE.partition("## What is logged")[2].partition("## Components")[0]
    assert set(get_args(Event)) <= set(re.findall(r"`(\w+)`", logged))


def calls(path: Path) -> set[str]:
    """The names of all that a file calls, ``module.function`` where it is written like that."""
    return {name for name, _ in calls_in(path)}


def test_no_text_becomes_code() -> None:
    forbidden = {
        "eval",
        "exec",
        "compile",
        "os.system",
        "os.popen",
        "pickle.loads",
        "pickle.load",
        "marshal.loads",
        "yaml.load",
    }
    forbidden |= {"asyncio.create_subprocess_shell", "subprocess.getoutput", "__import__"}
    guilty = {(path.name, name) for path in SERVED for name in calls(path) & forbidden}
    assert guilty == set()
    assert len(SERVED) > 80
    for path in SERVED:
        for name, node in calls_in(path):
            if name in ("re.compile", "re.fullmatch", "re.match", "re.search"):
                names = {each.id for each in ast.walk(node.args[0]) if isinstance(each, ast.Name)}
                # The games' names, how long a secret is, and the catalogues' sentences are the program's own.
                assert names <= {"GAMES", "size", "translated"}, (path, ast.unparse(node))
        for node in nodes_of(path):
            assert not (isinstance(node, ast.keyword) and node.arg == "shell"), path
    unsafe = re.compile(
        r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\("
    )
    assert [path.name for path in CLIENT if unsafe.search(path.read_text(encoding="utf-8"))] == []
    assert len(CLIENT) > 60


def test_no_statement_is_put_together() -> None:
    """A statement with a place for values in its text has numbers of the program's own there."""
    guilty = []
    for path in SERVED:
        for node in nodes_of(path):
            if not isinstance(node, ast.JoinedStr):
                continue
            text = ast.unparse(node)
            if re.search(r"\b(SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE|DROP|TRUNCATE)\b", text):
                values = [
                    ast.unparse(each.value) for each in node.values if isinstance(each, ast.FormattedValue)
                ]
                guilty += [(path.name, value) for value in values if value not in OWN_NUMBERS]
    assert guilty == []


OWN_NUMBERS = {
    "APPLICATION",
    "LOG_PAGES",
    "PAGE_BYTES",
    "VERSION",
    "sqlite_schema.VERSION",
    "int(most_pages)",
}


def test_the_server_calls_push_services_alone() -> None:
    """And its databases, its bus and its mail server, whose drivers these modules import."""
    clients = {
        "httpx",
        "requests",
        "aiohttp",
        "urllib.request",
        "urllib3",
        "http.client",
        "ftplib",
        "websockets.client",
    }
    drivers: dict[str, set[str]] = {"redis": set(), "asyncpg": set(), "smtplib": set()}
    callers: set[str] = set()
    for path in SERVED:
        for node in nodes_of(path):
            names = []
            if isinstance(node, ast.Import):
                names = [each.name for each in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert name not in clients, path
                if name.partition(".")[0] in drivers:
                    drivers[name.partition(".")[0]].add(path.relative_to(ADAPTERS).as_posix())
            if isinstance(node, ast.Attribute) and node.attr in ("open_connection", "create_connection"):
                callers.add(path.name)
    assert drivers == {
        "redis": {"bus/redis.py"},
        "asyncpg": {
            "journal/backup_postgres.py",
            "journal/postgres.py",
            "postgres_connections.py",
            "store/postgres.py",
        },
        "smtplib": {"mail.py"},
    }
    assert callers == {"post.py"}


def test_no_other_origin_is_allowed() -> None:
    assert [
        path.name for path in SERVED if "access-control-allow" in path.read_text(encoding="utf-8").lower()
    ] == []
