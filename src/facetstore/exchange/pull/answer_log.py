"""The answers of a server in one file that only grows, so that a copy that was killed goes on where it was.

A line is one answer: `{"question": …, "outcome": …, "body": …}`. The first line names the server. A line that was torn by a crash is
cut off when the file is opened, and its question is asked again. Memory holds where each answer is, not the answers.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from facetstore.domain.errors import Conflict, NotFound
from facetstore.exchange.pull.remote import RemoteAnswer, RemoteOutcome

FORMAT: Final = 1
_BEGINNING: Final = b'{"facetstore":"pull",'
_encoder = msgspec.json.Encoder()


class _Line(msgspec.Struct):
    question: str
    outcome: RemoteOutcome
    body: msgspec.Raw = msgspec.Raw(b"null")


class _Head(msgspec.Struct):
    facetstore: str
    version: int
    server: str


_lines = msgspec.json.Decoder(_Line)


class AnswerLog:
    """The answers of one copy, by question. Only one process writes it at a time."""

    def __init__(self, path: Path, server: str) -> None:
        """Open or begin the file. Raises Conflict if another process has it open, or if it is of another server."""
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
        self._places: dict[str, tuple[int, int]] = {}
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._end = self._read(server)
        except BlockingIOError as error:
            os.close(self._file)
            raise Conflict(f"Another command is using {path.parent}.") from error
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, question: str) -> bool:
        return question in self._places

    def __iter__(self) -> Iterator[str]:
        """The questions that were answered."""
        return iter(self._places)

    def get(self, question: str) -> RemoteAnswer | None:
        """The answer to a question, if it was given."""
        place = self._places.get(question)
        if place is None:
            return None
        line = _lines.decode(os.pread(self._file, place[1], place[0]))
        return RemoteAnswer(line.outcome, msgspec.json.decode(line.body))

    def at(self, question: str) -> RemoteAnswer:
        """The answer to a question that was asked. Raises NotFound if the file was changed by others."""
        answer = self.get(question)
        if answer is None:
            raise NotFound(f"{self._path} lacks the answer to {question}.")
        return answer

    def put(self, question: str, answer: RemoteAnswer) -> None:
        """Append an answer. Whole lines are written at once; what a crash leaves of one is cut off later."""
        line = _encoder.encode({"question": question, "outcome": answer.outcome, "body": answer.body}) + b"\n"
        self._append(line)
        self._places[question] = (self._end - len(line), len(line))

    def sync(self) -> None:
        os.fsync(self._file)

    def _append(self, line: bytes) -> None:
        rest = line
        while rest:
            rest = rest[os.write(self._file, rest) :]
        self._end += len(line)

    def _read(self, server: str) -> int:
        """Find every whole line, cut off the rest, and return where the file ends."""
        self._end = end = 0
        with self._path.open("rb") as file:
            for line in file:
                if end == 0 and line[: len(_BEGINNING)] != _BEGINNING[: len(line)]:
                    raise Conflict(f"{self._path} is not a file of a copy. Choose another folder.")
                if not line.endswith(b"\n") or not self._note(line, end, server):
                    break
                end += len(line)
        os.ftruncate(self._file, end)
        if end == 0:
            self._append(_encoder.encode({"facetstore": "pull", "version": FORMAT, "server": server}) + b"\n")
            return self._end
        return end

    def _note(self, line: bytes, place: int, server: str) -> bool:
        """Remember where an answer is; False if the line is not whole."""
        try:
            if place == 0:
                self._check_head(msgspec.json.decode(line, type=_Head), server)
                return True
            self._places[_lines.decode(line).question] = (place, len(line))
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False
        return True

    def _check_head(self, head: _Head, server: str) -> None:
        if (head.facetstore, head.version) != ("pull", FORMAT):
            raise Conflict(f"{self._path} is not a file of a copy, or of another release. Choose another folder.")
        if head.server != server:
            raise Conflict(f"{self._path.parent} has a copy from {head.server}. Choose another folder with --folder.")
