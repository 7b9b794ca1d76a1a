"""The tenant that is measured: a generated company of any size, and a facet whose every element has exactly ten references."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bench.changes import changeable
from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings, address_of
from facetstore.domain.values import NO_END, ElementId, VersionId
from facetstore.exchange.generate import Progress, generate
from facetstore.exchange.generate_plan import Plan, plan_for
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token

ADDRESS: Final = address_of("bench", "large")
FACET: Final = "capability"
PARENTS: Final = 40
CHILDREN: Final = 50
PEOPLE: Final = ("author", "changedBy", "createdBy", "owner")
REFERENCES: Final = (*PEOPLE, "systems", "kpi", "orgUnits")


@dataclass(frozen=True, slots=True)
class Dataset:
    """What there is to ask for, and the token to ask with."""

    token: str
    parents: tuple[str, ...]
    elements: tuple[str, ...]


async def make_dataset(storage: Storage, elements: int, progress: Progress | None = None) -> Dataset:
    """Fill the database where it is empty, and renew the token."""
    tenant = await storage.tenant(ADDRESS)
    plan = plan_for(elements, 1)
    if tenant is None:
        settings = TenantSettings(title="Bench", mandatory_cultures=(1031, 1033))
        tenant = await create_tenant(storage, ADDRESS, settings)
        await generate(storage, tenant, elements=elements, seed=1, progress=progress)
        async with storage.writer(tenant, actor=None) as writer:
            await writer.versions.add([*_capabilities(plan), *changeable()], "generated")
    token = await create_token(storage, serve(tenant), "Bench", Role.ADMINISTRATOR)
    ids = tuple(_id(plan, number) for number in range(PARENTS, PARENTS + PARENTS * CHILDREN))
    return Dataset(token, tuple(_id(plan, number) for number in range(PARENTS)), ids)


def _capabilities(plan: Plan) -> Iterator[StoredVersion]:
    for number in range(PARENTS + PARENTS * CHILDREN):
        parent = None if number < PARENTS else ElementId(_id(plan, (number - PARENTS) // CHILDREN))
        yield StoredVersion(_capability(plan, number, parent), newest=True, visible=True, published=True)


def _id(plan: Plan, number: int) -> str:
    return plan.id_of(0x70000000 + number)


def _capability(plan: Plan, number: int, parent: ElementId | None) -> Version:
    """Nine references and one entry of release history; fifteen attributes, the texts in two cultures."""

    def some(kind: str, count: int) -> tuple[ElementId, ...]:
        return tuple(ElementId(plan.id(kind, (number * 7 + n * 13) % plan.count(kind))) for n in range(count))

    people = {name: some("user", 1) for name in PEOPLE}
    related = {**people, "systems": some("system", 2), "kpi": some("kPI", 2), "orgUnits": some("orgUnit", 1)}
    return Version(
        element=ElementId(_id(plan, number)),
        id=VersionId(plan.id_of(0x70000000 + number, "version")),
        facet=FACET,
        type="capability",
        state="inEffect",
        number="1.0",
        attributes=_attributes(number),
        related=related,
        parent=parent,
        position=number,
    )


def _attributes(number: int) -> dict[str, dict[int, object]]:
    texts = {
        "name": ("Fähigkeit", "Capability"),
        "description": ("Was das Unternehmen können muss", "What the company must be able to do"),
        "shortName": ("Kurz", "Short"),
        "note": ("Hinweis für die Planung der nächsten Jahre", "A note for the planning of the next years"),
        "purpose": ("Zweck", "Purpose"),
        "scope": ("Geltungsbereich in allen Werken", "Scope in all plants"),
        "remark": ("Bemerkung", "Remark"),
        "summary": ("Zusammenfassung", "Summary"),
    }
    dated = {"changedOn": "2026-05-04T10:00:00", "createdOn": "2024-02-01T08:30:00", "relOn": "2026-05-04T10:00:00"}
    valid = {"validFrom": "2026-05-04T00:00:00", "validUntil": NO_END}
    spread = number * 7919 % 100_000
    return {
        **{
            name: {1031: f"{german} {spread:05}", 1033: f"{english} {spread:05}"}
            for name, (german, english) in texts.items()
        },
        **{name: {127: value} for name, value in {**dated, **valid, "costs": number, "importance": "high"}.items()},
    }
