"""Processes of a cluster: started, stopped, killed and frozen by their own ids. None outlives the process that started them."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

START_SECONDS: Final = 300

# Waits until the process at the other end of its standard input is gone, closed or killed. Ends what is noted in the file `pids`, and
# every PostgreSQL below the folder; whether an id still belongs to one of them is seen by its command line, which names the folder.
UNDERTAKER: Final = """
    read -r _
    for pid in $(cat "$1/pids" 2>/dev/null) $(head -qn 1 "$1"/*/data/postmaster.pid 2>/dev/null); do
        if tr '\\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$1"; then kill -KILL "$pid"; kill -CONT "$pid"; fi
    done
    if [ "$2" = remove ]; then sleep 0.5; rm -rf "$1"; fi
"""


class Undertaker:
    """Ends all processes of a folder when it is closed, or when this process is gone."""

    def __init__(self, folder: Path, *, remove: bool) -> None:
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", UNDERTAKER, "undertaker", str(folder), "remove" if remove else "leave"],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def close(self) -> None:
        if self._process.stdin:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        self._process.wait()


class Program:
    """A program that can be started again. Its command line names the folder of the cluster."""

    def __init__(
        self,
        folder: Path,
        name: str,
        command: Sequence[object],
        environment: Mapping[str, str],
        owner: int | None = None,
    ) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self._pids = folder / "pids"
        self._command = [str(part) for part in command]
        self._environment = environment
        self._owner = owner
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                user=self._owner,
                group=self._owner and os.stat(self._pids.parent).st_gid,
                extra_groups=[] if self._owner else None,
            )
        with self._pids.open("a") as pids:
            pids.write(f"{self._process.pid}\n")

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None, f"{self.name} was not started."
        self._process.send_signal(number)

    def stop(self) -> None:
        """Ask the program to end, and wait for it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(START_SECONDS)
            self._process = None

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(START_SECONDS)
            self._process = None


def wait_until(
    what: str, is_so: Callable[[], object], seconds: float = START_SECONDS, log: Path | None = None
) -> float:
    """The seconds until something is so. Raises TimeoutError with the end of a log."""
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        with contextlib.suppress(OSError):
            if is_so():
                return time.monotonic() - begin
        time.sleep(0.05)
    told = f":\n{log.read_text()[-2000:]}" if log and log.exists() else ""
    raise TimeoutError(f"Waited {seconds:g} seconds in vain for {what}{told}")
