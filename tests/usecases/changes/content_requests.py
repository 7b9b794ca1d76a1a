"""Content creates on the diagram of the samples: items as requests write them, and what becomes of them."""

from typing import Any, Final

from facetstore.domain.element import Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.changes.content_change import ContentChange, ContentScope, Existing, apply_content
from facetstore.usecases.changes.content_items import parse_content
from tests.usecases.changes.samples import KNOWN, METAMODEL, NOW, RECEIPT, SETTINGS, SHOWN, TOKEN, new_ids, version

EMPTY: Final = RECEIPT._replace(content=())
THIRD, THIRD_VERSION = ElementId("e1e00000-0000-0000-0000-000000000008"), version(8)
EXISTING: Final[dict[str, Existing]] = {
    **{id_: Existing(ElementId(id_), VersionId(id_), kind) for id_, kind in KNOWN.items()},
    THIRD: Existing(THIRD, THIRD_VERSION, "subProcess"),
    THIRD_VERSION: Existing(THIRD, THIRD_VERSION, "subProcess"),
}


def applied(values: list[Any], diagram: Version = RECEIPT, **more: Any) -> ContentChange:
    scope = ContentScope(METAMODEL, SETTINGS, EXISTING, new_ids(), NOW, TOKEN, **more)
    return apply_content(diagram, SHOWN, parse_content(values), scope)


def good(values: list[Any], diagram: Version = RECEIPT, **more: Any) -> ContentChange:
    """A change that must go well."""
    change = applied(values, diagram, **more)
    assert change.findings == ()
    return change


def item(index: int, *predecessors: int, **element: Any) -> dict[str, Any]:
    """A new shape, as requests write it."""
    names = {"attributes": {"name": {"1031": element.pop("name")}}} if "name" in element else {}
    return {"shapeInfo": {"index": index, "predecessors": list(predecessors)}, "element": {**element, **names}}


def anchor(index: int, id_: str, *predecessors: int, **more: Any) -> dict[str, Any]:
    before = {"predecessors": list(predecessors)} if predecessors else {}
    return {"shapeInfo": {"index": index, "id": id_, **before}, **more}
