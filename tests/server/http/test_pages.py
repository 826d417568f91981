"""The contract with browsers: origins, cookies, headers, the client's files, and small public addresses."""

from __future__ import annotations

import gzip
import re
import struct
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import urljoin

import pytest
from websockets.exceptions import InvalidStatus

from quincunx.server.built_client import BUILT
from quincunx.server.http.routes import ROUTES
from tests.server.support import CINCO, Guest, Server, assert_refused, seated

FOREIGN = [
    "https://evil.example",
    "null",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://HOST.evil.example",
    "http://evil.example/HOST",
    "http://user@HOST",
    "http://[",
    "",
    "file://",
]
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@pytest.mark.parametrize("origin", FOREIGN)
def test_another_sites_page_is_refused(origin: str, alice: Guest, server: Server) -> None:
    headers = {"origin": origin.replace("HOST", server.host)}
    table = alice.make()
    assert_refused(alice.http.post("/api/tables", json=CINCO, headers=headers), 403, "foreign-origin")
    assert_refused(alice.http.put("/api/me", json={"name": "Eve"}, headers=headers), 403, "foreign-origin")
    request = {"key": "k", "version": 1, "command": {"type": "rematch"}}
    answer = alice.http.post(f"/api/tables/{table}/commands", json=request, headers=headers)
    assert_refused(answer, 403, "foreign-origin")
    with pytest.raises(InvalidStatus, match="403"), alice.open(table, headers=headers):
        pass


def test_a_page_that_hides_its_origin_is_refused(alice: Guest) -> None:
    for site in ("cross-site", "same-site"):
        answer = alice.http.post("/api/tables", json=CINCO, headers={"sec-fetch-site": site})
        assert_refused(answer, 403, "foreign-origin")


def test_our_own_pages_and_programs_may_ask(alice: Guest, server: Server) -> None:
    for headers in ({}, {"origin": server.url}, {"origin": server.url, "sec-fetch-site": "same-origin"}):
        answer = alice.http.post("/api/tables", json=CINCO, headers=headers)
        assert answer.status_code == 201
        with alice.open(answer.json()["id"], headers=headers) as line:
            assert line.hello()["version"] == 1


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de-CH,de;q=0.9", "de"), ("fi, ZH-cn;q=0.5", "zh"), ("fi", "en"), ("", "en"), (",;" * 2000, "en")],
)
def test_a_page_names_the_texts_of_its_language_for_loading(
    accepted: str, language: str, alice: Guest
) -> None:
    texts = alice.http.get("/texts.json").json()
    table = alice.make()
    for address in ("/", "/learn", f"/t/{table}", "/no/such/page"):
        answer = alice.http.get(address, headers={"accept": "text/html", "accept-language": accepted})
        assert answer.headers["link"] == f"</{texts[language]}>; rel=modulepreload"
        assert "accept-language" in answer.headers["vary"]
    assert alice.http.get(f"/{texts[language]}").status_code == 200
    assert "link" not in alice.http.get("/api/me").headers


def test_pages_named_in_the_settings_may_ask(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", QUINCUNX_ORIGINS="https://friend.example", QUINCUNX_SECURE="1")
    guest = Guest(server)
    friend, foe = {"origin": "https://friend.example"}, {"origin": "https://friend.example.evil.example"}
    assert guest.http.post("/api/tables", json=CINCO, headers=friend).status_code == 201
    assert guest.http.post("/api/tables", json=CINCO, headers=foe).status_code == 403
    assert guest.http.get("/api/me").headers["strict-transport-security"].startswith("max-age=")
    guest.close()
    _moves_to_https(server)
    server.stop()


def _moves_to_https(server: Server) -> None:
    """Under https the cookie has a name that no other site can set; a plain one is read, and replaced."""
    guest = Guest(server)
    name, _, value = guest.cookie.partition("=")
    assert name == "__Host-quincunx_session"
    before = Guest(server, f"quincunx_session={value}")
    table = before.make()
    before.sit(table, 0)
    with before.open(table) as line:
        assert line.hello()["table"]["seats"][0]["yours"]
    answer = before.http.get("/api/me")
    assert answer.json()["name"] == guest.name
    new, gone = answer.headers.get_list("set-cookie")
    assert new.startswith(guest.cookie)
    assert {"secure", "httponly", "path=/"} <= {each.strip().lower() for each in new.split(";")}
    assert "domain" not in new.lower(), "browsers would refuse it"
    assert gone.startswith("quincunx_session=")
    assert "max-age=0" in gone.lower()
    assert guest.http.get(f"/api/tables/{table}").json()["seats"][0]["yours"]
    assert len(guest.http.get("/api/me").headers.get_list("set-cookie")) == 1
    before.close()
    guest.close()


@pytest.mark.nightly
def test_no_answer_that_depends_on_who_asks_is_kept_by_anybody(
    alice: Guest, bob: Guest, server: Server
) -> None:
    table = seated(alice, bob)
    alice.command(table, {"type": "resign", "seat": 0})
    nobody = Guest(server, hello=False)
    read: set[str] = set()
    asked = [(method, path) for each in ROUTES for path in each.paths for method in each.http_methods]
    for method, path in asked:
        leaving = Guest(server)  # whom some of these sign out, or delete
        for who in (alice, nobody) if method == "GET" else (leaving,):
            answer = who.http.request(method, path.replace("{table:str}", table))
            assert answer.headers["cache-control"] == "no-store", (method, path, answer.status_code)
            if answer.status_code == 200:
                read.add(f"{method} {path}")
        leaving.close()
    there = ("/api/lobby", "/api/me", "/api/me/data", "/api/me/devices")
    of_tables = ("", "/replay", "/record", "/qr.svg")
    assert read >= {
        f"GET {path}" for path in (*there, *(f"/api/tables/{{table:str}}{end}" for end in of_tables))
    }
    assert alice.http.get("/api/nowhere").headers["cache-control"] == "no-store"
    nobody.close()


def test_the_cookie_is_for_the_server_alone(server: Server) -> None:
    guest = Guest(server, hello=False)
    answer = guest.http.get("/api/me")
    flags = [each.strip().lower() for each in answer.headers["set-cookie"].split(";")]
    assert flags[0].startswith("quincunx_session=")
    assert {"httponly", "samesite=lax", "path=/"} <= set(flags)
    assert "secure" not in flags, "or it would never come back over plain http"
    assert answer.headers["cache-control"] == "no-store"
    guest.close()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/me",
        "/api/lobby",
        "/api/tables/nobodys-table",
        "/nowhere",
        "/health/live",
        "/schema/openapi.json",
    ],
)
def test_every_answer_carries_the_safety_headers(path: str, alice: Guest) -> None:
    headers = alice.http.get(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert "server" not in headers


def test_only_the_interpreters_script_may_run_web_assembly(alice: Guest) -> None:
    (script,) = (BUILT / "assets").glob("local-play-*.js")
    allowed = alice.http.get(f"/assets/{script.name}").headers
    assert "'wasm-unsafe-eval'" in allowed["content-security-policy"]
    others = {name: value for name, value in HEADERS.items() if name != "content-security-policy"}
    assert {name: allowed[name] for name in others} == others
    (other,) = (BUILT / "assets").glob("index-*.js")
    for path in (
        "/",
        f"/assets/{other.name}",
        "/sw.js",
        "/local/code.zip",
        "/local/networks.zip",
        "/nowhere",
    ):
        assert "wasm" not in alice.http.get(path).headers["content-security-policy"], path


def test_an_asset_may_load_nothing_and_is_for_this_site_alone(alice: Guest) -> None:
    """It is no page, so it does not carry the headers of one."""
    for asset in (BUILT / "assets").iterdir():
        if asset.name.startswith("local-play-") or asset.suffix == ".br":
            continue
        headers = alice.http.get(f"/assets/{asset.name}").headers
        assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'", asset.name
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "permissions-policy" not in headers


def test_refusals_of_the_gate_carry_them_too(alice: Guest) -> None:
    answer = alice.http.post("/api/tables", headers={"origin": "https://evil.example"})
    assert "content-security-policy" in answer.headers


def test_the_pages_of_the_client(alice: Guest) -> None:
    assert (BUILT / "index.html").exists(), "the client has not been built: tools/client.py build"
    home = alice.http.get("/")
    assert home.headers["content-type"].startswith("text/html")
    for path in (
        "/new",
        "/open",
        "/t/any-table-at-all",
        "/t/x/replay",
        "/t/x/review",
        "/rules/cinco",
        "/learn",
        "/study",
        "/learn/cinqo",
        "/me",
        "/me/account",
        "/p/A-b_1",
        "/enter",
    ):
        assert alice.http.get(path).text == home.text, path
    assert "<script>" not in home.text, "the policy would block it"
    assert not re.search(r"\son\w+=|style=", home.text), "the policy would block it"
    for asset in re.findall(r'(?:src|href)="(/assets/[^"]+)"', home.text):
        answer = alice.http.get(asset)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        # A chunk of one line does not get smaller.
        assert answer.headers.get("content-encoding") == "gzip" or len(answer.content) < 200
        plain = alice.http.get(asset, headers={"accept-encoding": "identity"})
        assert plain.content == answer.content
        again = alice.http.get(asset, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert home.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("*;q=0.5, br;q=0", "gzip"),
        ("*;q=0, gzip", "gzip"),
        ("abroad", None),
        ("identity", None),
    ],
)
def test_an_asset_comes_compressed_as_the_browser_likes_it(
    accepted: str, encoding: str | None, alice: Guest
) -> None:
    (script,) = (BUILT / "assets").glob("index-*.js")
    contents = {
        None: script.read_bytes(),
        "br": script.with_name(f"{script.name}.br").read_bytes(),
        "gzip": gzip.compress(script.read_bytes(), 9, mtime=0),
    }
    with alice.http.stream("GET", f"/assets/{script.name}", headers={"accept-encoding": accepted}) as answer:
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["content-type"].startswith("text/javascript")
        assert b"".join(answer.iter_raw()) == contents[encoding]
    assert len(contents["br"]) < len(contents["gzip"]) < len(script.read_bytes())
    missing = alice.http.get("/assets/gone.js", headers={"accept": "text/html"})
    assert "script-src 'self'" in missing.headers["content-security-policy"], "it is a page that must work"
    # It belongs to its script, and has no address of its own.
    assert alice.http.get(f"/assets/{script.name}.br").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/me/elsewhere", "/p", "/newest", "/opened", "/rules", "/rules/chess", "/t/table/elsewhere",
     "/learn/chess", "/favicon.ico", "/assets/nothing.js", "/assets/../routes.py",
     "/assets/%2e%2e/%2e%2e/routes.py",
     "/%2e%2e/%2e%2e/etc/passwd", "/api", "/api/nothing", "/api/tables", "/t", "//evil.example/"],
)  # fmt: skip
def test_addresses_that_are_not_there(path: str, alice: Guest) -> None:
    answer = alice.http.get(alice.server.url + path)
    assert answer.status_code in (404, 405), answer.text[:200]
    assert_refused(answer, answer.status_code)


@pytest.mark.parametrize(
    "path", ["/nowhere", "/rules/chess", "/t", "/t/table/elsewhere", "/assets/nothing.js"]
)
def test_an_unknown_address_is_a_page_for_people(path: str, alice: Guest) -> None:
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    home = alice.http.get("/")
    tag = {"if-none-match": home.headers["etag"]}
    for more in ({}, tag, {"accept-encoding": "identity"}):
        answer = alice.http.get(path, headers={"accept": accept} | more)
        assert (answer.status_code, answer.text) == (404, home.text)
        assert answer.headers["content-type"].startswith("text/html")
        assert "accept" in answer.headers["vary"], "a cache between would mix them up"
    for accept in ("*/*", "application/json", "image/png"):
        assert_refused(alice.http.get(path, headers={"accept": accept}), 404, "not-found")


def test_the_client_can_be_installed(alice: Guest) -> None:
    home = alice.http.get("/").text
    colours = re.findall(
        r'name="theme-color" content="(#[0-9a-f]{6})" media="\(prefers-color-scheme: (\w+)', home
    )
    assert {scheme for _, scheme in colours} == {"light", "dark"}
    address = re.search(r'rel="manifest" href="([^"]+)"', home)
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', home)
    assert address
    assert touch
    answer = alice.http.get(address[1])
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (urljoin(address[1], manifest["start_url"]), manifest["display"]) == ("/", "standalone")
    addresses = [each["url"] for each in manifest["shortcuts"]] + [manifest["file_handlers"][0]["action"]]
    for place in addresses:
        assert alice.http.get(urljoin(address[1], place)).status_code == 200, place
    for screen in manifest["screenshots"]:
        picture = alice.http.get(urljoin(address[1], screen["src"]))
        width, height = struct.unpack(">II", picture.content[16:24])
        assert f"{width}x{height}" == screen["sizes"]
    icons = {(icon["sizes"], icon["purpose"]): icon["src"] for icon in manifest["icons"]}
    wanted = {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert wanted <= set(icons)
    for size, file in [*((sizes, icons[sizes, purpose]) for sizes, purpose in wanted), ("180x180", touch[1])]:
        picture = alice.http.get(urljoin(address[1], file))
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", picture.content[16:24])
        assert f"{width}x{height}" == size
        assert len(picture.content) < 20_000


def test_health(alice: Guest) -> None:
    for path, said in (("live", {"status": "ok"}), ("ready", {"status": "ok", "bus": "ok"})):
        answer = alice.http.get(f"/health/{path}")
        assert (answer.status_code, answer.json()) == (200, said)


def test_the_tables_link_as_a_qr_code(alice: Guest) -> None:
    table = alice.make()
    answer = alice.http.get(f"/api/tables/{table}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    root = ET.fromstring(answer.content)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    other = alice.http.get(f"/api/tables/{alice.make()}/qr.svg")
    assert other.content != answer.content
    assert not re.search(rb"<script|onload|href", answer.content)


def test_the_lobby_lists_only_what_may_be_listed(alice: Guest) -> None:
    hidden, listed = alice.make(), alice.make(CINCO | {"listed": True})
    lobby = alice.http.get("/api/lobby").json()
    names = [table["id"] for table in lobby["tables"]]
    assert listed in names
    assert hidden not in names
    assert {level["game"] for level in lobby["levels"]} == {"cinco", "cinqo"}
