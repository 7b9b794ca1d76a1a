"""Spools versions to a file while the rest of a bundle is checked, so that they need not be parsed twice."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final

import msgspec

from facetstore.domain.element import Version

_IN_MEMORY: Final = 16 * 1024 * 1024
"""Up to this many bytes stay in memory."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Version)


class Spool:
    """Takes versions, and returns them in their order at the end."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def add(self, version: Version) -> None:
        self._file.write(_encoder.encode(version) + b"\n")

    def __iter__(self) -> Iterator[Version]:
        self._file.seek(0)
        return map(_decoder.decode, self._file)


@contextmanager
def open_spool() -> Iterator[Spool]:
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
        yield Spool(file)
