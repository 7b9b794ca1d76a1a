"""The storages that an administration tenant has: listing them, and creating one, for clients of the `_api/v1` group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from facetstore.domain.errors import Failure, Finding, InvalidBody, NotFound
from facetstore.domain.tenant import EMPTY_TEMPLATE
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.query.options import Page, ReadOptions
from facetstore.usecases.editing.element_updates import update_elements
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.reads import NamingReader
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import Parts, TargetsOf, TheseVersions
from facetstore.usecases.reading.lists import list_elements, plan_list
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.tenants.tenant_elements import STORAGE
from facetstore.usecases.writing import Writing

_FIELDS: Final = ("id", "name", "template", "collection")
_VIEW: Final = "detail"
_ELEMENT: Final = "elements[0]"


class ListedStorage(NamedTuple):
    """A storage as its administration knows it."""

    id: str
    """The id of its element, which is that of the tenant, too."""
    name: str
    """Its part of addresses."""
    titles: Mapping[int, str]
    collection: str | None
    """The id of the element of its collection, as far as the caller sees it."""
    template: str
    is_created: bool


async def list_storages(reading: Reading, page: Page) -> list[ListedStorage]:
    """The storages that the caller may open. Raises NotFound outside of administration tenants."""
    type_ = _storage_type(reading.metamodel)
    found = await list_elements(reading, plan_list(reading, type_.facet, _VIEW, ReadOptions(page=page)))
    rows = [row for row in found.shown if isinstance(row, ElementRow)]
    return await _listed(reading.names, reading.metamodel, rows)


async def _listed(names: NamingReader, metamodel: Metamodel, rows: Sequence[ElementRow]) -> list[ListedStorage]:
    keys, context = tuple(row.key for row in rows), metamodel.roles.in_collection
    targets = await names.names(TargetsOf(keys, (context,))) if keys else ()
    collections = {each.group: each.element for each in targets}
    return [_one(metamodel, row, collections.get(row.key)) for row in rows]


def _one(metamodel: Metamodel, row: ElementRow, collection: str | None) -> ListedStorage:
    roles = metamodel.roles
    values = {
        name: each for name, each in stored_attributes(row.attributes or b"{}").items() if name not in metamodel.hidden
    }
    name, template = (str(values.get(key, {}).get(INVARIANT, "")) for key in (roles.tenant_name, roles.template))
    is_created = values.get(roles.storage_created, {}).get(INVARIANT) is True
    return ListedStorage(
        row.element, name, names_of(values, metamodel.types[row.type]), collection, template, is_created
    )


def _storage_type(metamodel: Metamodel) -> ElementType:
    found = next((each for each in metamodel.types.values() if each.stands_for == STORAGE), None)
    if found is None:
        raise NotFound("There is nothing at this address.")
    return found


async def create_storage(writing: Writing, body: object) -> str:
    """Create the element of a storage, and with it the storage; returns the id of the version of the element.

    Raises NotFound outside of administration tenants, InvalidBody, InvalidValues, Forbidden, Conflict.
    """
    type_, roles = _storage_type(writing.offered), writing.metamodel.roles
    given = _checked(body)
    names = {str(writing.settings.default_data_culture): given.get("name") or given["id"]}
    invariant = {roles.tenant_name: given["id"], roles.template: given.get("template") or EMPTY_TEMPLATE}
    element = {
        "type": type_.key,
        "attributes": {roles.name: names, **{key: {str(INVARIANT): value} for key, value in invariant.items()}},
        "related": {roles.in_collection: [{"id": given["collection"]}]} if given.get("collection") else {},
    }
    places = {
        f"{_ELEMENT}.attributes.{roles.tenant_name}": "id",
        f"{_ELEMENT}.attributes.{roles.name}": "name",
        f"{_ELEMENT}.attributes.{roles.template}": "template",
        f"{_ELEMENT}.related.{roles.in_collection}": "collection",
    }
    try:
        made = await update_elements(writing, type_.facet, _VIEW, {"elements": [element]})
    except Failure as failure:
        failure.findings = tuple(_moved(each, places) for each in failure.findings)
        raise
    return made.versions[0]


def _checked(body: object) -> Mapping[str, str]:
    wanted = 'The body needs the storage, such as {"id": "plant", "name": "The plant", "template": "standard"}.'
    if not isinstance(body, dict) or not isinstance(body.get("id"), str):
        raise InvalidBody(wanted, [Finding(wanted, InvalidBody.code, "id")])
    findings = [
        Finding(
            f"{name} is a text." if name in _FIELDS else f"There is no field {name[:40]!r}. {wanted}",
            InvalidBody.code,
            name,
        )
        for name, value in body.items()
        if name not in _FIELDS or not isinstance(value, str)
    ]
    if findings:
        raise InvalidBody(findings[0].error, findings)
    return body


def _moved(finding: Finding, places: Mapping[str, str]) -> Finding:
    """The finding at the field of the body that it is about."""
    place = next((name for path, name in places.items() if finding.path.startswith(path)), "")
    return replace(finding, path=place or finding.path.removeprefix(_ELEMENT))


async def read_storage(writing: Writing, version: str) -> list[ListedStorage]:
    """A storage as it is in this transaction."""
    reader = await writing.writer.reader(writing.caller.audience)
    rows = await reader.elements(TheseVersions((version,)), Parts(attributes=True))
    return await _listed(reader.naming(), writing.offered, rows)
