"""Examples in the docs, taken out of their pages and run: commands in a shell, with what they print beside them.

The convention, as CONTRIBUTING.md describes it to authors:

    ```console              a session: lines after `$ ` are run, what follows is what they print
    ```console server       a command that goes on running; the page's later examples talk to it
    ```yaml file=PATH       the content of a file of this repository

`...` stands for any text in a line, and alone in a line for any lines. A command whose output starts with `Error:` must fail,
every other one must not. The port 8080 stands for a free one. A second server of a page takes the place of the first.
"""

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from tests.support.patience import START_SECONDS
from tests.support.postgres import free_port

ROOT: Final = Path(__file__).parents[2]

_FENCE: Final = re.compile(r"^```(\S*)[ ]?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_READY: Final = "  stop         Ctrl-C"
_END: Final = "----- end of the step"
_PROBE: Final = "(exec 3<>/dev/tcp/127.0.0.1/$FACETSTORE_PORT)"
_SHIMS: Final = {
    ".venv/bin/facetstore": '-m facetstore.cli.main "$@"',
    ".venv/bin/python": '"$@"',
    "bin/python3": '"$@"',
    "script/server": '-m facetstore.cli.main serve --demo "$@"',
}
"""What a prepared checkout has, and what the examples may rely on, run by the Python of the tests."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the words behind it, its text and the line it starts in."""

    language: str
    words: str
    text: str
    line: int

    @property
    def is_server(self) -> bool:
        return self.words == "server"

    @property
    def file(self) -> str | None:
        return self.words.removeprefix("file=") if self.words.startswith("file=") else None


@dataclass(frozen=True, slots=True)
class Step:
    """A command and what it prints."""

    command: str
    expected: str


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(match[1], match[2].strip(), match[3], text.count("\n", 0, match.start()) + 1)
        for match in _FENCE.finditer(text)
    ]


def steps_of(text: str) -> Iterator[Step]:
    """The commands of a session; a line that ends in a backslash and a here-document go on in the next line."""
    command: list[str] = []
    expected: list[str] = []
    until: str | None = None
    for line in text.splitlines():
        if until is not None or (command and not expected and command[-1].endswith("\\")):
            command.append(line)
            until = None if line == until else until
            continue
        if not line.startswith("$ "):
            expected.append(line)
            continue
        if command:
            yield Step("\n".join(command), "\n".join(expected))
        command, expected = [line.removeprefix("$ ")], []
        here = re.search(r"<<'(\w+)'", line)
        until = here[1] if here else None
    if command:
        yield Step("\n".join(command), "\n".join(expected))


def is_as_expected(expected: str, printed: str) -> bool:
    """Whether the output is the expected one, but for what `...` stands for."""
    lines = [line.rstrip() for line in printed.splitlines()]
    pattern = "".join(_line_pattern(line.rstrip()) for line in expected.splitlines())
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


def _line_pattern(line: str) -> str:
    if line.strip() == "...":
        return r"(?:[^\n]*\n)*?"
    return re.escape(line).replace(re.escape("..."), r"[^\n]*?") + r"\n"


@dataclass(slots=True)
class Session:
    """A shell in a folder that looks like a checkout, and the server that was started in it last."""

    folder: Path
    shell: subprocess.Popen[str]
    replaced: Mapping[str, str]
    """What stands in the docs, and what stands for it here."""
    _server: int | None = None

    @classmethod
    def open(cls, folder: Path, **replaced: str) -> Self:
        _furnish(folder)
        port = free_port()
        kept = {name: value for name, value in os.environ.items() if not name.startswith("FACETSTORE_")}
        path = os.pathsep.join([str(folder / "bin"), str(folder / ".venv" / "bin"), kept["PATH"]])
        search = os.pathsep.join(filter(None, (str(ROOT / "src"), str(ROOT), kept.get("PYTHONPATH"))))
        own = {"PATH": path, "PYTHONPATH": search, "LC_ALL": "C.UTF-8", "FACETSTORE_PORT": str(port)}
        shell = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=folder,
            env={**kept, **own},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        return cls(folder, shell, {"127.0.0.1:8080": f"127.0.0.1:{port}", **replaced})

    def run(self, step: Step) -> tuple[int, str]:
        """Run a command in the shell; returns its exit code and everything it printed."""
        command = step.command
        for text, here in self.replaced.items():
            command = command.replace(text, here)
        code, printed = self._run(command)
        for text, here in self.replaced.items():
            printed = printed.replace(here, text)
        return code, printed

    def _run(self, command: str) -> tuple[int, str]:
        assert self.shell.stdin is not None
        assert self.shell.stdout is not None
        self.shell.stdin.write(f"{{\n{command}\n}} 2>&1 </dev/null\ncode=$?; echo; echo '{_END}' $code\n")
        self.shell.stdin.flush()
        printed: list[str] = []
        for line in self.shell.stdout:
            if line.startswith(_END):
                return int(line.removeprefix(_END)), "".join(printed).removesuffix("\n")
            printed.append(line)
        raise AssertionError(f"The shell ended: {''.join(printed)}")

    def start(self, step: Step) -> tuple[int, str]:
        """Start a server in the place of the one there was; returns what it printed until it was ready."""
        self.stop()
        log = self.folder / "server.log"
        _, pid = self.run(Step(f"(exec {step.command}) > {log} 2>&1 & echo $!", ""))
        self._server = int(pid)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self._is_running():
            printed = self.run(Step(f"cat {log}", ""))[1]
            if _READY in printed and self.run(Step(_PROBE, ""))[0] == 0:
                return 0, printed[: printed.index(_READY) + len(_READY) + 1]
            time.sleep(0.05)
        return 1, log.read_text("utf-8")

    def stop(self) -> None:
        """Stop the server, if one runs, and wait for its end."""
        if self._server is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._server, signal.SIGTERM)
            until = time.monotonic() + START_SECONDS
            while self._is_running() and time.monotonic() < until:
                self._run(":")  # lets the shell notice the end of its child
                time.sleep(0.02)
            self._server = None

    def _is_running(self) -> bool:
        if self._server is None:
            return False
        try:
            os.kill(self._server, 0)
        except ProcessLookupError:
            return False
        return True

    def close(self) -> None:
        self.stop()
        self.shell.communicate()


def _furnish(folder: Path) -> None:
    """Make a folder look like a checkout whose .venv was prepared."""
    curl = {} if shutil.which("curl") else {"bin/curl": '-m tests.support.curl "$@"'}
    for name, arguments in {**_SHIMS, **curl}.items():
        shim = folder / name
        shim.parent.mkdir(parents=True, exist_ok=True)
        shim.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {arguments}\n", "utf-8")
        shim.chmod(0o755)
    for name in ("docs", "clients"):
        (folder / name).symlink_to(ROOT / name)
