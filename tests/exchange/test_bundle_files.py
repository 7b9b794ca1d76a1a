"""Bundles carry files: they come back with the same contents, and a bundle with a damaged one is refused."""

import hashlib
from base64 import b64encode

import msgspec
import pytest

from facetstore.domain.element_files import CHUNK
from facetstore.domain.errors import InvalidValues
from facetstore.domain.tenant import Tenant
from facetstore.exchange.bundle_export import export_bundle
from facetstore.exchange.bundle_import import import_bundle
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import serve
from tests.support.bundles import Json, guid, process, source
from tests.support.storages import Store

LARGE = b"x" * CHUNK + b"y"


def file(content: bytes, name: str = "a.txt", **fields: object) -> Json:
    kind = "text/plain; charset=utf-8"
    hash_ = hashlib.sha256(content).hexdigest()
    known: Json = {"id": guid(name), "name": name, "mimeType": kind, "size": len(content), "sha256": hash_}
    return {**known, "addedOn": "2026-01-02T03:04:05", **fields}


def chunks(content: bytes) -> list[Json]:
    hash_, starts = hashlib.sha256(content).hexdigest(), range(0, len(content), CHUNK)
    return [
        {"kind": "file", "sha256": hash_, "number": number, "data": b64encode(content[start : start + CHUNK]).decode()}
        for number, start in enumerate(starts)
    ]


def exported(store: Store, tenant: Tenant) -> list[bytes]:
    async def export(storage: SqlStorage) -> list[bytes]:
        return [line async for line in export_bundle(storage, serve(await storage.tenant(tenant.address) or tenant))]

    return store.run(export)


def test_files_come_back_with_their_contents(store: Store) -> None:
    links = {"workshopImages": {"127": [{"address": guid("b.txt"), "protocol": "Storage", "title": "B"}]}}
    first = process(files=[file(LARGE), file(b"small", "b.txt")], attributes=links)
    second = process("q", files=[file(LARGE, "again.txt")])
    records = (first, *chunks(b"small"), second, *chunks(LARGE))
    one, two = store.new_tenant("one"), store.new_tenant("two")
    store.run(lambda storage: import_bundle(storage, one, source(*records)))

    lines = exported(store, one)
    store.run(lambda storage: import_bundle(storage, two, lambda: lines))

    assert exported(store, two) == lines
    kinds = [msgspec.json.decode(line).get("kind") for line in lines]
    assert kinds[3:] == [None] * (len(kinds) - 6) + ["file"] * 3
    assert store.run(lambda storage: contents(storage, one)) == {LARGE, b"small"}
    assert store.run(lambda storage: contents(storage, two)) == {LARGE, b"small"}

    async def collected(storage: SqlStorage) -> int:
        storage._grace_days = 0
        return await storage.collect_files(abandoned_seconds=0)

    assert store.run(collected) == 0


async def contents(storage: SqlStorage, tenant: Tenant) -> set[bytes]:
    reads, found = storage.files(tenant), set()
    for content in (LARGE, b"small"):
        stored = await reads.content(hashlib.sha256(content).hexdigest())
        assert stored is not None
        pieces = [await reads.chunk(stored.id, number) for number in range(-(-stored.size // CHUNK))]
        found.add(b"".join(pieces))
    return found


BAD: dict[str, tuple[list[Json], str]] = {
    "no content": ([process(files=[file(b"a")])], "The content of the file 'a.txt' is not in the bundle."),
    "another content": (
        [process(files=[file(b"a")]), {**chunks(b"a")[0], "data": b64encode(b"b").decode()}],
        "has another content than its hash says, or is incomplete.",
    ),
    "another kind": (
        [process(files=[file(b"a", mimeType="image/png")]), *chunks(b"a")],
        "The file 'a.txt' has another size or mimeType than its content.",
    ),
    "another size": (
        [process(files=[file(b"a", size=2)]), *chunks(b"a")],
        "The file 'a.txt' has another size or mimeType than its content.",
    ),
    "a chunk is missing": ([process(files=[file(LARGE)]), chunks(LARGE)[0]], "or is incomplete."),
    "chunks in another order": ([process(files=[file(LARGE)]), *reversed(chunks(LARGE))], "does not follow"),
    "a content twice": ([process(files=[file(b"a")]), *chunks(b"a") * 2], "is in the bundle twice."),
    "no data": ([{**chunks(b"a")[0], "data": "%"}], "A chunk of a file needs sha256, a number and up to"),
    "a path": ([process(files=[file(b"a", "../a")]), *chunks(b"a")], "The name of a file holds no path"),
    "no name": ([process(files=[{**file(b"a"), "name": 1}]), *chunks(b"a")], "NFC"),
    "no hash": ([process(files=[file(b"a", sha256="A" * 64)])], "A file needs a GUID as id, the hash"),
    "no list": ([process(files={"a": 1})], "files needs a list of up to 100 files"),
    "a field less": ([process(files=[{"id": guid("x")}])], "A file needs addedOn, id,"),
    "two of one id": ([process(files=[file(b"a"), file(b"a")]), *chunks(b"a")], "have the same id."),
}


@pytest.mark.parametrize("name", BAD)
def test_a_damaged_file_is_a_bad_line(tmp_path_store: Store, name: str) -> None:
    records, error = BAD[name]
    tenant = tmp_path_store.new_tenant()
    with pytest.raises(InvalidValues) as refused:
        tmp_path_store.run(lambda storage: import_bundle(storage, tenant, source(*records)))
    assert any(error in each.error for each in refused.value.findings), refused.value.findings
    assert tmp_path_store.population(tenant) == {}
