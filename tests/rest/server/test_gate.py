"""What the server does with requests that it has no room for, and who comes next."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from facetstore.rest.server import gate as gates
from facetstore.rest.server.gate import MOST_INSIDE, MOST_OF_TENANT, Gate
from facetstore.rest.server.limits import ConnectionLimits
from tests.rest.server.running import Send, answer, connected, one_answer, running, until_closed


def get(path: str, method: str = "GET", *headers: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "host: x", *headers, "", ""]).encode()


def fill(gate: Gate, tenant: str, count: int) -> None:
    for _ in range(count):
        place = gate.place(f"/{tenant}/_api/rest/facets")
        assert place is not None
        place.take()


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

    told = json.loads(body)
    headers = dict(line.split(b": ") for line in head.split(b"\r\n")[1:])
    assert head.startswith(b"HTTP/1.1 503 ")
    assert headers[b"retry-after"] == b"1"
    assert headers[b"x-request-id"].decode() == told["requestId"]
    assert (told["type"], told["output"], told["data"][0]["code"]) == ("error", "volatile", "overloaded")
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


def test_connections_beyond_the_limit_are_refused_but_for_health_checks() -> None:
    limits = ConnectionLimits(connections=3, spare_connections=2)
    with running(handler, limits, Gate()) as port, many_connected(port, 3):
        with connected(port) as one:
            one.sendall(get("/a/b/"))
            assert until_closed(one)[0].startswith(b"HTTP/1.1 503")
        with connected(port) as two:
            two.sendall(get("/_health/live"))
            assert until_closed(two)[0].startswith(b"HTTP/1.1 200")


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
