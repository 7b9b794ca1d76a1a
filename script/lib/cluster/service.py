"""Nodes of the service on a cluster of databases, and HAProxy in front of them."""

import asyncio
import contextlib
import http.client
import os
import re
import sys
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Final

import asyncpg

from facetstore.bootstrap.settings_file import render_settings
from script.lib.cluster.databases import ROOT, Databases, Place
from script.lib.cluster.processes import Program, wait_until
from script.lib.cluster.programs import program
from tests.support.postgres import free_port

PROXY: Final = ROOT / "deploy" / "proxies" / "haproxy.cfg"
ROLE: Final = "facetstore"
_DEFAULTS: Final = "defaults\n    mode http\n    timeout client 60s\n    timeout server 60s\n    timeout connect 5s\n\n"
_BIND: Final = re.compile(r"bind :443 ssl crt \S+")
_SERVERS: Final = re.compile(r"^    server .*\n?", re.MULTILINE)


async def make_database(databases: Databases, password: str) -> str:
    """Make the roles and the database of docs/how-to/run-on-postgresql.md; returns its address."""
    connection = await asyncpg.connect(databases.url("postgres", "postgres"))
    try:
        await connection.execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{password}'")
        await connection.execute(f"CREATE ROLE {ROLE}_app")
        await connection.execute(f"GRANT {ROLE}_app TO {ROLE}")
        await connection.execute(
            f"CREATE DATABASE {ROLE} OWNER {ROLE} ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0"
        )
    finally:
        await connection.close()
    return databases.url(ROLE, ROLE)


class Node:
    """A server of the service at an address of its own."""

    def __init__(self, place: Place, name: str, url: str, sources: Path = ROOT / "src") -> None:
        self.port = free_port()
        self.name = name
        settings = place.folder / f"{name}.env"
        values = {"FACETSTORE_DATABASE": url, "FACETSTORE_TRUSTED_PROXIES": "127.0.0.1"}
        settings.write_text(render_settings(values, "A node of a cluster on this machine."))
        settings.chmod(0o600)
        self.command = (sys.executable, "-m", "facetstore", "--settings", str(settings))
        self._place = place
        self._program = self._make(sources)

    def _make(self, sources: Path) -> Program:
        served = (*self.command, "serve", "--port", str(self.port))
        return Program(self._place.folder, self.name, served, environment(sources))

    def use(self, sources: Path) -> None:
        """From the next start on, run the service of this folder: another release."""
        self._program = self._make(sources)

    def start(self) -> None:
        self._program.start()

    def wait_until_ready(self) -> float:
        return wait_until(f"{self.name} to be ready", lambda: self.is_ready, log=self._program.log)

    @property
    def is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request("GET", "/_health/ready")
            return connection.getresponse().status == 200

    def stop(self) -> None:
        self._program.stop()


def environment(sources: Path) -> dict[str, str]:
    """Ours without the settings of the service, and the service of this folder."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
    return ours | {"PYTHONPATH": str(sources)}


class Front:
    """HAProxy by the sample of deploy/, without TLS and without a prefix: both need what this machine does not have."""

    def __init__(self, place: Place, nodes: Sequence[Node]) -> None:
        self.port = free_port()
        file = place.folder / "haproxy.cfg"
        file.write_text(_DEFAULTS + front_configuration(PROXY.read_text("utf-8"), self.port, ports(nodes)))
        self._program = place.program("haproxy", program("haproxy"), "-db", "-f", file)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._program.start()
        wait_until("HAProxy to listen", lambda: self._answers, log=self._program.log)

    @property
    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request("GET", "/")
            return connection.getresponse().status != HTTPStatus.SERVICE_UNAVAILABLE

    def stop(self) -> None:
        self._program.stop()


def ports(nodes: Sequence[Node]) -> Mapping[str, int]:
    return {node.name: node.port for node in nodes}


def front_configuration(sample: str, port: int, nodes: Mapping[str, int]) -> str:
    """The sample of HAProxy with these nodes behind it. Raises ValueError if the sample no longer has what is replaced."""
    text, binds = _BIND.subn(f"bind 127.0.0.1:{port}", sample)
    text, servers = _SERVERS.subn("", text)
    if (binds, servers) != (1, 2):
        raise ValueError(f"{PROXY.name} has another form than expected.")
    text = text.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
    text = "".join(line for line in text.splitlines(True) if "/facets" not in line)
    return text + "".join(f"    server {name} 127.0.0.1:{at}\n" for name, at in nodes.items())


def prepare(databases: Databases, place: Place) -> str:
    """An empty database of the service; returns its address."""
    return asyncio.run(make_database(databases, place.password))
