"""Clients that send slowly are cut off, and others do not notice them; headers have an end."""

import contextlib
import json
import socket
import statistics
import time
from typing import Any, Final

from tests.support import company
from tests.support.proof import record, scaled
from tests.walls.served import Served
from tests.walls.slow import HEAD, Slow, kinds, open_all, watch

HEADER_SECONDS: Final = 10
LATER: Final = 10
"""Seconds that a busy machine may be late."""
ELEMENT: Final = f"rest/facets/processes/views/detail/elements/{company.RECEIPT_2_0}"


def test_who_sends_slowly_is_cut_off_and_others_do_not_notice(served: Served) -> None:
    tenant = served.new_tenant()
    token = {"symbio-auth-token": served.database.tokens[tenant, "editor"]}
    path = f"/{tenant}/_api/rest/facets/systems/views/list/elements"
    took: list[float] = []

    def read() -> None:
        answer = served.ask(tenant, "viewer", ELEMENT)
        assert answer.status == 200
        took.append(answer.seconds)

    until = time.monotonic() + 1
    while time.monotonic() < until or len(took) < 100:
        read()
    alone, took = took, []
    clients = open_all(served.node.port, kinds(path, token), scaled(100))
    watch(clients, HEADER_SECONDS + LATER, meanwhile=read)

    assert {each.kind for each in clients if each.ended is None} == set()
    longest = max(each.seconds for each in clients)
    before, beside = statistics.quantiles(alone, n=100)[98], statistics.quantiles(took, n=100)[98]
    record(
        f"slow clients on {served.engine}, workers {served.workers}",
        len(clients),
        "all closed",
        longest_seconds=round(longest, 2),
        others_p99_ms=round(beside * 1000, 2),
        others_p99_ms_alone=round(before * 1000, 2),
    )
    # Generous, because other tests run beside this one: whom others had to wait for, they would wait for until it is cut off.
    assert max(took) < HEADER_SECONDS / 2
    _check_reasons(clients)


def _check_reasons(clients: list[Slow]) -> None:
    """Who began a request learns why it ended, in the body of all errors."""
    for each in clients:
        if each.kind in ("nothing", "empty lines"):
            assert each.received == b""
        elif each.kind.endswith("refused"):
            assert each.received.startswith(b"HTTP/1.1 401 ")
        else:
            assert each.received.startswith(b"HTTP/1.1 408 "), each
            assert set(json.loads(each.received.partition(b"\r\n\r\n")[2])) == {
                "message",
                "output",
                "type",
                "data",
                "requestId",
            }


def test_headers_of_more_than_32_kb_are_refused(served: Served) -> None:
    status, body = _send(served.node.port, HEAD + b"x-long: " + b"a" * 40_000 + b"\r\n\r\n")

    assert status == 431
    assert body["data"][0]["code"] == "headers-too-large"
    assert _send(served.node.port, HEAD + b"x-long: " + b"a" * 31_000 + b"\r\n\r\n")[0] == 200


def test_headers_without_end_are_not_taken(served: Served) -> None:
    sent = 0
    with contextlib.closing(socket.create_connection(("127.0.0.1", served.node.port), timeout=30)) as connection:
        connection.sendall(HEAD)
        with contextlib.suppress(ConnectionError):
            for number in range(60):
                connection.sendall(b"x-%d: %b\r\n" % (number, b"a" * 1_000_000))
                sent += 1_000_000

    assert sent < 20_000_000  # what the kernel holds of it, on both sides


def test_what_is_not_http_gets_an_answer_in_our_form(served: Served) -> None:
    status, body = _send(served.node.port, b"NONSENSE\r\n\r\n")

    assert status == 400
    assert body["data"][0]["code"] == "malformed-request"
    assert (body["type"], body["output"]) == ("error", "volatile")


def _send(port: int, request: bytes) -> tuple[int, Any]:
    with contextlib.closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as connection:
        connection.sendall(request)
        head, _, body = _answer(connection).partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body)


def _answer(connection: socket.socket) -> bytes:
    """What comes until the connection is closed, or until a whole answer is there."""
    received = b""
    while data := connection.recv(65536):
        received += data
        head, end, body = received.partition(b"\r\n\r\n")
        lengths = [
            int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
        ]
        if end and lengths and len(body) >= lengths[0]:
            break
    return received
