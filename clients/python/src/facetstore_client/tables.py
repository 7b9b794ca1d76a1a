"""Elements as rows of a table, all with the same columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from facetstore_client.models import Element


def rows_of(elements: Iterable[Element], culture: int) -> list[dict[str, Any]]:
    """A row for each element. Columns of attributes have their names, those of contexts `NAME.ids`, with ids between blanks."""
    found = list(elements)
    attributes = sorted({name for each in found for name in each.attributes})
    contexts = sorted({name for each in found for name in each.related})
    return [_row(each, culture, attributes, contexts) for each in found]


def _row(element: Element, culture: int, attributes: Iterable[str], contexts: Iterable[str]) -> dict[str, Any]:
    return {
        "id": element.id,
        "versionId": element.version_id,
        "elementType": element.type,
        "elementState": element.state,
        **{name: element.value(name, culture) for name in attributes},
        **{f"{name}.ids": " ".join(each.id for each in element.related.get(name, ())) for name in contexts},
    }
