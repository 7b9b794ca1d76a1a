"""Files stream through a service: however large they are, it holds a little of them at a time, each way."""

import hashlib
import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from tests.rest.conftest import settings_of
from tests.support import company
from tests.support.proof import record
from tests.walls.served import Served, serving

LARGEST: Final = 10
"""Megabytes, unless configured otherwise."""
MEGABYTES: Final = 64
"""More than a service may take, so that one which holds a whole file cannot hide."""
WARM_UP: Final = 2 * MEGABYTES
"""SQLite caches 64 MB of pages in each connection, whatever they hold."""
MOST_BYTES: Final = 30 << 20
PIECE: Final = bytes(range(256)) * 256
FILES: Final = f"rest/facets/processes/views/detail/elements/{company.RETURNS}/files"


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("files")
    options = ("--largest-file", str(MEGABYTES))
    yield from serving(settings_of(request, folder, request.param), folder, 1, *options)


class Peak:
    """The most memory that a process has had at a time, from here on."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")
        self._before = self._bytes("VmRSS")

    @property
    def more(self) -> int:
        return self._bytes("VmHWM") - self._before

    def _bytes(self, name: str) -> int:
        lines = Path(f"/proc/{self._pid}/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith(name))


class Client:
    """A caller who sends and takes files piece by piece."""

    def __init__(self, served: Served, tenant: str) -> None:
        self._address = f"/{tenant}/_api/{FILES}"
        self._headers = {"symbio-auth-token": served.database.tokens[tenant, "editor"]}
        self._port = served.node.port

    def upload(self, megabytes: int, first: bytes) -> tuple[int, Any]:
        pieces = (megabytes << 20) // len(PIECE)
        body = (first + PIECE[len(first) :] if number == 0 else PIECE for number in range(pieces))
        length = {"content-length": str(megabytes << 20)}
        with closing(self._connection()) as connection:
            with suppress(ConnectionError):  # a refusal comes before all of it is sent
                connection.request("POST", f"{self._address}?name=large.bin", body, self._headers | length)
            response = connection.getresponse()
            return response.status, json.loads(response.read())

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=120)

    def download(self, file: str) -> str:
        with closing(self._connection()) as connection:
            connection.request("GET", f"{self._address}/{file}", headers=self._headers)
            response, digest = connection.getresponse(), hashlib.sha256()
            while piece := response.read(1 << 16):
                digest.update(piece)
            return digest.hexdigest()


def test_files_of_the_largest_size_stream(served: Served) -> None:
    """Those of the usual size in a service that was just started, larger ones in one whose caches are full."""
    client, pid = Client(served, served.new_tenant()), served.node.pid
    assert client.upload(1, b"first")[0] == 200
    check(served, client, LARGEST)
    for number in range(WARM_UP // MEGABYTES):
        assert client.upload(MEGABYTES, b"warm up %d" % number)[0] == 200
    check(served, client, MEGABYTES)

    peak, statuses = Peak(pid), list[int]()

    def upload(number: int) -> None:
        statuses.append(client.upload(MEGABYTES // 2, b"%d" % number)[0])

    # Together more than the gate lets the bodies of a tenant take.
    work = [threading.Thread(target=upload, args=(number,)) for number in range(4)]
    for each in work:
        each.start()
    for each in work:
        each.join()
    assert statuses == [200] * 4
    assert peak.more <= MOST_BYTES


def check(served: Served, client: Client, megabytes: int) -> None:
    up = Peak(served.node.pid)
    status, answer = client.upload(megabytes, b"%d" % megabytes)
    uploaded = up.more
    assert status == 200, answer
    (file,) = answer["values"]
    down = Peak(served.node.pid)
    assert client.download(file["id"]) == file["sha256"]
    downloaded = down.more
    figures = {"up MB": round(uploaded / 2**20, 1), "down MB": round(downloaded / 2**20, 1)}
    name = f"memory for a file of {megabytes} MB up and down"
    record(name, 1, "at most 30 MB each way", engine=served.engine, **figures)
    assert max(uploaded, downloaded) <= MOST_BYTES, figures


def test_a_file_that_is_too_large_is_refused(served: Served) -> None:
    client = Client(served, served.new_tenant())
    status, answer = client.upload(MEGABYTES + 1, b"more")
    assert (status, answer["message"]) == (413, "The body has 68,157,440 bytes, more than 67,108,864.")
