"""What a power cut can leave of a record of writes: what was synced, and of the rest anything, in any order, in part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from random import Random
from typing import Final

from tests.reliability.faults.disk import Kind, Operation

SECTOR: Final = 512
"""What a disk writes as a whole."""
_KEPT: Final = 0.5
_TORN: Final = 0.3
_GARBLED: Final = 0.1


class Loss(StrEnum):
    """What becomes of what was written and not synced."""

    ALL = "all of it is lost"
    NONE = "all of it is there"
    SOME = "any part of it is lost, torn or garbled"


class Platter:
    """The files as they are for certain, and what was written to each since its last sync."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = {name: bytearray(data) for name, data in files.items()}
        self._pending: dict[str, list[Operation]] = {}

    def take(self, operation: Operation) -> None:
        """Go one step on in the record."""
        name = operation.file
        if operation.kind is Kind.ACKNOWLEDGED:
            return
        if operation.kind is Kind.SYNC:
            for each in self._pending.pop(name, ()):
                _apply(self._files, each)
        elif operation.kind is Kind.DELETE and operation.place:
            self._pending.pop(name, None)
            self._files.pop(name, None)
        else:
            self._pending.setdefault(name, []).append(operation)

    def cut(self, loss: Loss, chance: Random) -> dict[str, bytearray]:
        """The files after a power cut at this point."""
        files = {name: bytearray(data) for name, data in self._files.items()}
        if loss is not Loss.ALL:
            for name in self._pending:
                for each in self._pending[name]:
                    for part in [each] if loss is Loss.NONE else _left(each, chance):
                        _apply(files, part)
        return files


def _left(operation: Operation, chance: Random) -> Iterator[Operation]:
    """What reached the disk of an operation: nothing, all, or some sectors; of the others some are garbled."""
    if chance.random() >= _KEPT:
        return
    if operation.kind is not Kind.WRITE or chance.random() >= _TORN:
        yield operation
        return
    for begin in range(0, len(operation.data), SECTOR):
        sector = operation.data[begin : begin + SECTOR]
        fate = chance.random()
        if fate < _GARBLED:
            sector = chance.randbytes(len(sector))
        elif fate < _KEPT:
            continue
        yield operation._replace(place=operation.place + begin, data=sector)


def _apply(files: dict[str, bytearray], operation: Operation) -> None:
    if operation.kind is Kind.DELETE:
        files.pop(operation.file, None)
        return
    data = files.setdefault(operation.file, bytearray())
    if operation.kind is Kind.TRUNCATE:
        del data[operation.place :]
    else:
        if len(data) < operation.place:
            data.extend(bytes(operation.place - len(data)))
        data[operation.place : operation.place + len(operation.data)] = operation.data


def acknowledged(log: Iterable[Operation]) -> dict[str, int]:
    """The last write of each series that was answered in this part of the record."""
    return {each.file: each.place for each in log if each.kind is Kind.ACKNOWLEDGED}
