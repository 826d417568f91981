"""``/metrics``: for whom it is, what it says, and that nothing that strangers send becomes a label."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from quincunx import __version__
from quincunx.adapters.clock import EARLIEST
from quincunx.adapters.database_size import database_bytes
from quincunx.adapters.journal.postgres import PostgresJournal
from quincunx.adapters.journal.sqlite import SqliteJournal
from quincunx.core.reason import Kind
from quincunx.node.ports import JournalUnavailable
from quincunx.server.http.pages.metrics_page import MetricsPage, place_of
from quincunx.server.observability.metrics import CONTENT_TYPE, Metrics
from quincunx.server.observability.watch import Watch
from quincunx.server.operations.nightly import LAST_BACKUP
from quincunx.server.settings import BadSetting, from_environment
from tests.contracts.journal import entry, summary
from tests.server.support import Guest, Server, seated
from tests.server.test_serve import failing
from tests.servers.postgres import Postgres
from tests.servers.process import free_port

TOKEN = "a-token-that-nobody-guesses"
Samples = dict[str, float]


def samples(text: str) -> Samples:
    """Each sample by its name and labels, as Prometheus's own reader reads them."""
    return {
        each.name + "".join(f"[{value}]" for _, value in sorted(each.labels.items())): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a token, and with a port for its metrics too."""
    data = tmp_path_factory.mktemp("measured") / "data"
    port = str(free_port())
    server = Server(data, QUINCUNX_METRICS_TOKEN=TOKEN, QUINCUNX_METRICS=port)
    server.metrics = f"http://127.0.0.1:{port}/metrics"  # type: ignore[attr-defined]
    yield server
    server.stop()


def look(server: Server) -> Samples:
    answer = httpx.get(f"{server.url}/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, CONTENT_TYPE)
    assert answer.headers["cache-control"] == "no-store"
    return samples(answer.text)


# ---- for whom ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", [None, "Bearer wrong", TOKEN, "Basic " + TOKEN, f"Bearer {TOKEN}x", "Bearer"]
)
def test_without_the_token_there_is_nothing(measured: Server, word: str | None) -> None:
    headers = {} if word is None else {"authorization": word}
    for address in (f"{measured.url}/metrics", measured.metrics):  # type: ignore[attr-defined]
        answer = httpx.get(address, headers=headers)
        assert answer.status_code == 404
        assert "quincunx_" not in answer.text


def test_with_it_both_doors_open(measured: Server) -> None:
    assert look(measured)
    answer = httpx.get(measured.metrics, headers={"authorization": f"Bearer {TOKEN}"})  # type: ignore[attr-defined]
    assert answer.status_code == 200
    assert "quincunx_build" in answer.text
    assert httpx.get(measured.metrics, headers={"host": "rebound.example"}).status_code == 421  # type: ignore[attr-defined]


async def _asked(page: MetricsPage, path: str = "/metrics", method: str = "GET") -> int:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await page({"type": "http", "path": path, "method": method, "headers": []}, None, send)
    return int(sent[0]["status"])


async def test_a_port_of_its_own_needs_no_token_and_has_nothing_else() -> None:
    page = MetricsPage(Watch(), None)
    assert [await _asked(page, *words) for words in (("/metrics",), ("/",), ("/metrics", "POST"))] == [
        200,
        404,
        404,
    ]


def test_by_default_there_is_none(server: Server) -> None:
    assert httpx.get(f"{server.url}/metrics").status_code == 404
    assert httpx.get(f"{server.url}/metrics", headers={"authorization": "Bearer"}).status_code == 404


def test_a_port_alone_is_this_machines() -> None:
    assert place_of("9420") == ("127.0.0.1", 9420)
    assert place_of("[::1]:9420") == ("::1", 9420)


def test_a_port_that_is_taken(tmp_path: Path, measured: Server) -> None:
    taken = measured.metrics.split("/")[2]  # type: ignore[attr-defined]
    given = ("--port", "0", "--data", str(tmp_path))
    assert "can’t listen at" in failing(*given, QUINCUNX_METRICS=taken)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("QUINCUNX_METRICS", "here", "must be a port"),
        ("QUINCUNX_METRICS", "127.0.0.1:", "must be a port"),
        ("QUINCUNX_METRICS_TOKEN", "short", "at least 16 ASCII characters"),
        ("QUINCUNX_TRUST_PROXY", "my-proxy", "must be addresses or networks"),
    ],
)
def test_settings_that_cannot_be(monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting, match=f"{name}.*{said}"):
        from_environment()


# ---- what it says -----------------------------------------------------------------------------------


def test_a_game_shows_in_the_figures(measured: Server) -> None:
    alice, bob = Guest(measured), Guest(measured)
    before = look(measured)
    table = seated(alice, bob)
    with alice.open(table) as line:
        line.hello()
        with alice.open(table) as another:
            another.hello()
            now = look(measured)
        assert now["quincunx_people"] == before["quincunx_people"] + 1
        now = look(measured)
        assert now["quincunx_sockets"] == before["quincunx_sockets"] + 1
        assert now["quincunx_tables"] == before["quincunx_tables"] + 1
        assert now["quincunx_connections"] >= 2
    sat = "quincunx_commands_acknowledged_total[sit_down]"
    assert now[sat] == before[sat] + 2
    made = now["quincunx_journal_group_entries_sum"] - before["quincunx_journal_group_entries_sum"]
    assert made == 3
    assert now["quincunx_journal_append_seconds_count"] > before["quincunx_journal_append_seconds_count"]
    assert (now["quincunx_bus_is_heard"], now["quincunx_engine_waiting"]) == (1, 0)
    assert now["quincunx_event_loop_lag_seconds_count"] >= 0
    assert any(name.startswith("quincunx_build") and __version__ in name for name in now)
    assert now["process_resident_memory_bytes"] > 1e6
    assert now["quincunx_responses_total[201]"] == before.get("quincunx_responses_total[201]", 0) + 1
    for guest in (alice, bob):
        guest.close()


def test_stored_entries_and_present_people_show_in_the_figures(measured: Server) -> None:
    found = look(measured)
    for name in ("journal", "store"):
        assert found[f"quincunx_database_bytes[{name}]"] > 10_000
    assert found["quincunx_tournaments"] == 0
    assert found["quincunx_last_backup_timestamp_seconds"] == 0
    (measured.data / LAST_BACKUP).touch()
    assert look(measured)["quincunx_last_backup_timestamp_seconds"] > EARLIEST / 1000


@pytest.mark.parametrize("place", ["sqlite", "postgresql"])
async def test_both_kinds_of_databases_have_a_size(
    place: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if place == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        assert await database_bytes(await postgres.fresh()) > 1_000_000
        with pytest.raises(JournalUnavailable, match=r"at 127\.0\.0\.1 can’t be reached"):
            await database_bytes(f"postgresql://somebody:secret@127.0.0.1:{free_port()}/games")
        return
    (tmp_path / "journal.sqlite").write_bytes(b"x" * 70)
    (tmp_path / "journal.sqlite-wal").write_bytes(b"x" * 30)
    assert await database_bytes(f"sqlite:{tmp_path / 'journal.sqlite'}") == 100


def test_refusals_are_counted_by_kind_however_they_come(measured: Server) -> None:
    guest = Guest(measured)
    table = guest.make()
    before = look(measured)

    def more(kind: str) -> float:
        name = f"quincunx_refusals_total[{kind}]"
        return look(measured)[name] - before[name]

    assert guest.http.get("/api/tables/there-is-no-such-one").status_code == 404
    assert more("unknown") == 1
    assert (
        guest.http.post("/api/tables", json={}, headers={"origin": "https://evil.example"}).status_code == 403
    )
    assert more("forbidden") == 1
    assert guest.command(table, {"type": "call_bot", "seat": 0}).status_code == 409
    assert more("conflict") == 1
    with guest.open(table) as line:
        version = line.hello()["version"]
        line.command({"type": "call_bot", "seat": 0}, version, "k")
    assert more("conflict") == 2
    assert guest.http.get("/metrics", headers={"authorization": "Bearer guess"}).status_code == 404
    assert look(measured)["quincunx_security_events_total[wrong_token]"] >= 1
    guest.close()


def test_strangers_input_makes_no_label(measured: Server) -> None:
    def names() -> set[str]:
        return {re.sub(r"\[\d+\]$", "", name) for name in look(measured)}

    guest = Guest(measured)
    guest.http.get("/nothing/here")
    before = names()
    for number in range(30):
        guest.http.get(
            f"/nothing/{number}", headers={"x-request-id": f"name-{number}", "user-agent": f"{number}"}
        )
        guest.http.request(f"METHOD{number}", "/api/me")
        guest.http.get(f"/api/tables/no-such-table-{number}")
    assert names() == before
    assert set(get_args(Kind)) == {
        name.partition("[")[2][:-1] for name in before if name.startswith("quincunx_refusals_total")
    }
    guest.close()


def test_the_documentation_has_every_figure(measured: Server) -> None:
    answer = httpx.get(f"{measured.url}/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    kinds = re.findall(r"^# TYPE (quincunx_\w+) (\w+)$", answer.text, re.M)
    page = Path("docs/hosting/operations.md").read_text(encoding="utf-8")
    table = page.partition("## Metrics")[2].partition("## Backup")[0]
    told = set(re.findall(r"`(quincunx_\w+)", table))
    assert told == {name for name, _ in kinds if not name.endswith("_created")}


async def test_the_loops_lag_is_what_a_busy_moment_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, now = asyncio.get_running_loop(), [0.0]
    metrics = Metrics()
    waits = iter([0.25, 0.25 + 1.5])

    async def sleep(seconds: float) -> None:
        now[0] += next(waits)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(loop, "time", lambda: now[0])
    await metrics.measure_lag()
    await metrics.measure_lag()
    found = samples(metrics.page().decode())
    assert found["quincunx_event_loop_lag_seconds_sum"] == 1.5
    assert found["quincunx_event_loop_lag_seconds_bucket[1.0]"] == 1


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_journals_tell_of_their_groups(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    journal: SqliteJournal | PostgresJournal
    told: list[tuple[int, bool]] = []

    def hear(entries: int, seconds: float, is_on_disk: bool) -> None:
        told.append((entries, is_on_disk and seconds > 0))

    if kind == "sqlite":
        journal = SqliteJournal(tmp_path / "journal.sqlite", on_group=hear)
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        journal = PostgresJournal(await postgres.fresh(), hear)
    await journal.open()
    await asyncio.gather(
        *(journal.append(entry(1, table=f"table-{n}"), summary(f"table-{n}")) for n in range(20))
    )
    assert sum(entries for entries, _ in told) == 20
    assert all(is_on_disk for _, is_on_disk in told)
    assert len(told) < 20, "they go together"
    await journal.close()


async def test_a_group_that_fails_is_counted_as_that(tmp_path: Path) -> None:
    metrics = Metrics()
    journal = SqliteJournal(tmp_path / "journal.sqlite", on_group=metrics.group)
    await journal.open()
    other = sqlite3.connect(tmp_path / "journal.sqlite", isolation_level=None)
    other.execute("DROP TABLE entries")
    other.close()
    with pytest.raises(JournalUnavailable):
        await journal.append(entry(1), summary())
    await journal.close()
    found = samples(metrics.page().decode())
    assert found["quincunx_journal_failures_total"] == 1
    assert found["quincunx_journal_group_entries_count"] == 0


def test_two_applications_in_one_process_count_apart() -> None:
    one, two = Metrics(), Metrics()
    one.refused("rule")
    name = "quincunx_refusals_total[rule]"
    assert [samples(each.page().decode())[name] for each in (one, two)] == [1, 0]
