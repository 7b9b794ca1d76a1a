"""Servers of ours as processes, to be measured from outside."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from bench.load import Response

_ROOT: Final = Path(__file__).resolve().parent.parent


@contextlib.contextmanager
def process(module: str, *arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[tuple[int, int]]:
    """A server of ours on a free port; the log goes nowhere but is written."""
    port = _free_port()
    command = [sys.executable, "-m", module, str(port), *arguments]
    environ = {**os.environ, **(environment or {}), "PYTHONPATH": _search_path()}
    process = subprocess.Popen(command, cwd=_ROOT, env=environ, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(timeout=30)


@contextlib.contextmanager
def raw_server(answers: Mapping[str, Response]) -> Iterator[tuple[int, int]]:
    """The yardstick with some answers, by path and query: its port, and its process."""
    with tempfile.NamedTemporaryFile() as file:
        content = {path: (each.status, each.headers, each.body) for path, each in answers.items()}
        file.write(msgspec.msgpack.encode(content))
        file.flush()
        with process("bench.raw_service", environment={"FACETSTORE_BENCH_ANSWERS": file.name}) as started:
            yield started


def _search_path() -> str:
    return os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if process.poll() is not None:
            raise RuntimeError(f"The server ended with {process.returncode}.")
        time.sleep(0.05)
    raise RuntimeError("The server does not answer.")
