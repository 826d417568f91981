"""Messages to browsers: sealed as the standards have it, to push services on the open internet alone."""

from __future__ import annotations

import asyncio
import contextlib
import stat
import threading
import time
from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from quincunx.adapters import secret_file
from quincunx.adapters.push import courier as couriers
from quincunx.adapters.push import post as posts
from quincunx.adapters.push.addresses import is_public
from quincunx.adapters.push.courier import PushCourier
from quincunx.adapters.push.encryption import MOST_BYTES, encrypted, is_point, sealed_with
from quincunx.adapters.push.post import Unreached, the_way
from quincunx.adapters.push.vapid import FILE, KEY_BYTES, PushKeys
from quincunx.adapters.secret_file import DamagedSecret
from quincunx.club.push import Message, PushRow
from tests.node.support import until
from tests.servers.push_service import NAME, PushService, Subscribed, claims_of, unlettered

MESSAGE = Message(b'{"title":"Your turn"}', "a-table-of-22-letters_", 3600, is_urgent=False)


# ---- what only the browser reads ------------------------------------------------------------------------


def test_a_message_is_sealed_as_in_the_standard_s_own_example() -> None:
    """RFC 8291, section 5 and appendix A."""
    own = ec.derive_private_key(
        int.from_bytes(unlettered("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    point = unlettered(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    auth, salt = unlettered("BTBZMqHH6r4Tts7J_aSIgg"), unlettered("DGv6ra1nlYgDCS1FRnbzlw")
    text = b"When I grow up, I want to be a watermelon\x02"
    assert sealed_with(text, point, auth, own, salt) == unlettered(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_one_browser_reads_it_and_its_length_says_little() -> None:
    browser = Subscribed()
    sealed = [encrypted(text, browser.point, browser.auth) for text in (b"a", b"a", b"b" * 300)]
    assert [browser.read(each) for each in sealed] == [b"a", b"a", b"b" * 300]
    assert len({each[:16] for each in sealed}) == len({each[21:86] for each in sealed}) == 3, "used once"
    assert len({len(each) for each in sealed}) == 1
    longest = encrypted(b"c" * MOST_BYTES, browser.point, browser.auth)
    assert len(longest) <= 4_096
    with pytest.raises(ValueError, match="at most"):
        encrypted(b"c" * (MOST_BYTES + 1), browser.point, browser.auth)


def test_an_invalid_key_is_recognised() -> None:
    point = Subscribed().point
    assert is_point(point)
    for wrong in (b"", b"\x04" + bytes(64), point[:-1], b"\x05" + point[1:], point + b"\0"):
        assert not is_point(wrong)


# ---- who sends it ------------------------------------------------------------------------------------------


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    keys = PushKeys(tmp_path, None)
    (point,) = keys.points
    assert is_point(point)
    assert PushKeys(tmp_path, None).points == (point,)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    (tmp_path / FILE).write_text("no key")
    with pytest.raises(DamagedSecret):
        PushKeys(tmp_path, None)


def test_a_former_key_speaks_for_who_asked_with_it_until_it_is_forgotten(tmp_path: Path) -> None:
    keys = PushKeys(tmp_path, None)
    (former,) = keys.points
    secret_file.rotate(tmp_path / FILE, KEY_BYTES, TODAY, None)
    fresh, other = keys.points
    assert (fresh != former, other) == (True, former)
    assert keys.authorization(former, "https://push.example", 0) is not None
    secret_file.forget(tmp_path / FILE, KEY_BYTES)
    assert keys.authorization(former, "https://push.example", 0) is None
    assert keys.authorization(fresh, "https://push.example", 0) is not None


TODAY = date(2026, 11, 22)


@pytest.mark.parametrize("digits", ["00" * 32, "ff" * 32, f"{1:064x}"])
def test_whatever_the_file_holds_is_a_key(digits: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f"{digits}\n")
    assert is_point(PushKeys(tmp_path, None).points[0])


# ---- whom the server calls -----------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["142.250.74.10", "2a00:1450:4001:82a::200a", "64:ff9b::8efa:4a0a"])
def test_the_open_internet_is_called(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    """
    127.0.0.1 127.8.9.10 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
    192.0.0.8 192.0.2.1 198.18.0.1 203.0.113.9 192.88.99.1 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255
    ::1 :: fe80::1 fe80::1%eth0 fc00::1 fd12::1 fec0::1 ff02::1 ::ffff:10.0.0.1 ::ffff:127.0.0.1
    64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b:1::1 2002:7f00:1:: 2001::1 2001:db8::1 100::1 ::7f00:1
    localhost 0x7f000001 2130706433 127.1
    """.split(),
)
def test_an_address_outside_the_open_internet_is_not_called(address: str) -> None:
    assert not is_public(address)


async def test_only_a_test_can_have_another_way() -> None:
    way = the_way()
    assert (way.port, way.is_allowed) == (443, is_public)
    assert way.tls.check_hostname
    assert way.tls.verify_mode.name == "CERT_REQUIRED"
    assert await way.resolve("localhost") != []


# ---- the courier ---------------------------------------------------------------------------------------


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[PushService]:
    async with PushService().open(tmp_path) as running:
        yield running


@contextlib.asynccontextmanager
async def courier_of(service: PushService, folder: Path, **way: Any) -> AsyncIterator[PushCourier]:
    courier = PushCourier(folder, "mailto:ada@club.example", service.way(**way))
    courier.start()
    try:
        yield courier
    finally:
        await courier.stop()


def row(courier: PushCourier, browser: Subscribed, **more: Any) -> PushRow:
    given: dict[str, Any] = {"endpoint": browser.endpoint, "key": courier.keys[0], **more}
    return PushRow("s", "ada", point=browser.point, auth=browser.auth, language="en", made_at=0, **given)


async def test_a_message_arrives_signed_and_sealed(service: PushService, tmp_path: Path) -> None:
    browser = Subscribed("/send/abc?d=e")
    before = int(time.time())
    async with courier_of(service, tmp_path) as courier:
        assert await courier.deliver(row(courier, browser), MESSAGE) == "sent"
        (request,) = service.requests
        assert request.line == "POST /send/abc?d=e HTTP/1.1"
        said = claims_of(request, courier.keys[0])
    assert (said["aud"], said["sub"]) == (f"https://{NAME}", "mailto:ada@club.example")
    assert before < said["exp"] <= time.time() + 24 * 3600
    assert browser.read(request.body) == MESSAGE.body
    named = ("Host", "TTL", "Urgency", "Topic", "Content-Encoding")
    assert [request.headers[each] for each in named] == [NAME, "3600", "normal", MESSAGE.topic, "aes128gcm"]


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (200, "sent"),
        (404, "gone"),
        (410, "gone"),
        (400, "failed"),
        (413, "failed"),
        (500, "failed"),
        (b"HTTP/1.1 302 Found\r\nLocation: https://push.example/other\r\n\r\n", "failed"),
        (b"SSH-2.0-OpenSSH\r\n", "failed"),
        (b"HTTP/1.1 201 " + b"a" * 100_000, "failed"),
        (b"", "failed"),
    ],
)
async def test_each_answer_of_the_service_has_its_outcome(
    service: PushService, tmp_path: Path, answer: Any, outcome: str
) -> None:
    service.answers = [answer]
    async with courier_of(service, tmp_path) as courier:
        assert await courier.deliver(row(courier, Subscribed()), MESSAGE) == outcome
    assert len(service.requests) == 1


async def test_an_unaccepted_message_is_sent_again(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(couriers, "PAUSES", (0.001, 0.001))
    service.answers = [503, 429]
    async with courier_of(service, tmp_path) as courier:
        assert await courier.deliver(row(courier, Subscribed()), MESSAGE) == "sent"
        assert len(service.requests) == 3
        service.answers = [503] * 9
        assert await courier.deliver(row(courier, Subscribed()), MESSAGE) == "failed"
        assert len(service.requests) == 6


async def test_a_machine_beside_us_is_not_called_whatever_its_name(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(couriers, "PAUSES", (0.001, 0.001))
    async with courier_of(service, tmp_path, is_allowed=is_public) as courier:
        assert await courier.deliver(row(courier, Subscribed()), MESSAGE) == "refused"
    assert service.requests == []

    async def half_inside(host: str) -> list[str]:
        return ["142.250.74.10", "10.0.0.1"]

    way = service.way(resolve=half_inside, is_allowed=is_public)
    with pytest.raises(posts.NotCalled):
        await posts.post("https://push.example/", {}, b"", way)


async def test_a_service_by_another_name_or_that_is_not_there_gets_nothing(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(couriers, "PAUSES", ())
    async with courier_of(service, tmp_path) as courier:
        other = row(courier, Subscribed(), endpoint="https://another.example/one")
        assert await courier.deliver(other, MESSAGE) == "failed"
    way = service.way(port=1)
    with pytest.raises(Unreached):
        await posts.post("https://push.example/", {}, b"", way)
    assert service.requests == []


async def test_a_silent_service_holds_up_no_other(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(couriers, "MOST_AT_A_SERVICE", 1)
    monkeypatch.setattr(couriers, "MOST_WAITING", 2)
    service.answers = [None]
    async with courier_of(service, tmp_path) as courier:
        slow = [asyncio.create_task(courier.deliver(row(courier, Subscribed()), MESSAGE)) for _ in range(2)]
        await service.received(1)
        await until(lambda: courier._services[NAME].waiting == 2)
        # A third has no room, however long the others take.
        assert await courier.deliver(row(courier, Subscribed()), MESSAGE) == "failed"
        elsewhere = row(courier, Subscribed(), endpoint="https://another.example/one")
        monkeypatch.setattr(couriers, "PAUSES", ())
        assert await courier.deliver(elsewhere, MESSAGE) == "failed"  # another name than the certificate's
        assert not any(each.done() for each in slow)
    await asyncio.gather(*slow, return_exceptions=True)
    assert len(service.requests) == 1


async def test_a_silent_service_is_given_up(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posts, "SECONDS", 0.3)
    service.answers = [None]
    async with courier_of(service, tmp_path) as courier:
        assert await courier.deliver(row(courier, Subscribed()), MESSAGE) == "failed"
        assert courier._services == {}


async def test_for_a_key_that_was_forgotten_the_device_is_gone(service: PushService, tmp_path: Path) -> None:
    async with courier_of(service, tmp_path) as courier:
        assert await courier.deliver(row(courier, Subscribed(), key=b"another"), MESSAGE) == "gone"
    assert await courier.deliver(row(courier, Subscribed()), MESSAGE) == "failed"  # it has ended
    assert service.requests == []


async def test_a_person_with_many_devices_and_hanging_services_holds_up_no_other(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(couriers, "MOST_WAITING_OF_PERSON", 20)
    monkeypatch.setattr(posts, "SECONDS", 3_600.0)
    hangs = asyncio.Event()

    async def resolve(host: str) -> list[str]:
        if host != NAME:
            await hangs.wait()
        return ["127.0.0.1"]

    async with courier_of(service, tmp_path, resolve=resolve) as courier:
        greedy = [row(courier, Subscribed(), endpoint=f"https://slow-{n}.example/x") for n in range(50)]
        slow = [asyncio.create_task(courier.deliver(each, MESSAGE)) for each in greedy]
        await until(lambda: sum(each.done() for each in slow) == 30)
        innocent = msgspec.structs.replace(row(courier, Subscribed()), person="bo")
        for _ in range(8):
            assert await courier.deliver(innocent, MESSAGE) == "sent"
        assert sum(each.done() for each in slow) == 30
        assert len(courier._services) <= couriers.MOST_OF_PERSON
    await asyncio.gather(*slow, return_exceptions=True)


async def test_services_that_do_not_answer_leave_places_for_those_that_do(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger may have any number of guests, each with a share."""
    monkeypatch.setattr(couriers, "MOST_UNPROVEN", 2)
    monkeypatch.setattr(couriers, "MOST_AT_ONCE", 4)
    monkeypatch.setattr(posts, "SECONDS", 3_600.0)
    hangs = asyncio.Event()

    async def resolve(host: str) -> list[str]:
        if host != NAME:
            await hangs.wait()
        return ["127.0.0.1"]

    async with courier_of(service, tmp_path, resolve=resolve) as courier:
        assert await courier.deliver(row(courier, Subscribed()), MESSAGE) == "sent"
        slow = []
        for n in range(20):
            guest = row(courier, Subscribed(), endpoint=f"https://slow-{n}.example/x")
            guest = msgspec.structs.replace(guest, person=f"guest {n}")
            slow.append(asyncio.create_task(courier.deliver(guest, MESSAGE)))
        await until(lambda: len(courier._services) == 20)
        assert await courier.deliver(row(courier, Subscribed()), MESSAGE) == "sent"
        assert not any(each.done() for each in slow)
    await asyncio.gather(*slow, return_exceptions=True)


async def test_names_that_hang_keep_a_bounded_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = threading.Event()

    def hanging(host: str, *_: Any, **__: Any) -> list[Any]:
        let_go.wait()
        return [(0, 0, 0, "", ("192.0.2.1", 443))]

    monkeypatch.setattr(posts.socket, "getaddrinfo", hanging)
    resolver = posts.Resolver(at_once=2, seconds=0.05)
    for _ in range(2):
        with pytest.raises(TimeoutError):
            await resolver("hangs.example")
    for _ in range(50):
        with pytest.raises(OSError, match="too many"):
            await resolver("hangs.example")
    assert sum(thread.name == "push-name" for thread in threading.enumerate()) == 2
    let_go.set()
    await until(lambda: resolver._free == 2)
    patient = posts.Resolver(at_once=1, seconds=60)
    assert await patient("back.example") == ["192.0.2.1"]


async def test_a_name_that_leads_inside_is_tried_as_often_as_one_that_leads_nowhere(
    service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(couriers, "PAUSES", (0.001, 0.001))
    asked: list[str] = []

    async def inside(host: str) -> list[str]:
        asked.append(host)
        return ["10.0.0.1"]

    async def nowhere(host: str) -> list[str]:
        asked.append(host)
        raise OSError("no such name")

    for resolve in (inside, nowhere):
        asked.clear()
        async with courier_of(service, tmp_path, resolve=resolve, is_allowed=is_public) as courier:
            assert await courier.deliver(row(courier, Subscribed()), MESSAGE) in ("refused", "failed")
        assert len(asked) == 3
