"""The service as it is run: workers that are fresh after every write, and stopped without losing a request."""

import asyncio
import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from bench.load import cpu_seconds
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.tenant import address_of
from facetstore.exchange.bundle_import import import_bundle
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.storage.builders import add, plain
from tests.support import company
from tests.support.patience import START_SECONDS
from tests.support.postgres import free_port
from tests.support.proof import record, scaled

ROOT: Final = Path(__file__).parents[3]
TENANT: Final = "work/ers"
LARGE: Final = "work/large"
CONNECTIONS: Final = 8
Json = dict[str, Any]


def environment() -> dict[str, str]:
    """Ours without the settings of the service; this code, wherever the process runs."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
    return ours | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}


def facetstore(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command as a person at the keyboard does."""
    command = [sys.executable, "-m", "facetstore.cli.main", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)


@dataclass(frozen=True, slots=True)
class Service:
    """A running service on the data in a folder."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes]
    tokens: dict[str, str] = field(default_factory=dict)
    """By tenant."""

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def get(self, connection: http.client.HTTPConnection, path: str, token: str | None = None) -> tuple[int, Json]:
        headers = {"symbio-auth-token": token or self.tokens[TENANT]}
        connection.request("GET", f"/{TENANT}/_api/{path}", headers=headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())

    def connections_to_all_workers(self) -> list[http.client.HTTPConnection]:
        """Connections kept open, at least one of them to each of the two workers, who have request ids of their own."""
        made: dict[str, list[http.client.HTTPConnection]] = {}
        until = time.monotonic() + START_SECONDS
        while len(made) < 2 or sum(map(len, made.values())) < CONNECTIONS:
            assert time.monotonic() < until, "One worker answers everything."
            connection = self.connect()
            connection.request("GET", "/_health/live")
            response = connection.getresponse()
            response.read()
            of_worker = made.setdefault(response.headers["x-request-id"].partition("-")[0], [])
            if len(of_worker) < CONNECTIONS - 1:
                of_worker.append(connection)
            else:
                connection.close()
        return [connection for each in made.values() for connection in each]


async def fill(folder: Path) -> dict[str, str]:
    """Two tenants, and a token of each: the company, and one whose list is too long to be held."""
    async with opened_storage(Settings(data=folder)) as storage:
        tokens = {}
        for address in (TENANT, LARGE):
            place = address_of(*address.split("/"))
            tenant = await create_tenant(storage, place, company.SETTINGS)
            if address == TENANT:
                await import_bundle(storage, tenant, company.acme)
            else:
                text = {"description": {1033: "A long description. " * 150}}
                await add(storage, tenant, *(plain(f"c{n}", attributes=text) for n in range(2100)))
            tokens[address] = await create_token(storage, serve(tenant), "test", Role.ADMINISTRATOR)
    return tokens


@contextlib.contextmanager
def running(folder: Path, tokens: dict[str, str], *options: object) -> Iterator[Service]:
    port = free_port()
    command = [sys.executable, "-m", "facetstore.cli.main", "serve", "--data", str(folder), "--port", str(port)]
    log = folder / "serve.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [*command, *map(str, options)], cwd=ROOT, env=environment(), stdout=file, stderr=file
        )
        try:
            wait_until_ready(port, process, log)
            yield Service(folder, port, process, tokens)
        finally:
            process.terminate()
            process.wait(START_SECONDS)


def wait_until_ready(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with (
            contextlib.suppress(OSError),
            contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection,
        ):
            connection.request("GET", "/_health/ready")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.02)
    raise RuntimeError(f"The service did not start:\n{log.read_text()}")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("data")
    return folder, asyncio.run(fill(folder))


@pytest.fixture(scope="module")
def service(filled: tuple[Path, dict[str, str]]) -> Iterator[Service]:
    with running(*filled, "--workers", 2) as started:
        yield started


@contextlib.contextmanager
def writing(service: Service, what: str, *arguments: object) -> Iterator[tuple[Callable[[], None], list[int]]]:
    """Another process that writes: a function that lets it begin, and the numbers of what it has committed so far."""
    command = [sys.executable, "-m", "tests.storage.engines.writing_process", what, str(service.folder), TENANT]
    committed = [-1]
    with subprocess.Popen(
        [*command, *map(str, arguments)],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"

        def begin() -> None:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()

        def listen() -> None:
            assert process.stdout is not None
            committed.extend(int(line) for line in process.stdout)

        listener = threading.Thread(target=listen)
        listener.start()
        yield begin, committed
        listener.join(60)
        assert process.wait(START_SECONDS) == 0


def test_reads_of_both_workers_are_never_older_than_what_another_process_has_committed(service: Service) -> None:
    """Settings and elements change; every reader remembers what was committed when it asked."""
    writes, least = scaled(300), scaled(200)
    connections = service.connections_to_all_workers()
    wrong: list[str] = []
    reads = [0] * len(connections)
    name = f"fresh {time.monotonic_ns()}"

    with (
        writing(service, "titles", writes) as (begin_titles, titles),
        writing(service, "many", name, writes) as (begin_elements, elements),
    ):
        before = service.get(connections[0], "rest/facets/processes/views/list/elements")[1]["count"]

        def read(number: int) -> None:
            while reads[number] * len(connections) < least or titles[-1] < writes - 1 or elements[-1] < writes - 1:
                title, element = titles[-1], elements[-1]
                found = service.get(connections[number], "rest/info")[1]["title"]
                if title >= 0 and found < f"Title {title:06}":
                    wrong.append(f"{found} when {title} was committed")
                count = service.get(connections[number], "rest/facets/processes/views/list/elements")[1]["count"]
                if count < before + element + 1:
                    wrong.append(f"{count} elements when {before + element + 1} were committed")
                reads[number] += 2

        readers = [threading.Thread(target=read, args=(number,)) for number in range(len(connections))]
        for each in readers:
            each.start()
        begin_titles()
        begin_elements()
        for each in readers:
            each.join(120)

    for connection in connections:
        connection.close()
    assert wrong == []
    assert sum(reads) >= least
    record("reads of two workers while others write", sum(reads), "none old", writes=2 * writes)


def answers(
    service: Service, connections: Sequence[http.client.HTTPConnection], path: str, token: str | None = None
) -> list[tuple[int, Json]]:
    return [service.get(connection, path, token) for connection in connections]


def test_every_worker_shows_what_a_command_has_done_as_soon_as_it_returns(service: Service, tmp_path: Path) -> None:
    connections = service.connections_to_all_workers()
    new = company.element_id(4711)
    path = f"rest/facets/it/views/detail/elements/{new}"
    bundle = tmp_path / "new.jsonl"
    records = (
        company.header(),
        company.versioned("system", 4711, "1.0", "released", {1033: "Imported"}, company.DOMAIN),
    )
    bundle.write_text("".join(f"{json.dumps(each)}\n" for each in records), encoding="utf-8")
    assert {status for status, _ in answers(service, connections, path)} == {404}
    answers(service, connections, "rest/info")

    done = facetstore("import", TENANT, bundle, "--data", service.folder)
    assert done.returncode == 0, done.stderr
    assert {status for status, _ in answers(service, connections, path)} == {200}

    done = facetstore("tenant", "set", TENANT, "title=Set by hand", "--data", service.folder)
    assert done.returncode == 0, done.stderr
    assert {body["title"] for _, body in answers(service, connections, "rest/info")} == {"Set by hand"}

    old = facetstore(
        "token", "create", TENANT, "--name", "hand", "--role", "viewer", "--data", service.folder
    ).stdout.strip()
    assert {status for status, _ in answers(service, connections, path, old)} == {200}
    new = facetstore(
        "token", "create", TENANT, "--name", "hand", "--role", "viewer", "--data", service.folder
    ).stdout.strip()
    assert {status for status, _ in answers(service, connections, path, old)} == {401}
    assert {status for status, _ in answers(service, connections, path, new)} == {200}
    for connection in connections:
        connection.close()


def begun(service: Service) -> tuple[socket.socket, bytes]:
    """A request whose answer is on its way: the client takes little at a time, so it cannot all be sent."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    client.settimeout(60)
    client.connect(("127.0.0.1", service.port))
    path = f"/{LARGE}/_api/rest/facets/processes/views/detail/elements"
    client.sendall(f"GET {path} HTTP/1.1\r\nhost: x\r\nsymbio-auth-token: {service.tokens[LARGE]}\r\n\r\n".encode())
    return client, client.recv(1024)


def rest_of(client: socket.socket, begin: bytes) -> Json:
    """The JSON of a chunked answer, read to its end."""
    received = bytearray(begin)
    while not received.endswith(b"\r\n0\r\n\r\n"):
        part = client.recv(1 << 20)
        assert part, "The answer was cut off."
        received += part
    head, _, body = bytes(received).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert b"transfer-encoding: chunked" in head.lower()
    content = bytearray()
    while body:
        size, _, body = body.partition(b"\r\n")
        content += body[: int(size, 16)]
        body = body[int(size, 16) + 2 :]
    answer: Json = json.loads(bytes(content))
    return answer


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stop_lets_every_request_under_way_end_well(filled: tuple[Path, dict[str, str]], workers: int) -> None:
    """Idle connections do not keep it from ending."""
    with running(*filled, "--workers", workers) as service, contextlib.closing(service.connect()) as idle:
        assert service.get(idle, "rest/info")[0] == 200
        clients = [begun(service) for _ in range(6)]

        service.process.send_signal(signal.SIGTERM)
        lists = [rest_of(*each) for each in clients]

        assert {each["count"] for each in lists} == {2100}
        assert {len(each["elements"]) for each in lists} == {2100}
        for client, _ in clients:
            client.close()
        assert service.process.wait(START_SECONDS) in (0, -signal.SIGTERM)
        with pytest.raises(ConnectionRefusedError):
            service.connect().connect()


def test_a_port_that_is_taken_is_reported_with_the_option_to_choose_another(service: Service) -> None:
    done = facetstore("serve", "--data", service.folder, "--port", service.port, "--workers", 2)

    assert done.returncode == 1
    assert done.stdout == ""
    assert f"127.0.0.1:{service.port}" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_second_start_takes_under_two_seconds_of_work(demo_data: Path, tmp_path: Path) -> None:
    """Measured on the processor, best of three: what else the machine does is not the service's doing."""
    shutil.copytree(demo_data, tmp_path, dirs_exist_ok=True)

    spent, status = [], ""
    for options in (("--demo",), ("--demo",), ()):
        with running(tmp_path, {}, *options) as again:
            spent.append(cpu_seconds(again.process.pid))
            status = Path(f"/proc/{again.process.pid}/status").read_text()

    assert min(spent) < 2
    assert int(status.partition("VmRSS:")[2].split()[0]) <= 90_000  # kB of one that does nothing
