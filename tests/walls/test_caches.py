"""Finding 10: requests that differ in what no answer depends on do not fill the memory."""

import socket
from contextlib import closing
from typing import Final

from tests.support.company import LOGISTICS
from tests.walls.processes import resident_bytes
from tests.walls.served import Served

READ: Final = f"rest/facets/processes/views/detail/elements/{LOGISTICS}"
COOKIE: Final = b"x" * 31_000
"""Short enough for every server."""
REQUESTS: Final = 600
AT_ONCE: Final = 8
"""As many requests as a connection may send ahead."""
MOST_MORE: Final = 10 << 20
"""Bytes. What was remembered of these requests took twice as much."""


def send(served: Served, tenant: str, cookies: list[bytes]) -> int:
    """How many of the requests with these cookies are answered by 200, asked in rows on one connection."""
    token, answers = served.database.tokens[tenant, "viewer"], b""
    head = f"GET /{tenant}/_api/{READ} HTTP/1.1\r\nhost: localhost\r\nsymbio-auth-token: {token}\r\ncookie: ".encode()
    with closing(socket.create_connection(("127.0.0.1", served.node.port), timeout=60)) as connection:
        for start in range(0, len(cookies), AT_ONCE):
            row = cookies[start : start + AT_ONCE]
            connection.sendall(b"".join(head + each + b"\r\n\r\n" for each in row))
            while answers.count(b"HTTP/1.1 ") < start + len(row):
                received = connection.recv(1 << 20)
                assert received, "The connection was closed."
                answers += received
    return answers.count(b"HTTP/1.1 200 ")


def test_requests_with_cookies_of_their_own_take_no_memory(served: Served) -> None:
    tenant = served.new_tenant()
    send(served, tenant, [b"warm=%d" % number for number in range(100)])
    before = resident_bytes(served.node.pid)

    answered = send(served, tenant, [b"a%d=%b" % (number, COOKIE) for number in range(REQUESTS)])

    assert answered == REQUESTS
    assert resident_bytes(served.node.pid) - before < MOST_MORE
