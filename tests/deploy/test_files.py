"""The other files in ``deploy/``: what can be said of them without the programs that they are for."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx.cli.app import build
from quincunx.cli.serving.serve import DEFAULT_PORT
from quincunx.games import GAMES
from quincunx.server import settings
from quincunx.server.settings import from_environment

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PORT = f":{DEFAULT_PORT}"


def unit(name: str = "quincunx.service") -> configparser.RawConfigParser:
    """A unit; a key that comes again has its last value."""
    parser = configparser.RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / name)
    return parser


def test_the_unit_is_hardened_and_comes_back() -> None:
    service = unit()["Service"]
    assert unit()["Unit"]["StartLimitIntervalSec"] == "0", "it is tried again for ever"
    wanted = {
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "PrivateTmp": "yes",
        "PrivateDevices": "yes",
        "User": "quincunx",
        "StateDirectory": "quincunx",
        "Restart": "always",
        "CapabilityBoundingSet": "",
        "UMask": "0077",
    }
    assert {name: service[name] for name in wanted} == wanted
    assert int(service["LimitNOFILE"]) >= 16_384
    assert int(service["TimeoutStopSec"]) > 8, "longer than the server takes to stop"
    assert service["ExecStart"].endswith(f"--port {DEFAULT_PORT}")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_takes_the_unit_and_finds_little_exposed(tmp_path: Path) -> None:
    for name in ("quincunx.service", "quincunx-backup.service", "quincunx-backup.timer"):
        text = (DEPLOY / name).read_text().replace("/opt/quincunx/bin/quincunx", sys.executable)
        (tmp_path / name).write_text(text)
    for name in ("quincunx.service", "quincunx-backup.service"):
        check_unit(tmp_path / name, ["verify"])
        check_unit(tmp_path / name, ["security", "--offline=true", "--no-pager", "--threshold=20"])
    check_unit(tmp_path / "quincunx-backup.timer", ["verify"])


def check_unit(unit: Path, words: list[str]) -> None:
    done = subprocess.run(["systemd-analyze", *words, unit], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Unknown" not in done.stderr


def test_the_backup_is_as_hardened_as_the_server_and_runs_as_its_user() -> None:
    server, backup = unit()["Service"], unit("quincunx-backup.service")["Service"]
    own = {"Type", "ExecStart", "StateDirectory", "Nice", "IOSchedulingClass", "TimeoutStartSec"}
    of_server = {"Restart", "RestartSec", "KillSignal", "TimeoutStopSec", "LimitNOFILE"}
    of_server |= {"MemoryMax", "TasksMax"}
    shared = {name: server[name] for name in server if name not in own | of_server}
    assert {name: backup[name] for name in backup if name not in own} == shared
    words = backup["ExecStart"].replace("%S", "/var/lib").split()
    _, given, _ = build(GAMES).parse_args(words[1:], print_error=False, exit_on_error=False)
    assert given.arguments["keep"] == 14
    assert unit("quincunx-backup.timer")["Timer"]["Persistent"] == "yes"


def test_an_operator_s_commands_run_as_the_server_s_user_with_its_settings() -> None:
    script = DEPLOY / "quincunx-admin"
    assert subprocess.run(["sh", "-n", script]).returncode == 0
    text = script.read_text()
    for wanted in ("--uid=quincunx", "EnvironmentFile=-/etc/quincunx.env", "QUINCUNX_DATA=/var/lib/quincunx"):
        assert wanted in text
    assert (DEPLOY / "quincunx.sysusers").read_text().splitlines()[-1].startswith("u quincunx ")


def test_the_settings_of_the_example_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    known = set(re.findall(r"QUINCUNX_[A-Z_]+", Path(settings.__file__).read_text()))
    text = (DEPLOY / "quincunx.env").read_text()
    given = dict(re.findall(r"^#?(QUINCUNX_[A-Z_]+)=(.*)$", text, re.M))
    assert len(given) >= 6
    assert set(given) <= known
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    made = from_environment()
    assert made.secure
    assert made.proxies.trusts("127.0.0.1")
    assert not made.proxies.trusts("10.0.0.1")


def test_the_container_is_built_in_two_stages_and_runs_as_an_unprivileged_user() -> None:
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    stages = [line for line in lines if line.startswith("FROM ")]
    assert len(stages) == 2
    assert len({line.split()[1] for line in stages}) == 1
    last = lines[lines.index(stages[1]) :]
    users = [line.split()[1] for line in last if line.startswith("USER ")]
    assert [user.isdigit() and int(user) > 0 for user in users] == [True]
    assert not any(word in line for line in last for word in ("pip install", "apt-get", "curl"))
    copied = [
        word
        for line in lines
        if line.startswith("COPY ") and "--from" not in line
        for word in line.split()[1:-1]
    ]
    assert {"src", "web", "tools", "requirements-play.lock"} <= set(copied)
    assert all((ROOT / name).exists() for name in copied)
    versions = re.search(r"sed -n '([^']*)' requirements-play.lock", text)
    assert versions
    listed = subprocess.run(
        ["sed", "-n", versions[1], ROOT / "requirements-play.lock"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "litestar==" in listed.stdout
    assert "--hash" not in listed.stdout


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf", "Containerfile", "quincunx.service"])
def test_all_mean_the_same_port(name: str) -> None:
    text = (DEPLOY / name).read_text()
    assert str(DEFAULT_PORT) in text
    assert text.count("{") == text.count("}")
    if name in ("Caddyfile", "nginx.conf"):
        assert f"127.0.0.1{PORT}" in text
        assert "/metrics" in text


def test_into_the_container_travels_what_is_copied_and_nothing_that_was_fetched_or_built() -> None:
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] not in ("", "#")]
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text(), re.M)
    wanted = {name for names in copied for name in names.split()}
    assert rules[0] == "*", "what is not named stays here"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == wanted
    for made in ("web/node_modules", "src/quincunx/server/static"):
        assert rules.index(made) > rules.index("!" + made.partition("/")[0]), (
            "the last rule that fits decides"
        )
