"""Real proxies in front of a service, configured by the samples of the documentation."""

import contextlib
import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.patience import START_SECONDS
from tests.support.postgres import free_port

SAMPLES: Final = Path(__file__).parents[2] / "deploy" / "proxies"
NAME: Final = "models.example.com"
Services = tuple[int, int]
"""The ports of the two nodes of a sample; the same one twice where there is only one."""


@dataclass(frozen=True, slots=True)
class Answered:
    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy that listens here; clients reach it from any loopback address."""

    port: int

    @property
    def base(self) -> str:
        return f"https://{NAME}:{self.port}/facets"

    def ask(self, path: str, client: str, headers: Mapping[str, str] | None = None) -> Answered:
        """Send one GET from an address."""
        with contextlib.closing(self.connect(client)) as connection:
            return self.send(connection, path, headers)

    def connect(self, client: str) -> http.client.HTTPConnection:
        """A connection from an address, for several requests."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(client, 0), context=context
        )

    def send(
        self,
        connection: http.client.HTTPConnection,
        path: str,
        headers: Mapping[str, str] | None = None,
        body: object = None,
    ) -> Answered:
        """Send one request: POST where there is a body."""
        sent = {"host": f"{NAME}:{self.port}", "content-type": "application/json", **(headers or {})}
        content = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", f"/facets{path}", content, sent)
        response = connection.getresponse()
        return Answered(response.status, response.read())


def _certificate(folder: Path) -> None:
    """A certificate of the sample's name, its key, and both in one file."""
    folder.mkdir()
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    name = ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    places = ["-keyout", str(folder / "key"), "-out", str(folder / "pem")]
    subprocess.run([*command, *name, *places], check=True, capture_output=True)
    (folder / "both").write_bytes((folder / "pem").read_bytes() + (folder / "key").read_bytes())


def _replaced(text: str, parts: Mapping[str, str]) -> str:
    """A sample with other places in it. Every part must be there: a sample that was changed is tested as it is."""
    for before, after in parts.items():
        assert before in text, before
        text = text.replace(before, after)
    return text


def _nodes(services: Services) -> dict[str, str]:
    """Where the nodes of a sample are."""
    return {f"127.0.0.1:{8080 + number}": f"127.0.0.1:{port}" for number, port in enumerate(services)}


def _nginx(folder: Path, port: int, services: Services) -> list[str]:
    sample = _replaced(
        (SAMPLES / "nginx.conf").read_text(),
        {
            "listen 443": f"listen 127.0.0.1:{port}",
            f"/etc/ssl/{NAME}.pem": f"{folder}/certificate/pem",
            f"/etc/ssl/{NAME}.key": f"{folder}/certificate/key",
            **_nodes(services),
        },
    )
    places = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\nworker_processes 1;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{places}{sample}}}\n"
    )
    return ["nginx", "-e", f"{folder}/nginx.log", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def _haproxy(folder: Path, port: int, services: Services) -> list[str]:
    sample = _replaced(
        (SAMPLES / "haproxy.cfg").read_text(),
        {
            "bind :443": f"bind 127.0.0.1:{port}",
            f"/etc/ssl/{NAME}.pem": f"{folder}/certificate/both",
            **_nodes(services),
        },
    )
    defaults = "defaults\n    mode http\n    timeout client 60s\n    timeout server 60s\n    timeout connect 10s\n\n"
    (folder / "haproxy.cfg").write_text(defaults + sample)
    return ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


def _caddy(folder: Path, port: int, services: Services) -> list[str]:
    sample = _replaced(
        (SAMPLES / "Caddyfile").read_text(),
        {
            f"{NAME} {{": f"https://{NAME}:{port} {{",
            f"/etc/ssl/{NAME}.pem": f"{folder}/certificate/pem",
            f"/etc/ssl/{NAME}.key": f"{folder}/certificate/key",
            **_nodes(services),
        },
    )
    options = "{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n\tdefault_sni " + NAME + "\n"
    (folder / "Caddyfile").write_text(sample.replace("{\n", options, 1))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


_COMMANDS: Final[Mapping[str, Callable[[Path, int, Services], list[str]]]] = {
    "nginx": _nginx,
    "haproxy": _haproxy,
    "caddy": _caddy,
}
KINDS: Final = tuple(_COMMANDS)


@contextlib.contextmanager
def proxy_or_skip(kind: str, folder: Path, service: int, second: int | None = None) -> Iterator[Proxy]:
    """A proxy of this kind in front of a service, or of two nodes. Where it is not installed, tests are skipped, but not in a build."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    missing = [each for each in (kind, "openssl") if shutil.which(each, path=path) is None]
    if missing:
        message = f"There is no {' and no '.join(missing)} on PATH."
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    folder.mkdir()
    _certificate(folder / "certificate")
    port = free_port()
    command = _COMMANDS[kind](folder, port, (service, second or service))
    environment = os.environ | {"PATH": path, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        _wait_for(port, process, folder / "log")
        yield Proxy(port)
    finally:
        process.terminate()
        process.wait(START_SECONDS)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        time.sleep(0.02)
    raise RuntimeError(f"The proxy does not listen:\n{log.read_text()}")
