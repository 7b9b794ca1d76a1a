"""Givens for tests of storage: versions made of a few words, and what is stored of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import uuid4

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.element import Shape, Version
from facetstore.domain.tenant import Tenant, TenantSettings, address_of
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.loader import load_with_additions
from facetstore.metamodel.model import Metamodel
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.reads import Reader
from facetstore.usecases.ports.rows import Counts, ElementRow
from facetstore.usecases.ports.selections import WHOLE_LIST, ById, Narrowing, PagedSelection, Parts, Selection, Slice
from facetstore.usecases.ports.writes import StoredVersion
from tests.support.bundles import guid
from tests.support.two_pools import create_in_turn

METAMODEL: Final[Metamodel] = load_with_additions({})
SETTINGS: Final = TenantSettings(
    title="Test", mandatory_cultures=(1031, 1033), default_data_culture=1033, region="DE", time_zone="Europe/Berlin"
)
EVERYTHING: Final = Parts(attributes=True, contexts=None, children=True, content=True, root_path=True, reference=True)
"""All there is of an element."""
NOTHING: Final = Parts()


def element_id(name: str) -> ElementId:
    """The id of the element of this name."""
    return ElementId(guid(name))


def version_id(name: str, number: str) -> VersionId:
    return VersionId(guid(f"{name}@{number}"))


def shape_id(name: str) -> str:
    return guid(f"shape {name}")


def version(
    name: str,
    number: str = "1.0",
    state: str = "released",
    *,
    type_: str = "subProcess",
    names: Mapping[int, object] | str | None = None,
    attributes: Mapping[str, Mapping[int, object]] | None = None,
    related: Mapping[str, Sequence[str]] | None = None,
    parent: str | None = None,
    **fields: Any,
) -> Version:
    """A version of the element of this name; related elements and the parent are named likewise."""
    year = 2020 + int(number.partition(".")[0])
    dates = {"createdOn": {127: f"{year}-01-02T03:04:05"}}
    if METAMODEL.states[state].was_released:
        dates["relOn"] = {127: f"{year}-03-04T05:06:07"}
    return Version(
        element=element_id(name),
        id=version_id(name, number),
        facet=METAMODEL.types[type_].facet,
        type=type_,
        state=state,
        number=number,
        attributes={"name": _names(names, name), **dates, **(attributes or {})},
        related=_related(related),
        parent=element_id(parent) if parent else None,
        **fields,
    )


def plain(
    name: str,
    *,
    type_: str = "subCategory",
    names: Mapping[int, object] | str | None = None,
    attributes: Mapping[str, Mapping[int, object]] | None = None,
    related: Mapping[str, Sequence[str]] | None = None,
    parent: str | None = None,
    **fields: Any,
) -> Version:
    """An element without versions."""
    id_ = element_id(name)
    return Version(
        element=id_,
        id=VersionId(id_),
        facet=METAMODEL.types[type_].facet,
        type=type_,
        attributes={"name": _names(names, name), **(attributes or {})},
        related=_related(related),
        parent=element_id(parent) if parent else None,
        **fields,
    )


def user(name: str, **fields: Any) -> Version:
    names: dict[str, dict[int, object]] = {"firstName": {127: name.capitalize()}, "lastName": {127: "Test"}}
    return plain(name, type_="user", attributes=names, creation_id=guid(name), **fields)


def task(name: str, **fields: Any) -> Version:
    """A flow object."""
    return plain(name, type_=fields.pop("type_", "task"), creation_id=guid(name), **fields)


def shape(name: str, *after: str, id_: str | None = None) -> Shape:
    """The shape that shows an element, after the shapes of others."""
    return Shape(id_ or shape_id(name), element_id(name), tuple(shape_id(each) for each in after))


def _names(names: Mapping[int, object] | str | None, name: str) -> Mapping[int, object]:
    if isinstance(names, str):
        return {1033: names}
    return names or {1031: f"{name} (de)", 1033: name}


def _related(related: Mapping[str, Sequence[str]] | None) -> dict[str, tuple[ElementId, ...]]:
    return {context: tuple(map(element_id, names)) for context, names in (related or {}).items()}


def stored(versions: Iterable[Version]) -> list[StoredVersion]:
    """All versions of a tenant ready to be written, with what they and their siblings decide."""
    given = list(versions)
    newest = {each.element: each for each in sorted(given, key=order_of)}
    published = {each.element: each for each in sorted(filter(is_visible, given), key=order_of)}
    shown = shown_to_viewers(given)
    seen: set[str] = set()
    ready = []
    for each in given:
        flow = METAMODEL.types[each.type].flow
        visible = shown.get(each.element, True) if flow else is_visible(each)
        ready.append(
            StoredVersion(
                each,
                newest=newest[each.element] is each,
                visible=visible,
                published=visible if flow else published.get(each.element) is each,
                first=each.element not in seen,
            )
        )
        seen.add(each.element)
    return ready


def order_of(version: Version) -> tuple[object, ...]:
    """The order of an element's versions."""
    return (*version.major_minor, str(version.invariant("createdOn") or ""), version.id)


def is_visible(version: Version) -> bool:
    state = METAMODEL.state_of.get((version.type, version.state))
    return state is None or state.visible


def shown_to_viewers(versions: Iterable[Version]) -> dict[str, bool]:
    """Of the elements in diagrams, whether one that viewers see shows them."""
    shown: dict[str, bool] = {}
    for diagram in versions:
        for each in diagram.content:
            shown[each.element] = shown.get(each.element, False) or is_visible(diagram)
    return shown


async def new_tenant(storage: SqlStorage, settings: TenantSettings = SETTINGS) -> Tenant:
    """A tenant that no other test uses."""
    return await create_in_turn(storage, address_of("test", uuid4().hex), str(uuid4()), settings)


async def analyze(storage: SqlStorage) -> None:
    """Update the planner's statistics. PostgreSQL does so by itself, but a minute later; until then it plans for empty tables.

    In a transaction, which has no time limit here: a connection has that of one read.
    """
    if statement := storage.engine.dialect.analyze("version", "reference", "attribute", "words", "element"):
        async with storage.engine.transaction() as session:
            await session.execute_script(statement)


async def add(storage: SqlStorage, tenant: Tenant, *versions: Version) -> None:
    """Write these versions, all there are of their elements."""
    async with storage.writer(tenant, actor=None) as writer:
        await writer.versions.add(stored(versions), "added")


async def reread(storage: SqlStorage, tenant: Tenant) -> Tenant:
    found = await storage.tenant(tenant.address)
    assert found is not None
    return found


async def read(
    storage: SqlStorage,
    tenant: Tenant,
    selection: Selection,
    parts: Parts = NOTHING,
    slice_: Slice | None = None,
    *,
    drafts: bool = True,
) -> Sequence[ElementRow]:
    return await storage.reader(tenant, EDITORS if drafts else VIEWERS).elements(selection, parts, slice_)


async def read_one(
    storage: SqlStorage, tenant: Tenant, id_: str, parts: Parts = NOTHING, *, drafts: bool = True
) -> ElementRow:
    row = await storage.reader(tenant, EDITORS if drafts else VIEWERS).element(ById(id_), parts)
    assert row is not None
    return row


async def counted(
    reader: Reader, selection: PagedSelection, narrowing: Narrowing = WHOLE_LIST, by: Sequence[str] = ()
) -> Counts:
    """How many elements a list has."""
    found = (await reader.lists.listing(selection, Slice(0), narrowing, by=by)).counts
    assert found is not None
    return found


def elements(rows: Iterable[ElementRow]) -> list[str]:
    return [row.element for row in rows]


def versions(rows: Iterable[ElementRow]) -> list[str]:
    return [row.version for row in rows]


def ids(*names: str) -> list[str]:
    """The ids of elements by name."""
    return [element_id(name) for name in names]


def unmarked(document: bytes) -> bytes:
    """A stored document as JSON: marks replaced by words that say which they were."""
    for mark, word in _WORDS.items():
        document = document.replace(mark, word)
    return document


_WORDS: Final = {
    b"\x01": b"<facets>",
    b"\x02": b"<detail>",
    b"\x03": b"<view>",
    b"\x04": b'"<goto>"',
    b"\x05": b'"<authorNote>"',
    b"\x07": b",",
}
