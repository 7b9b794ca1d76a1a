"""What the tables must hold of a version that the history gives: its rows, made by the same functions that write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import time_zone
from facetstore.storage.rows.attribute_rows import attribute_rows, compared_values
from facetstore.storage.rows.version_rows import (
    VERSION_COLUMNS,
    file_use_rows,
    flow_rows,
    reference_rows,
    shape_rows,
    version_row,
)
from facetstore.usecases.documents import render_documents, shown_version
from facetstore.usecases.ports.writes import StoredVersion

NOT_PROVEN: Final = ("key", "tenant", "revision", "changed", "translations")
"""The columns of a version that are numbers of this database, and those about translations, which are checked by themselves."""
_NOT_OF_FLOW: Final = ("visible", "published")
"""The columns of a flow object that depend on the diagrams that show it."""
PROVEN: Final = tuple(each for each in VERSION_COLUMNS if each not in NOT_PROVEN)

Rows = frozenset[tuple[object, ...]]


class Defined(NamedTuple):
    """What decides how versions are stored."""

    metamodel: Metamodel
    settings: TenantSettings


class ExpectedRows(NamedTuple):
    """The rows of a version, by table, without tenant and key."""

    columns: Mapping[str, object]
    details: Mapping[str, Rows]


def authors_of(versions: Iterable[Version], metamodel: Metamodel) -> frozenset[str]:
    """The authors of versions, also those who are deleted."""
    contexts = metamodel.roles.authors
    return frozenset(author for each in versions for name in contexts for author in each.related.get(name, ()))


def expected_rows(
    versions: Sequence[Version], definition: Defined, gone: frozenset[str] = frozenset()
) -> Mapping[str, ExpectedRows]:
    """The rows of all versions of one element, by version. Documents do not show authors who are `gone`."""
    metamodel = definition.metamodel
    ordered = sorted(versions, key=lambda each: _order(each, metamodel))
    visible = [each for each in ordered if _is_visible(each, metamodel)]
    stored = [
        StoredVersion(
            each, newest=each is ordered[-1], visible=each in visible, published=bool(visible) and each is visible[-1]
        )
        for each in ordered
    ]
    return {str(each.version.id): _expected(each, definition, gone) for each in stored}


def _order(version: Version, metamodel: Metamodel) -> tuple[object, ...]:
    return (*version.major_minor, str(version.invariant(metamodel.roles.created_on) or ""), version.id)


def _is_visible(version: Version, metamodel: Metamodel) -> bool:
    state = metamodel.state_of.get((version.type, version.state))
    return state is None or state.visible


def _expected(stored: StoredVersion, definition: Defined, gone: frozenset[str]) -> ExpectedRows:
    version, (metamodel, settings) = stored.version, definition
    documents = render_documents(_without(version, metamodel, gone), metamodel, settings, None)
    columns = dict(
        zip(VERSION_COLUMNS, version_row(0, 0, stored, documents, metamodel, 0, ChangedTexts(0), ""), strict=True)
    )
    left_out = (*NOT_PROVEN, *(_NOT_OF_FLOW if metamodel.types[version.type].flow else ()))
    details = {
        "reference": _bare(reference_rows(0, 0, version)),
        "shape": _bare(shape_rows(0, 0, version)),
        "flow": _bare(flow_rows(0, 0, version)),
        "file_use": _bare(file_use_rows(0, 0, version)),
        "attribute": _indexed(version, definition) if stored.newest or stored.published else frozenset(),
    }
    return ExpectedRows({name: each for name, each in columns.items() if name not in left_out}, details)


def _without(version: Version, metamodel: Metamodel, gone: frozenset[str]) -> Version:
    if not gone:
        return version
    left = {
        name: tuple(each for each in targets if name not in metamodel.roles.authors or each not in gone)
        for name, targets in version.related.items()
    }
    return version._replace(related={name: targets for name, targets in left.items() if targets})


def _indexed(version: Version, definition: Defined) -> Rows:
    metamodel, settings = definition
    shown = shown_version(version, settings.removed_cultures) if settings.removed_cultures else version
    compared, element_type = compared_values(shown, metamodel), metamodel.types[version.type]
    return _bare(attribute_rows(0, 0, compared, element_type, time_zone(settings.time_zone)))


def _bare(rows: Iterable[tuple[object, ...]]) -> Rows:
    return frozenset(row[2:] for row in rows)
