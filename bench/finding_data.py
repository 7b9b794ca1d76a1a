"""The tenant in which things are found: one facet, fifteen texts an element in two cultures, hits of known number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant, TenantSettings, address_of
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tenants.tenant_changes import apply_metamodel, create_tenant

ADDRESS: Final = address_of("bench", "finding")
FACET: Final = "capability"
TYPE: Final = "capability"
TEXTS: Final = tuple(f"text{number:02}" for number in range(1, 14))
OWNERS: Final = 500
BATCH: Final = 10_000

WORDS: Final = [
    "Angebot",
    "Auftrag",
    "Bedarf",
    "Beleg",
    "Bericht",
    "Bestellung",
    "Budget",
    "Einkauf",
    "Ersatzteil",
    "Fertigung",
    "Freigabe",
    "Garantie",
    "Halle",
    "Inventur",
    "Kalender",
    "Kapazität",
    "Katalog",
    "Kennzahl",
    "Kosten",
    "Kunde",
    "Lager",
    "Leitung",
    "Lieferung",
    "Linie",
    "Maschine",
    "Menge",
    "Muster",
    "Nachweis",
    "Plan",
    "Preis",
    "Projekt",
    "Prüfung",
    "Qualität",
    "Rechnung",
    "Regal",
    "Reklamation",
    "Risiko",
    "Rohstoff",
    "Schicht",
    "Schulung",
    "Serie",
    "Standort",
    "Störung",
    "Termin",
    "Transport",
    "Umbau",
    "Verpackung",
    "Versand",
    "Vertrag",
    "Wartung",
    "Werk",
    "Werkzeug",
    "Zeichnung",
    "Zoll",
    "Übergabe",
    "Überwachung",
]


@dataclass(frozen=True, slots=True)
class Rare:
    """A word that some elements have, and how many of them."""

    word: str
    every: int


FEW: Final = Rare("Zylinderkopf", 500)
MANY: Final = Rare("Montagelinie", 10)
ALSO: Final = Rare("Querschnitt", 10)


async def make_finding(storage: Storage, elements: int, progress: Callable[[int], None]) -> Tenant:
    """Fill the tenant, or continue an interrupted run: a million elements in one transaction would need twice the space."""
    tenant = await storage.tenant(ADDRESS) or await _make_tenant(storage)
    done = (await storage.population(tenant.key)).get(TYPE, 0)
    versions = islice(_capabilities(elements), done, None)
    while some := [_stored(each) for each in islice(versions, BATCH)]:
        async with storage.writer(tenant, actor=None) as writer:
            await writer.versions.add(some, "generated")
        done += len(some)
        progress(done)
    return tenant


async def _make_tenant(storage: Storage) -> Tenant:
    tenant = await create_tenant(storage, ADDRESS, TenantSettings(title="Finding", mandatory_cultures=(1031, 1033)))
    await apply_metamodel(storage, tenant, text_properties(TEXTS))
    made = await storage.tenant(ADDRESS)
    assert made is not None
    async with storage.writer(made, actor=None) as writer:
        await writer.versions.add([_stored(_owner(number)) for number in range(OWNERS)], "generated")
    return made


def _stored(version: Version) -> StoredVersion:
    return StoredVersion(version, newest=True, visible=True, published=True)


def text_properties(names: Sequence[str]) -> Mapping[str, object]:
    """An own metamodel: the elements have these texts in each culture, and they are searched."""

    def property_(name: str) -> Mapping[str, object]:
        words = {"1031": name, "1033": name}
        return {"names": words, "descriptions": words, "dataType": "MultiLineText", "searchable": True}

    own = {name: property_(name) for name in names}
    return {"properties": own, "types": {TYPE: {"properties": dict.fromkeys(names)}}}


def element_id(number: int) -> str:
    return f"6a000000-0000-4000-8000-{number * 7_919 % 2**40:012x}"


def _owner(number: int) -> Version:
    id_ = f"6b000000-0000-4000-8000-{number:012x}"
    names = {"firstName": {127: "Ada"}, "lastName": {127: f"Lovelace{number:03}"}}
    return Version(element=ElementId(id_), id=VersionId(id_), facet="users", type="user", attributes=names)


def _capabilities(count: int) -> Iterator[Version]:
    random = Random(7)
    for number in range(count):
        id_ = element_id(number)
        yield Version(
            element=ElementId(id_),
            id=VersionId(id_.replace("6a", "6c", 1)),
            facet=FACET,
            type=TYPE,
            state="inEffect",
            number="1.0",
            attributes={name: _text(random, name, number) for name in ("name", "description", *TEXTS)},
            related={"owner": (ElementId(f"6b000000-0000-4000-8000-{number % OWNERS:012x}"),)},
        )


def _text(random: Random, name: str, number: int) -> dict[int, object]:
    words = random.choices(WORDS, k=4)
    for place, (rare, attribute) in enumerate(((FEW, "text07"), (MANY, "text07"), (ALSO, "text08"))):
        # Spread evenly, and independently of each other.
        if name == attribute and (number * 2_654_435_761 >> (4 * place + 4)) % rare.every == 0:
            words[place] = rare.word
    text = " ".join(words)
    return {1031: f"{text} {number:06}", 1033: f"{text.lower()} {number:06} en"}
