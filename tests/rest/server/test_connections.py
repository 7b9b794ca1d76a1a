"""What a client can draw out has an end: headers, bodies, answers that it does not read, and idle connections."""

import asyncio
import contextlib
import json
import socket
import threading
import time
from dataclasses import replace
from typing import Any, Final

import pytest

from facetstore.rest.server.connection_limits import ConnectionLimits
from facetstore.rest.server.protocol import ServerProtocol
from tests.rest.server.running import Send, answer, connected, echo, one_answer, running, until_closed

GET: Final = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
SOON: Final = ConnectionLimits(
    header_seconds=0.5, idle_seconds=1, body_seconds=1.5, slow_seconds=0.5, slow_rate=1000, unread_seconds=0.5
)
LATE: Final = 20
"""Seconds after which nothing has ended that should have. Generous: a busy machine is late."""


def code_of(received: bytes) -> tuple[int, str]:
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body)["data"][0]["code"]


def post(length: int, body: bytes = b"") -> bytes:
    return b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n%b" % (length, body)


def drip(connection: socket.socket, data: bytes, every: float) -> threading.Thread:
    """Send the same again and again until the connection is closed."""

    def send() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection.sendall(data)
                time.sleep(every)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


@pytest.mark.parametrize(
    ("first", "expected"), [(b"", False), (b"GET / HT", True), (GET[:-2], True), (post(9, b"x"), True)]
)
def test_who_goes_on_with_nothing_is_cut_off(first: bytes, expected: bool) -> None:
    with running(echo, SOON) as port, connected(port) as connection:
        connection.sendall(first)
        received, seconds = until_closed(connection)

    assert seconds < LATE
    assert (code_of(received) == (408, "request-timeout")) if expected else received == b""


def test_a_body_that_comes_slowly_but_steadily_has_an_end_too() -> None:
    """5,000 bytes a second are fast enough, but not for longer than the whole may take."""
    with running(echo, SOON) as port, connected(port) as connection:
        connection.sendall(post(10_000_000))
        dripping = drip(connection, b"x" * 1000, 0.1)
        received, seconds = until_closed(connection)
        dripping.join()

    assert SOON.slow_seconds * 2 < seconds < LATE
    assert code_of(received) == (408, "request-timeout")


def test_a_large_body_has_more_time() -> None:
    # Long enough for a machine that lets a client wait for half a second.
    limits = ConnectionLimits(body_seconds=2, body_free=1000, body_pace=1000, slow_seconds=1, slow_rate=500)

    assert limits.body_allowance(500) == limits.body_allowance(1000) == 2
    assert limits.body_allowance(11_000) == pytest.approx(12)
    with running(echo, limits) as port, connected(port) as connection:
        connection.sendall(post(5000))
        for _ in range(5):
            time.sleep(0.5)
            connection.sendall(b"x" * 1000)
        assert one_answer(connection).startswith(b"HTTP/1.1 200")


def test_a_client_that_waits_for_the_service_is_not_slow() -> None:
    """The service asks for the body just before the second check: the client has its full time from there."""
    limits = replace(SOON, header_seconds=2, slow_seconds=2, body_seconds=LATE)

    async def late(_: dict[str, Any], receive: Any, send: Send) -> None:
        await asyncio.sleep(limits.slow_seconds * 1.9)
        await echo(_, receive, send)

    with running(late, limits) as port, connected(port) as connection:
        connection.sendall(post(5).replace(b"host", b"expect: 100-continue\r\nhost"))
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        time.sleep(limits.slow_seconds * 0.3)
        connection.sendall(b"hello")
        assert one_answer(connection).endswith(b"hello")


def test_an_answer_that_is_not_read_is_given_up() -> None:
    gone = threading.Event()

    async def endless(_: dict[str, Any], receive: Any, send: Send) -> None:
        await receive()  # the request, which has no body
        leaving = asyncio.ensure_future(receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not leaving.done():
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
            await asyncio.sleep(0)
        gone.set()

    with running(endless, SOON) as port, connected(port) as connection:
        connection.sendall(GET)
        assert gone.wait(LATE)


def test_a_whole_answer_that_is_not_read_is_given_up() -> None:
    with (
        running(lambda scope, receive, send: answer(send, b"x" * 30_000_000), SOON) as port,
        connected(port) as connection,
    ):
        connection.sendall(GET)
        time.sleep(SOON.unread_seconds * 3)
        received, seconds = until_closed(connection)

    assert len(received) < 30_000_000
    assert seconds < LATE


def test_an_idle_connection_is_closed_and_a_busy_one_is_not() -> None:
    with running(echo, SOON) as port, connected(port) as connection:
        for _ in range(6):
            connection.sendall(GET)
            one_answer(connection)
            time.sleep(SOON.idle_seconds / 3)
        connection.sendall(GET)
        one_answer(connection)
        assert until_closed(connection)[0] == b""


@pytest.mark.parametrize(
    ("long", "expected"),
    [
        (b"GET /" + b"a" * 3000, (414, "url-too-long")),
        (GET[:-2] + b"x: " + b"a" * 3000, (431, "headers-too-large")),
        (b"GET / HTTP/1.1\r\n" + b"a:b\r\n" * 500, (431, "headers-too-large")),
    ],
)
@pytest.mark.parametrize("at_once", [True, False])
def test_headers_beyond_the_limit_are_refused(long: bytes, expected: tuple[int, str], at_once: bool) -> None:
    limits = ConnectionLimits(url_bytes=1000, header_bytes=1000)
    end = b"\r\n\r\n" if b"HTTP" in long else b" HTTP/1.1\r\n\r\n"
    parts = [long + end] if at_once else [long[start : start + 500] for start in range(0, len(long), 500)]
    with running(echo, limits) as port, connected(port) as connection:
        with contextlib.suppress(ConnectionError):
            for part in parts:
                connection.sendall(part)
                time.sleep(0.01)
        received, _ = until_closed(connection)

    assert code_of(received) == expected


def test_trailers_without_end_are_not_taken() -> None:
    limits, sent = ConnectionLimits(header_bytes=1000), 0
    with running(echo, limits) as port, connected(port) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n")
        with contextlib.suppress(ConnectionError):
            for number in range(400):
                connection.sendall(b"x-%d: %b\r\n" % (number, b"a" * 100_000))
                sent += 100_000

    assert sent < 20_000_000


@pytest.mark.parametrize("before", [b"", GET])
def test_trailers_are_not_taken_for_headers(before: bytes) -> None:
    """A proxy adds its word to the headers: behind it, a trailer of the client would be the last one."""

    async def tell(scope: dict[str, Any], receive: Any, send: Send) -> None:
        await asyncio.sleep(0.05)
        await answer(send, b"; ".join(name + b"=" + value for name, value in scope["headers"]))

    chunked = (
        b"POST / HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n"
    )
    with running(tell) as port, connected(port) as connection:
        connection.sendall(before + chunked + b"0\r\nx-forwarded-for: 198.51.100.7\r\n\r\n")
        if before:
            one_answer(connection)
        received = one_answer(connection)

    assert received.endswith(b"host=x; x-forwarded-for=192.0.2.1; transfer-encoding=chunked")


def test_requests_in_a_row_are_answered_in_order() -> None:
    with running(echo) as port, connected(port) as connection:
        connection.sendall(b"".join(post(1, b"%d" % number) for number in range(8)))
        received = b""
        while received.count(b"HTTP/1.1 200") < 8 or not received.endswith(b"7"):
            received += connection.recv(65536)

    assert [part[-1:] for part in received.split(b"HTTP/1.1 200")[1:]] == [b"%d" % number for number in range(8)]


def test_of_many_requests_in_a_row_the_first_are_answered() -> None:
    """Thousands of them fit into one piece of data: parsing them would keep all connections waiting."""
    with running(echo) as port, connected(port) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(GET * 20_000)
        received, _ = until_closed(connection)

    most = ConnectionLimits().requests_ahead
    assert 0 < received.count(b"HTTP/1.1 200") <= most
    assert received.count(b"connection: close") == 1


def test_requests_that_wait_for_an_answer_do_not_grow_in_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer makes room for one, not for as many as come in the next piece of data."""
    waiting: list[int] = []
    original = ServerProtocol.on_headers_complete

    def counted(protocol: ServerProtocol) -> None:
        original(protocol)
        waiting.append(len(protocol.pipeline))

    async def late(_: dict[str, Any], receive: Any, send: Send) -> None:
        await asyncio.sleep(0.02)
        await answer(send)

    monkeypatch.setattr(ServerProtocol, "on_headers_complete", counted)
    with running(late) as port, connected(port) as connection:
        dripping = drip(connection, GET * 6, 0.01)
        time.sleep(1)
        connection.close()
        dripping.join()

    assert 1 < max(waiting) <= ConnectionLimits().requests_ahead


def test_what_is_offered_as_an_upgrade_is_answered_and_closed() -> None:
    with running(echo) as port, connected(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n")
        received, _ = until_closed(connection)

    assert received.startswith(b"HTTP/1.1 200")
    assert b"connection: close" in received


@pytest.mark.parametrize("target", [b"GET http://[", b"CONNECT x:1", b"GET http://x", b"GET http://a:b:c/"])
def test_a_target_that_is_no_url_is_refused_whatever_came_before(
    target: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    bad = target + b" HTTP/1.1\r\nhost: x\r\n\r\n"
    with running(echo) as port:
        with connected(port) as connection:
            connection.sendall(bad)
            assert code_of(until_closed(connection)[0]) == (400, "malformed-request")
        with connected(port) as connection:
            connection.sendall(GET)
            one_answer(connection)
            connection.sendall(bad)
            assert code_of(until_closed(connection)[0]) == (400, "malformed-request")
    assert not caplog.records


def test_a_bad_request_is_not_taken_for_the_one_before_it() -> None:
    async def late(_: dict[str, Any], receive: Any, send: Send) -> None:
        await asyncio.sleep(0.2)
        await answer(send)

    with running(late) as port, connected(port) as connection:
        connection.sendall(GET + b"GET http://[ HTTP/1.1\r\nhost: x\r\n\r\n")
        assert not until_closed(connection)[0].startswith(b"HTTP/1.1 400")
