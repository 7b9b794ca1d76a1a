"""The tenant that is written: elements with a name and five texts in two cultures and five references, imported from a bundle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from bench.finding_data import WORDS, text_properties
from facetstore.domain.callers import Role
from facetstore.domain.tenant import Tenant, TenantSettings, address_of
from facetstore.domain.values import XML_DECLARATION
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import apply_metamodel, create_tenant
from facetstore.usecases.tokens.issuing import create_token

ADDRESS: Final = address_of("bench", "writing")
FACET: Final = "capability"
CHANGED: Final = "text1"
"""The attribute that is changed."""
PROCESSES: Final = 8
"""How many sub processes wait for a diagram."""
_TEXTS: Final = ("text1", "text2", "text3", "text4")
_DRAFTS: Final = 4
"""One element in so many is a draft, which can be changed; the others are in effect."""
_PEOPLE: Final = 200
_SYSTEMS: Final = 300

Record = dict[str, object]


async def make_tenant(storage: Storage, callers: int) -> tuple[Tenant, list[str]]:
    """The tenant, with nothing in it but its own metamodel and tokens."""
    settings = TenantSettings(title="Writing", mandatory_cultures=(1031, 1033))
    tenant = await create_tenant(storage, ADDRESS, settings)
    await apply_metamodel(storage, tenant, text_properties(_TEXTS))
    served = serve(tenant)
    tokens = [await create_token(storage, served, f"Bench {n}", Role.ADMINISTRATOR) for n in range(callers)]
    defined = await storage.tenant(ADDRESS)
    assert defined is not None
    return defined, tokens


def write_bundle(path: Path, elements: int) -> None:
    """A bundle with this many elements, and the few they refer to."""
    with path.open("wb") as file:
        for record in _records(elements):
            file.write(msgspec.json.encode(record) + b"\n")


def read_bundle(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from file


def draft_ids(elements: int) -> list[str]:
    return [_id("6d", number) for number in range(0, elements, _DRAFTS)]


def process_id(number: int) -> str:
    return _id("71", number)


def _id(kind: str, number: int) -> str:
    """Ids in no order, as those of others are."""
    return f"{kind}{number * 7_919 % 0xFFFFFF:06x}-0000-4000-8000-{number:012x}"


def _records(elements: int) -> Iterator[Record]:
    yield {"facetstore": "bundle", "version": 1}
    for number in range(_PEOPLE):
        yield {"id": _id("6e", number), "type": "user", "attributes": _person(number)}
    for number in range(_SYSTEMS):
        yield _version("system", "6f", number, {"name": {1031: f"System {number}", 1033: f"System {number}"}})
    for number in range(PROCESSES):
        yield _version("subProcess", "71", number, {"name": {1031: f"Prozess {number}", 1033: f"Process {number}"}})
    random = Random(11)
    for number in range(elements):
        record = _version(FACET, "6d", number, _texts(random, number), released=number % _DRAFTS != 0)
        yield {**record, "related": _related(number)}


def _version(type_: str, kind: str, number: int, texts: Record, *, released: bool = False) -> Record:
    dated = {"createdOn": {127: "2026-02-01T08:30:00"}, "changedOn": {127: "2026-05-04T10:00:00"}}
    release = {"relOn": {127: "2026-05-04T10:00:00"}, "validFrom": {127: "2026-05-04T00:00:00"}} if released else {}
    return {
        "id": _id(kind, number),
        "versionId": _id("7a", number) if kind == "6d" else _id("7b", int(kind, 16) * 1_000_000 + number),
        "type": type_,
        "state": "inEffect" if released else "inProcess",
        "attributes": {**texts, **dated, **release, "version": {127: "1.0" if released else "0.1"}},
    }


def _person(number: int) -> Record:
    return {"firstName": {127: "Ada"}, "lastName": {127: f"Lovelace {number}"}}


def _texts(random: Random, number: int) -> Record:
    words = [" ".join(random.choices(WORDS, k=5)) for _ in range(6)]
    named = {"name": _both(f"{words[0]} {number}"), "description": _both(f"{XML_DECLARATION}<p>{words[1]}</p>")}
    return {**named, **{name: _both(text) for name, text in zip(_TEXTS, words[2:], strict=True)}}


def _both(text: str) -> Record:
    return {"1031": text, "1033": text.lower()}


def _related(number: int) -> Record:
    people = {name: [{"id": _id("6e", number * 7 % _PEOPLE)}] for name in ("author", "createdBy", "changedBy")}
    return {
        **people,
        "owner": [{"id": _id("6e", number * 13 % _PEOPLE)}],
        "systems": [{"id": _id("6f", number * 17 % _SYSTEMS)}],
    }
