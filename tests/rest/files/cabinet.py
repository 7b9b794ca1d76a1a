"""A tenant whose elements have files, and callers who add, read and delete them."""

import struct
import zlib
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

import httpx
import pytest

from tests.rest.editing.taking_away import ROLES, Owner
from tests.support.api import Database, Json, element


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG: Final = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0\xff\0\0"))
    + _chunk(b"IEND", b"")
)
"""A picture of one red point."""


class Cabinet(Owner):
    """A tenant to itself, with callers of four roles."""

    def files(self, id_: str, role: str = "administrator", facet: str = "processes") -> list[Json]:
        found: list[Json] = self.read(f"{element(id_, facet)}/files", role)["values"]
        return found

    def send(
        self, method: str, path: str, role: str | None = "administrator", content: bytes | None = None, **headers: str
    ) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.api.send(method, path, role, tenant=self.address, content=content, headers=named)

    def upload(
        self, id_: str, name: str, content: bytes, role: str = "administrator", facet: str = "processes", **headers: str
    ) -> httpx.Response:
        path = f"{element(id_, facet)}/files?name={quote(name, safe='', errors='surrogatepass')}"
        return self.send("POST", path, role, content, **headers)

    def add(self, id_: str, name: str = "board.png", content: bytes = PNG, **more: Any) -> Json:
        """The file that an upload added."""
        response = self.upload(id_, name, content, **more)
        assert response.status_code == 200, response.text
        (file,) = response.json()["values"]
        found: Json = file
        return found

    def download(self, id_: str, file: str, role: str = "administrator", **headers: str) -> httpx.Response:
        return self.send("GET", f"{element(id_)}/files/{file}", role, None, **headers)

    def remove(self, id_: str, file: str, role: str = "administrator", status: int = 200, **headers: str) -> Json:
        return self.answer("DELETE", f"{element(id_)}/files/{file}", role=role, status=status, **headers)

    def rows(self, table: str) -> int:
        """How many rows of this tenant a table has."""
        key = self.database.tenant(self.address).key
        ((number,),) = self.database.run(
            self.database.storage.engine.fetch(f"SELECT count(*) FROM {table} WHERE tenant = :tenant", {"tenant": key})
        )
        return int(str(number))

    def collect(self) -> int:
        """Collect as a scheduler would that has no days of grace and no patience with uploads."""
        storage = self.database.storage
        before, storage._grace_days = storage._grace_days, 0
        try:
            return self.database.run(storage.collect_files(abandoned_seconds=0))
        finally:
            storage._grace_days = before


@pytest.fixture
def cabinet(database: Database) -> Iterator[Cabinet]:
    cabinet = Cabinet(database, roles=ROLES)
    cabinet.collect()  # Tests count what a collection takes: what other tests left behind is no part of it.
    yield cabinet
    cabinet.close()
