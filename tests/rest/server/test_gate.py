"""What the server does with requests that it has no room for, and which request is next."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from facetstore.domain.hosts import parse_network
from facetstore.rest.server import gate as gates
from facetstore.rest.server.connection_limits import ConnectionLimits
from facetstore.rest.server.gate import MOST_INSIDE, MOST_OF_TENANT, Gate
from tests.rest.server.running import Send, answer, connected, echo, one_answer, running, until_closed


def get(path: str, method: str = "GET", *headers: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "host: x", *headers, "", ""]).encode()


def fill(gate: Gate, tenant: str, count: int) -> None:
    for _ in range(count):
        slot = gate.slot(f"/{tenant}/_api/rest/facets")
        assert slot is not None
        slot.take()


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for something that the server does in its own time: a busy machine is late."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.005)


async def handler(_: dict[str, Any], receive: Any, send: Send) -> None:
    await answer(send)


def test_a_refusal_has_the_form_of_all_errors_and_keeps_the_connection() -> None:
    counted: list[tuple[str, int]] = []
    gate = Gate(count=lambda route, status, *_: counted.append((route, status)))
    fill(gate, "a/b", MOST_OF_TENANT)

    with running(handler, gate=gate) as port, connected(port) as connection:
        connection.sendall(get("/A/b/_api/rest/facets"))
        head, _, body = one_answer(connection).partition(b"\r\n\r\n")
        connection.sendall(get("/other/tenant/_api/rest/facets"))
        assert one_answer(connection).startswith(b"HTTP/1.1 200")

    found = json.loads(body)
    headers = dict(line.split(b": ") for line in head.split(b"\r\n")[1:])
    assert head.startswith(b"HTTP/1.1 503 ")
    assert headers[b"retry-after"] == b"1"
    assert headers[b"x-request-id"].decode() == found["requestId"]
    assert (found["type"], found["output"], found["data"][0]["code"]) == ("error", "volatile", "overloaded")
    assert counted == [("overload", 503)]


def test_a_refusal_fits_what_was_asked_for() -> None:
    gate = Gate()
    fill(gate, "a/b", MOST_OF_TENANT)

    with running(handler, gate=gate) as port:
        with connected(port) as connection:
            connection.sendall(get("/a/b/", "GET", "accept: application/problem+json"))
            assert json.loads(one_answer(connection).partition(b"\r\n\r\n")[2])["type"].endswith(":overloaded")
        with connected(port) as connection:
            connection.sendall(get("/a/b/", "HEAD", "connection: close"))
            assert until_closed(connection)[0].endswith(b"connection: close\r\n\r\n")
        with connected(port) as connection:
            following = get("/c/d/", "GET", "connection: close")
            connection.sendall(get("/a/b/", "POST", "content-length: 5") + b"hello" + following)
            first, second = until_closed(connection)[0].split(b"HTTP/1.1 ")[1:]
            assert (first[:3], second[:3]) == (b"503", b"200")
        with connected(port) as connection:
            connection.sendall(get("/a/b/", "POST", "content-length: 5", "expect: 100-continue"))
            assert until_closed(connection)[0].startswith(b"HTTP/1.1 503")


def test_refusals_of_too_many_requests_ahead_end_with_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    """On a connection whose requests are all refused, none of them has got far enough to be answered by the application."""
    gate, ahead = Gate(), ConnectionLimits().requests_ahead
    fill(gate, "a/b", MOST_OF_TENANT)

    with running(handler, gate=gate) as port, connected(port) as connection:
        connection.sendall(get("/a/b/") * (ahead + 3))
        received, _ = until_closed(connection)

    assert received.count(b"HTTP/1.1 503 ") == ahead
    assert caplog.records == []


def test_a_client_that_does_not_read_its_refusals_gets_few_of_them() -> None:
    counted: list[int] = []
    gate = Gate(count=lambda route, status, *_: counted.append(status))
    fill(gate, "a/b", MOST_OF_TENANT)

    with running(handler, gate=gate) as port, connected(port) as connection:
        with contextlib.suppress(ConnectionError):
            for _ in range(30_000):
                connection.sendall(get("/a/b/"))
        until = time.monotonic() + 5
        while len(counted) < 30_000 and time.monotonic() < until:
            time.sleep(0.05)

    assert 0 < len(counted) < 20_000, "The kernel takes some megabytes of answers."


@pytest.mark.parametrize("prefix", ["", "/facets"])
def test_health_checks_are_answered_however_many_are_inside(prefix: str) -> None:
    gate = Gate(prefix)
    for number in range(MOST_INSIDE):
        fill(gate, f"a/{number}", 1)

    with running(handler, gate=gate) as port, connected(port) as connection:
        connection.sendall(get(f"{prefix}/_health/live"))
        assert one_answer(connection).startswith(b"HTTP/1.1 200")
        connection.sendall(get(f"{prefix}/new/tenant/_api/rest/facets"))
        assert one_answer(connection).startswith(b"HTTP/1.1 503")


def test_places_are_given_back() -> None:
    gate = Gate()

    async def failing(scope: dict[str, Any], receive: Any, send: Send) -> None:
        if scope["path"].endswith("fault"):
            raise RuntimeError("as planned")
        await answer(send)

    with running(failing, gate=gate) as port:
        for path in ("/a/b/", "/a/b/fault", "/c/d/"):
            with connected(port) as connection:
                connection.sendall(get(path, "GET", "connection: close"))
                until_closed(connection)
        with connected(port) as connection:  # one that never comes whole has no place
            connection.sendall(get("/e/f/", "POST", "content-length: 5"))
            time.sleep(0.1)
            assert gate.inside == 0

    assert (gate.inside, gate.of_tenant) == (0, {})


def test_bodies_that_are_kept_back_do_not_come_in_together() -> None:
    """All of them were let in when their headers came: nothing was inside yet."""
    refused: list[int] = []
    gate, most = Gate(count=lambda route, status, *_: refused.append(status)), 0
    begun, go_on = threading.Semaphore(0), threading.Event()

    async def counted(_: dict[str, Any], receive: Any, send: Send) -> None:
        nonlocal most
        while (await receive()).get("more_body"):
            begun.release()
        most = max(most, gate.inside)
        await asyncio.to_thread(go_on.wait, 60)
        await answer(send)

    with running(counted, gate=gate) as port, contextlib.ExitStack() as stack:
        sending = [stack.enter_context(connected(port)) for _ in range(MOST_OF_TENANT + 8)]
        for each in sending:
            each.sendall(get("/a/b/", "POST", "content-length: 2") + b"x")
        assert all(begun.acquire(timeout=60) for _ in sending)
        for each in sending:
            each.sendall(b"y")
        wait_until(lambda: len(refused) == 8)
        go_on.set()
        statuses = [one_answer(each)[9:12] for each in sending]
        sending[0].sendall(get("/a/b/", "POST", "content-length: 2") + b"xy")
        assert one_answer(sending[0])[9:12] == b"200"

    assert (statuses.count(b"200"), statuses.count(b"503")) == (MOST_OF_TENANT, 8)
    assert most == MOST_OF_TENANT
    assert (gate.inside, gate.of_tenant) == (0, {})


def test_bodies_of_a_tenant_have_room_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gates, "MOST_BODY_BYTES_OF_TENANT", 150_000)
    gate = Gate()
    with running(echo, gate=gate) as port, contextlib.ExitStack() as stack:
        first, second, other = (stack.enter_context(connected(port)) for _ in range(3))
        first.sendall(get("/a/b/", "POST", "content-length: 100000") + b"x" * 99_999)
        wait_until(lambda: gate.body_bytes == 99_999)
        second.sendall(get("/a/b/", "POST", "content-length: 100000") + b"x" * 99_999)
        assert one_answer(second).startswith(b"HTTP/1.1 503")
        other.sendall(get("/c/d/", "POST", "content-length: 100000") + b"x" * 99_999)
        for connection in (first, second, other):
            connection.sendall(b"x")
        assert one_answer(first).startswith(b"HTTP/1.1 200")
        assert one_answer(other).startswith(b"HTTP/1.1 200")
        second.sendall(get("/a/b/", "POST", "content-length: 100000") + b"x" * 100_000)
        assert one_answer(second).startswith(b"HTTP/1.1 200")

    assert (gate.body_bytes, gate.body_bytes_of) == (0, {})


def test_an_answer_that_is_read_again_takes_its_place_again() -> None:
    gate = Gate()

    async def endless(_: dict[str, Any], receive: Any, send: Send) -> None:
        await receive()
        leaving = asyncio.ensure_future(receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not leaving.done():
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
            await asyncio.sleep(0)

    with running(endless, gate=gate) as port, connected(port) as connection:
        connection.sendall(get("/a/b/"))
        until, is_again = time.monotonic() + 60, False
        while gate.inside == 0 and time.monotonic() < until:
            connection.recv(1 << 20)
        while gate.inside == 1 and time.monotonic() < until:
            time.sleep(0.01)  # unread
        while not is_again and time.monotonic() < until:
            connection.recv(1 << 20)
            is_again = gate.inside == 1
        assert is_again

    assert (gate.inside, gate.of_tenant) == (0, {})


def test_connections_beyond_the_limit_are_refused_but_for_health_checks() -> None:
    limits = ConnectionLimits(connections=3, spare_connections=2)
    with running(handler, limits, Gate()) as port, many_connected(port, 3):
        with connected(port) as one:
            one.sendall(get("/a/b/"))
            assert until_closed(one)[0].startswith(b"HTTP/1.1 503")
        with connected(port) as two:
            two.sendall(get("/_health/live"))
            assert until_closed(two)[0].startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("is_trusted", [False, True])
def test_one_address_does_not_take_all_connections(is_trusted: bool) -> None:
    limits = ConnectionLimits(connections=10, connections_of_address=3, spare_connections=2)
    gate = Gate(trusted=[parse_network("127.0.0.1")] if is_trusted else ())
    with running(handler, limits, gate) as port:
        with many_connected(port, 3), connected(port) as one, connected(port, "127.0.0.2") as other:
            for connection, is_refused in ((one, not is_trusted), (other, False)):
                connection.sendall(get("/a/b/"))
                assert one_answer(connection)[9:12] == (b"503" if is_refused else b"200")
        wait_until(lambda: not gate.addresses._open)


def test_an_address_with_far_too_many_connections_is_not_answered() -> None:
    limits = ConnectionLimits(connections=10, connections_of_address=1, spare_connections=1)
    with running(handler, limits, Gate()) as port, many_connected(port, 2), connected(port) as one:
        assert until_closed(one)[0] == b""


@contextlib.contextmanager
def many_connected(port: int, count: int) -> Iterator[list[socket.socket]]:
    """Connections that the server has accepted already: it accepts one in each turn of its loop."""
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(connected(port)) for _ in range(count)]
        for each in opened:
            each.sendall(get("/_health/live"))
            one_answer(each)
        yield opened


def block(seconds: float) -> None:
    """Keep the event loop busy, as a request does that works without waiting for anything."""
    time.sleep(seconds)


def test_tenants_take_turns_and_the_loop_looks_at_its_sockets_between() -> None:
    """While one tenant's requests take ten times a slice each, another's waits for one of them and not for all."""
    order: list[str] = []
    begun = threading.Event()

    async def busy(scope: dict[str, Any], receive: Any, send: Send) -> None:
        if not scope["path"].startswith("/_health"):
            order.append(scope["path"])
            begun.set()
            block(gates.SLICE * 10)
        await answer(send)

    with running(busy, gate=Gate()) as port, many_connected(port, 21) as (other, *flooding):
        for each in flooding:
            each.sendall(get("/busy/tenant/"))
        begun.wait(60)
        other.sendall(get("/other/tenant/"))
        one_answer(other)
        for each in flooding:
            one_answer(each)

    assert order.index("/other/tenant/") < 15
    assert len(order) == 21


def test_who_has_gone_is_not_answered() -> None:
    seen: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    async def busy(scope: dict[str, Any], receive: Any, send: Send) -> None:
        seen.append(scope["path"])
        if scope["path"] == "/a/first/":
            begun.set()
            go_on.wait(60)
        elif scope["path"] == "/a/second/":
            block(gates.SLICE * 10)
        await answer(send)

    with running(busy, gate=Gate()) as port, many_connected(port, 12) as (first, second, *others):
        seen.clear()
        first.sendall(get("/a/first/"))
        begun.wait(60)
        second.sendall(get("/a/second/"))
        for each in others:
            each.sendall(get("/a/gone/"))
            each.close()
        go_on.set()
        one_answer(second)

    assert seen[0] == "/a/first/"
    assert seen.count("/a/gone/") < len(others)


def test_who_goes_while_a_second_request_waits_is_known_to_have_gone(caplog: pytest.LogCaptureFixture) -> None:
    gone = threading.Event()

    async def endless(_: dict[str, Any], receive: Any, send: Send) -> None:
        await receive()  # the request, which has no body
        leaving = asyncio.ensure_future(receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not leaving.done():
            await send({"type": "http.response.body", "body": b"x" * 1000, "more_body": True})
            await asyncio.sleep(0.01)
        gone.set()

    with running(endless, gate=Gate()) as port:
        with connected(port) as connection:
            connection.sendall(get("/a/b/") + get("/c/d/"))
            connection.recv(100)
        assert gone.wait(60)
    assert not caplog.records


def test_one_turn_after_the_other() -> None:
    async def story() -> list[str]:
        gate, loop, order = Gate(), asyncio.get_running_loop(), []

        async def wait(tenant: str, name: str) -> None:
            await gate.turn(tenant, loop)
            order.append(name)

        names = [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1")]
        waiting = [asyncio.create_task(wait(tenant, name)) for tenant, name in names]
        cancelled = asyncio.create_task(wait("b", "gone"))
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.gather(*waiting)
        return order

    assert asyncio.run(story()) == ["a1", "b1", "c1", "a2", "a3"]
